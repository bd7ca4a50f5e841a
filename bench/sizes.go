package main

// sizes are how large the runs are: in requests, unless their names say otherwise.
type sizes struct {
	name                  string
	w1, w2, w3            int
	tied, fanOut, twoHops int
	growth                []int
	simpy                 int
	ciw, cimba            int
	asks, warmAsks        int // HTTP requests of a measurement
	stepped, steps        int
	paged                 int
	heavy                 int // rounds of what takes long
	connections           int
	simulated             int // rounds of the simulators
}

var full = sizes{
	name: "full", w1: 10_000_000, w2: 1_000_000, w3: 1_000_000, tied: 500_000, fanOut: 10_000, twoHops: 50_000,
	growth: []int{100_000, 1_000_000, 10_000_000}, simpy: 50_000, ciw: 50_000,
	cimba: 1_000_000, asks: 4000, warmAsks: 400, stepped: 1_000_000, steps: 10, paged: 100_000, heavy: 3, connections: 4,
	simulated: 5,
}

var short = sizes{
	name: "quick", w1: 2_000_000, w2: 200_000, w3: 200_000, tied: 100_000, fanOut: 2000, twoHops: 10_000,
	growth: []int{100_000, 1_000_000}, simpy: 20_000, ciw: 20_000,
	cimba: 200_000, asks: 1000, warmAsks: 100, stepped: 200_000, steps: 4, paged: 20_000, heavy: 3, connections: 4,
	simulated: 3,
}
