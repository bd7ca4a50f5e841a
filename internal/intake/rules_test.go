package intake

import (
	"fmt"
	"strings"
	"testing"
)

// faultsOf gives a body's faults, each as its pointer and its text.
func faultsOf(in *Intake, body string) (all []string) {
	if _, rejection := in.Body([]byte(body)); rejection != nil {
		for _, f := range rejection.Faults {
			all = append(all, *f.Pointer+": "+f.Detail)
		}
	}
	return all
}

// Rules that no schema can state. A fault points at the first place in the body where
// it can be put right.
var betweenFields = []struct {
	what, body string
	faults     []string // each the pointer and the beginning of the text
}{
	{"a warm-up of all requests", `{"workload":{"warmupRequests":20}}`, []string{"/workload/warmupRequests: The warm-up must leave at least one request to count: got 20 of 20 requests. Write at most 19."}},
	{"requests within the warm-up", `{"preset":"baseline","workload":{"requests":3,"warmupRequests":4}}`, []string{"/workload/warmupRequests: The warm-up"}},
	{"a last arrival too late", `{"workload":{"requests":11576,"arrival":{"paced":{"intervalMs":86400000}}},"backend":{"latency":{"constant":{"ms":1}}}}`, []string{"/workload/arrival/paced/intervalMs: The last request must arrive by 1000000000000 ms, and would arrive at 1000080000000."}},
	{"random arrivals too late", `{"workload":{"requests":1001,"arrival":{"poisson":{"ratePerSecond":0.000001}}},"backend":{"latency":{"constant":{"ms":1}}}}`, []string{"/workload/arrival/poisson/ratePerSecond: The last request must arrive by"}},
	{"a quorum above the leaves", `{"preset":"good-enough","workload":{"fanOut":{"leaves":97}}}`, []string{"/workload/fanOut/leaves: A quorum is at most the number of leaves: got 98 of 97."}},
	{"identical copies with a table", `{"backend":{"copies":"identical"}}`, []string{"/backend/copies: A table has the backups' times itself: write `independent`"}},
	{"a common cause with a table", `{"backend":{"commonCausePercent":1}}`, []string{"/backend/commonCausePercent: A table has the backups' times itself: write 0"}},
	{"columns of two lengths", `{"workload":{"requests":1},"backend":{"latency":{"table":{"primaryMs":[1]}}}}`, []string{"/backend/latency/table/primaryMs: The columns must be of one length: primaryMs has 1 rows, backupMs has 20."}},
	{"more requests than rows", `{"workload":{"requests":1000}}`, []string{"/workload/requests: The latency table serves one request a row, and has 20 rows for 1000 requests. Write at most 20 requests, or put a law such as"}},
	{"three attempts with a table", `{"policy":{"hedge":{"maxAttempts":3}}}`, []string{"/policy/hedge/maxAttempts: A table serves two attempts"}},
	{"three hops with a table", `{"workload":{"hops":3}}`, []string{"/workload/hops: A table serves requests of one hop; got 3 hops. Write 1, or put a law"}},
	{"three leaves with a table", `{"workload":{"fanOut":{"leaves":3}}}`, []string{"/workload/fanOut/leaves: A table serves requests of one leaf; got 3 leaves."}},
	{"bursts with a table", `{"workload":{"bursts":[{"atMs":1,"requests":1}]}}`, []string{"/workload/bursts: A table has no rows for the requests of bursts."}},
	{"a table put over hops", `{"preset":"good-enough","workload":{"fanOut":{"leaves":1,"quorum":0},"hops":2},"backend":{"latency":{"table":{"primaryMs":[1],"backupMs":[1]}}}}`, []string{
		"/backend/latency/table/primaryMs: The latency table serves one request a row, and has 1 rows for 1000 requests.", "/workload/hops: A table serves requests of one hop"}},
	{"no such server", `{"backend":{"capacity":{"cluster":{"servers":2,"slow":[{"server":3,"fromMs":0,"toMs":1,"factor":2}]}}}}`, []string{"/backend/capacity/cluster/slow/0/server: There is no server 3: write 1 to 2, or 0 for all."}},
	{"servers taken from under a window", `{"preset":"one-down-server","backend":{"capacity":{"cluster":{"servers":2,"down":[{"server":3,"fromMs":0,"toMs":1}]}}}}`, []string{"/backend/capacity/cluster/down/0/server: There is no server 3"}},
	{"windows that end at once", `{"workload":{"deadlineMs":1},"backend":{"capacity":{"cluster":{"servers":2,"slow":[{"server":0,"fromMs":5,"toMs":5,"factor":2}],"down":[{"server":0,"fromMs":0,"toMs":1},{"server":0,"fromMs":6,"toMs":5}]}}}}`,
		[]string{"/backend/capacity/cluster/down/1/toMs: A window must end after it begins: got 6 to 5 ms.", "/backend/capacity/cluster/slow/0/toMs: A window must end after it begins: got 5 to 5 ms."}},
	{"a server down without a deadline", `{"preset":"one-down-server","workload":{"deadlineMs":0}}`, []string{"/workload/deadlineMs: A request to a server that is down ends only at its deadline"}},
	{"a price above the ceiling", `{"preset":"fan-out-2000","workload":{"hops":100}}`, []string{"/workload/hops: The run is too large: requests × leaves × attempts, with those of its baseline, may be at most 40000000; got 400000000."}},
	{"faults of every room", `{"workload":{"warmupRequests":20},"backend":{"copies":"identical","capacity":{"cluster":{"servers":1,"slow":[{"server":1,"fromMs":1,"toMs":1,"factor":1}]}}},"policy":{"hedge":{"maxAttempts":3}}}`,
		[]string{"/backend/capacity/cluster/slow/0/toMs: ", "/backend/copies: ", "/policy/hedge/maxAttempts: ", "/workload/warmupRequests: "}},
	{"none", `{"preset":"one-down-server"}`, nil},
}

func TestRulesBetweenFields(t *testing.T) {
	in := newIntake(t)
	for _, test := range betweenFields {
		got := faultsOf(in, test.body)
		if len(got) != len(test.faults) {
			t.Errorf("%s: %q", test.what, got)
			continue
		}
		for i, want := range test.faults {
			if !strings.HasPrefix(got[i], want) {
				t.Errorf("%s: %q, not %q", test.what, got[i], want)
			}
		}
	}
	t.Logf("%d bodies", len(betweenFields))
}

// A rejection lists the first twenty of many faults, and counts all.
func TestManyBrokenRules(t *testing.T) {
	var windows []string
	for range 30 {
		windows = append(windows, `{"server":2,"fromMs":1,"toMs":1}`)
	}
	body := fmt.Sprintf(`{"workload":{"deadlineMs":1},"backend":{"capacity":{"cluster":{"servers":1,"down":[%s]}}}}`, strings.Join(windows, ","))
	_, rejection := newIntake(t).Body([]byte(body))
	if rejection == nil || len(rejection.Faults) != MaxFaults || rejection.Total != 60 {
		t.Errorf("%+v", rejection)
	}
}
