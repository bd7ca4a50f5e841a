package latency

import (
	"encoding/binary"
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/draw"
)

var golden = flag.Bool("golden", false, "rewrite testdata")

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
			ms := sampler.Service(draw.At(i%rows+1, 1, 1, 1))
			if i < 5 {
				fmt.Fprintf(&text, "%14v", ms)
			}
			var bytes [8]byte
			binary.LittleEndian.PutUint64(bytes[:], uint64(ms))
			digest.Write(bytes[:])
		}
		fmt.Fprintf(&text, "  %016x\n", digest.Sum64())
	}
	compareGolden(t, file, text.String())
}

// compareGolden holds a text against a file, or with -golden writes it there.
func compareGolden(t *testing.T, file, text string) {
	t.Helper()
	if *golden {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	was, is := strings.Split(string(want), "\n"), strings.Split(text, "\n")
	for i := range max(len(was), len(is)) {
		if i >= len(was) || i >= len(is) || was[i] != is[i] {
			t.Fatalf("other than in %s, from line %d on; if that is meant, run with -golden", file, i+1)
		}
	}
}

// The laws' own functions have the same bits everywhere too: closed forms that are
// told in answers come from them.
func TestGoldenFunctions(t *testing.T) {
	var text strings.Builder
	fmt.Fprint(&text, "# Of each law, the FNV-1a digest of its mean, its variance, and 999 quantiles with\n# their survival, all in hexadecimal.\n")
	for _, s := range samples() {
		digest := fnv.New64a()
		add := func(x float64) { fmt.Fprintf(digest, "%x ", x) }
		add(s.law.Mean())
		add(s.law.Variance())
		for i := 1; i < 1000; i++ {
			q := s.law.Quantile(float64(i) / 1000)
			add(q)
			add(s.law.Survival(q))
		}
		fmt.Fprintf(&text, "%-28s  %016x\n", s.name, digest.Sum64())
	}
	compareGolden(t, "testdata/functions.txt", text.String())
}
