package theory

import (
	"fmt"
	"math"
	"testing"
)

// Answers that are good enough: after a ms a hop of n leaves that needs k of them goes
// on with what it has. It is cut short if fewer than k leaves are done by then, for k = n
// with chance 1 − (1 − S(a))ⁿ, and of all leaves 1 − S(a) have been answered.
func TestAnswersThatAreGoodEnough(t *testing.T) {
	seen := 0
	for _, law := range []string{`{"exponential":{"meanMs":10}}`, tailed} {
		for _, c := range []struct {
			leaves, quorum int
			after          float64
		}{{8, 0, 12}, {8, 0, 30}, {20, 0, 25}, {20, 15, 12}, {1, 0, 12}} {
			story := tell(t, `{"seed":17,"workload":{"requests":%d,`+paced+`,"fanOut":{"leaves":%d,"quorum":%d,"afterMs":%v}},"backend":{"latency":%s},"policy":{"none":{}}}`,
				requests(40_000), c.leaves, c.quorum, c.after, law)
			n, late := float64(len(story.calls)), story.law.Survival(c.after)
			k := c.quorum
			if k == 0 {
				k = c.leaves
			}
			what := fmt.Sprintf("%d of %d leaves in %v ms, %s", k, c.leaves, c.after, law)
			partial := 1 - atLeast(k, c.leaves, 1-late)
			near(t, what+": partial answers", float64(story.partial)/n, partial, 4*math.Sqrt(partial*(1-partial)/n))
			early := atLeast(k, c.leaves, 1-story.law.Survival(0.8*c.after))
			near(t, what+": answers in four fifths of the time", upTo(story.calls, 0.8*c.after), early, 4*math.Sqrt(early*(1-early)/n))
			if upTo(story.calls, c.after) != 1 {
				t.Errorf("%s: there are slower answers", what)
			}
			if k == c.leaves && k > 1 { // a quorum stops the rest
				all := n * float64(c.leaves)
				near(t, what+": completeness", float64(len(story.leaves))/all, 1-late, 4*math.Sqrt(late*(1-late)/all))
			}
			seen++
		}
	}
	t.Logf("%d scenarios", seen)
}

// Leaves hedge each for itself: a leaf with a backup after d takes longer than t with
// chance S(t)·S(t − d), and a hop is the slowest of its leaves.
func TestHedgedLeavesOfAFanOut(t *testing.T) {
	const delay, leaves = 25, 10
	story := tell(t, `{"seed":16,"workload":{"requests":%d,`+paced+`,"fanOut":{"leaves":%d}},"backend":{"latency":%s},"policy":{"hedge":{"delay":{"ms":%d}}}}`,
		requests(80_000), leaves, tailed, delay)
	slow := func(x float64) float64 {
		if x < delay {
			return story.law.Survival(x)
		}
		return story.law.Survival(x) * story.law.Survival(x-delay)
	}
	follows(t, "leaves", story.leaves, func(x float64) float64 { return 1 - slow(x) })
	follows(t, "requests", story.calls, func(x float64) float64 { return math.Pow(1-slow(x), leaves) })
	if len(story.leaves) != leaves*len(story.calls) {
		t.Errorf("%d leaves of %d requests", len(story.leaves), len(story.calls))
	}
}
