package main

import "fmt"

// sections are the tables of what was measured.
func sections(z *sizes) []section {
	cpu := "Processor time of the process for each request, user and system. The C programs leave the making of their tables out, and the engine has played a short run before, so that it has its own."
	list := []section{
		{"W1", fmt.Sprintf("%s independent requests, hedged at 25 ms. %s", grouped(z.w1), cpu), "ns a request", "w1/c-table", [][2]string{
			{"w1/c-simd", "C, SIMD table"}, {"w1/c-table", "C, scalar table"}, {"w1/quiet", "Hedgedrill, nobody listening"}, {"w1/told", "Hedgedrill, every event told"},
			{"w1/post", "Hedgedrill, POST /runs with its baseline"}, {"w1/simpy", fmt.Sprintf("SimPy, %s requests", grouped(z.simpy))}}},
		{"W2, 10 servers", fmt.Sprintf("%s requests at servers with a queue each, 70 %% busy, hedged at 30 ms.", grouped(z.w2)), "ns a request", "w2-10/c-merged", [][2]string{
			{"w2-10/c-merged", "C, three merged sources of events"}, {"w2-10/c-heap", "C, 4-ary heap"}, {"w2-10/quiet", "Hedgedrill, nobody listening"}, {"w2-10/told", "Hedgedrill, every event told"},
			{"w2-10/post", "Hedgedrill, POST /runs with its baseline"}, {"w2-10/simpy", fmt.Sprintf("SimPy, %s requests", grouped(z.simpy))}}},
		{"W2, 1,000 servers", "The same at a hundred times the rate.", "ns a request", "w2-1000/c-merged", [][2]string{
			{"w2-1000/c-merged", "C, three merged sources of events"}, {"w2-1000/c-heap", "C, 4-ary heap"}, {"w2-1000/quiet", "Hedgedrill, nobody listening"}, {"w2-1000/told", "Hedgedrill, every event told"}}},
		{"W3", fmt.Sprintf("M/M/1, 70 %% busy, %s customers.", grouped(z.w3)), "ns a request", "w3/c-heap", [][2]string{
			{"w3/c-lindley", "C, Lindley's recursion"}, {"w3/c-scalars", "C, two scalars"}, {"w3/c-heap", "C, 4-ary heap"}, {"w3/quiet", "Hedgedrill, nobody listening"}, {"w3/told", "Hedgedrill, every event told"},
			{"w3/post", "Hedgedrill, POST /runs"}, {"w3/cimba", "Cimba (C, its model compiled from Python)"}, {"w3/simpy", fmt.Sprintf("SimPy, %s customers", grouped(z.simpy))}, {"w3/ciw", fmt.Sprintf("Ciw, %s customers", grouped(z.ciw))}}},
		{"Other worlds", "Nobody listening, for each event that a listener would be told.", "ns an event", "event/w2-10", [][2]string{
			{"event/w2-10", "W2, 10 servers"}, {"event/tied", "tied on 16 servers, a message delay of 0.5 ms"}, {"event/fan-out", "fan-out 100 with hedges"}, {"event/two-hops", "two hops of ten leaves, hedged"}}},
	}
	for _, scenario := range []string{"w1", "w2-10"} {
		s := section{"Growth of " + scenario, "Nobody listening.", "ns a request", fmt.Sprintf("growth/%s %d", scenario, z.growth[0]), nil}
		for _, n := range z.growth {
			s.names = append(s.names, [2]string{fmt.Sprintf("growth/%s %d", scenario, n), grouped(n) + " requests"})
		}
		list = append(list, s)
	}
	list = append(list, section{"Workers", "W1 with nobody listening, by the clock on the wall.", "ns a request", "workers/1", [][2]string{
		{"workers/1", "one worker"}, {"workers/2", "two workers"}}})
	doors := func(kind string, of ...string) (names [][2]string) {
		for i := 0; i < len(of); i += 2 {
			names = append(names, [2]string{kind + "/" + of[i], of[i+1]})
		}
		return names
	}
	over := fmt.Sprintf("%s requests over %d connections that stay open, on this machine; the client takes its share of the cores.", grouped(z.asks), z.connections)
	list = append(list,
		section{"POST /runs of the drill: processor time of the server", over, "µs a request", "post/bare µs", doors("post", "bare µs", "net/http, the same bytes", "echo µs", "echo, the same bytes", "hedgedrill-cached µs", "Hedgedrill, cached", "hedgedrill µs", "Hedgedrill, uncached", "idiomatic µs", "echo + kin-openapi's filter + Bind + validator + c.JSON")},
		section{"POST /runs of the drill: throughput", over, "requests a second", "post/bare /s", doors("post", "bare /s", "net/http, the same bytes", "echo /s", "echo, the same bytes", "hedgedrill-cached /s", "Hedgedrill, cached", "hedgedrill /s", "Hedgedrill, uncached", "idiomatic /s", "echo + kin-openapi's filter + Bind + validator + c.JSON")},
		section{"GET /runs/{id} of the drill: processor time of the server", over, "µs a request", "id/bare µs", doors("id", "bare µs", "net/http, the same bytes", "echo µs", "echo, the same bytes", "hedgedrill µs", "Hedgedrill", "hedgedrill-uncached µs", "Hedgedrill, uncached")},
		section{"events?at= of the drill, at 60 instants in turn: processor time of the server", over, "µs a request", "at/bare µs", doors("at", "bare µs", "net/http, the same bytes", "echo µs", "echo, the same bytes", "hedgedrill µs", "Hedgedrill", "hedgedrill-uncached µs", "Hedgedrill, uncached")},
		section{"Stepping", fmt.Sprintf("From event to event by nextMs, in the middle of a run of W2 with %s requests: processor time of the server.", grouped(z.stepped)), "ms a step", "step/first ms", [][2]string{
			{"step/first ms", "the first"}, {"step/next ms", "each after it"}}},
		section{"Pages", fmt.Sprintf("%s rows of a run of W2, in pages of 1,000: processor time of the server.", grouped(z.paged)), "ms", "rows/run ms", [][2]string{
			{"rows/run ms", "the run itself, POST /runs with its baseline"}, {"rows/pages ms", "all pages"}}},
		section{"Start", "From the start of the process to its word that it is ready, by the clock on the wall.", "ms", "", [][2]string{{"start/ready ms", "the server"}}},
	)
	return list
}
