package latency

import (
	"encoding/binary"
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"strings"
	"testing"
)

var golden = flag.Bool("golden", false, "rewrite testdata/draws.txt")

// These draws stand in every result: if one changes, results have. They are the
// same on every machine.
func TestGoldenDraws(t *testing.T) {
	const file, n = "testdata/draws.txt", 10_000
	var text strings.Builder
	fmt.Fprintf(&text, "# Of each law, by seed 1: the first attempts of requests 1 to 5 in ms, and the FNV-1a\n# digest of the draws of %d in µs, eight bytes each with the lowest first.\n", n)
	for _, s := range samples() {
		digest, rows, sampler := fnv.New64a(), n, s.law.Sampler(1)
		if s.law.Table != nil {
			rows = len(s.law.Table.PrimaryMs)
		}
		fmt.Fprintf(&text, "%-28s", s.name)
		for i := range n {
			ms := sampler.Service(i%rows+1, 1, 1, 1)
			if i < 5 {
				fmt.Fprintf(&text, "%14v", ms)
			}
			var bytes [8]byte
			binary.LittleEndian.PutUint64(bytes[:], uint64(ms))
			digest.Write(bytes[:])
		}
		fmt.Fprintf(&text, "  %016x\n", digest.Sum64())
	}
	if *golden {
		if err := os.WriteFile(file, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	was, is := strings.Split(string(want), "\n"), strings.Split(text.String(), "\n")
	for i := range max(len(was), len(is)) {
		if i >= len(was) || i >= len(is) || was[i] != is[i] {
			t.Fatalf("draws have changed, from line %d of %s on", i+1, file)
		}
	}
}

// The laws' own functions have the same bits everywhere too: closed forms that are
// told in answers come from them.
func TestGoldenFunctions(t *testing.T) {
	digest := fnv.New64a()
	add := func(x float64) { fmt.Fprintf(digest, "%x ", x) }
	for _, s := range samples() {
		add(s.law.Mean())
		add(s.law.Variance())
		for i := 1; i < 1000; i++ {
			q := s.law.Quantile(float64(i) / 1000)
			add(q)
			add(s.law.Survival(q))
		}
	}
	if got := digest.Sum64(); got != 0xe27c793fa3283a42 {
		t.Errorf("the functions' digest is %#x", got)
	}
}
