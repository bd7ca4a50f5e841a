package theory

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/intake"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// lesson is a preset and its run, with its first thousand rows.
type lesson struct {
	intake.Preset
	measure.Report
	course *course
}

// claim is what a preset says: its verdict; every number of its title, of what it
// teaches and of what to look at, in this order and as its run gives it; and what must
// hold beyond them, the sign and the size of its source.
type claim struct {
	verdict string
	numbers func(t *testing.T, l lesson) []string
	holds   func(t *testing.T, l lesson)
}

func TestLessons(t *testing.T) {
	claims := map[string]claim{}
	for _, some := range []map[string]claim{drillClaims, copyClaims, tailClaims, queueClaims, tiedClaims} {
		for name, c := range some {
			claims[name] = c
		}
	}
	presets, own, numbers := corridor().Presets(), newCourse(1), 0
	for _, p := range presets {
		c, ok := claims[p.Name]
		delete(claims, p.Name)
		if !ok {
			t.Errorf("no test holds what %s says", p.Name)
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			if p.Scenario.Seed != 1 {
				t.Errorf("its seed is %d", p.Scenario.Seed)
			}
			l := own.lesson(t, p.Name)
			if teaches, lookAt := len(sentences(l.Teaches)), len(sentences(l.LookAt)); teaches > 3 || lookAt > 2 {
				t.Errorf("it teaches in %d sentences, and says in %d what to look at", teaches, lookAt)
			}
			numbers += c.check(t, l)
			l.checkFacts(t)
		})
	}
	for name := range claims {
		t.Errorf("there is no preset %s", name)
	}
	t.Logf("%d presets, %d numbers in their texts", len(presets), numbers)
}

// check compares a preset's texts with its run and gives the number of their numbers.
func (c claim) check(t *testing.T, l lesson) int {
	if l.Outcome.Verdict != c.verdict {
		t.Errorf("%s, should be %s", l.Outcome.Headline, c.verdict)
	}
	stated, told := numbersOf(l.text()), c.numbers(t, l)
	if !slices.Equal(stated, told) {
		t.Errorf("%s\nstates %v\n  told %v", l.text(), stated, told)
	}
	if c.holds != nil {
		c.holds(t, l)
	}
	return len(stated)
}

var (
	words  = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "fifteen", "sixteen", "twenty", "hundred"}
	number = regexp.MustCompile(`p?\d+(?:,\d{3})*(?:\.\d+)?|\b(?i:` + strings.Join(words[2:], "|") + `)\b`)
)

// numbersOf gives the numbers of a text, percentiles' names among them, in digits
// and without the commas between thousands. "One" is an article more often than not.
func numbersOf(text string) []string {
	found := number.FindAllString(text, -1)
	for i, n := range found {
		found[i] = strings.ReplaceAll(n, ",", "")
		if w := slices.Index(words, strings.ToLower(n)); w >= 0 {
			found[i] = fmt.Sprint([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 16, 20, 100}[w])
		}
	}
	return found
}

// said writes figures as texts do: times in whole ms; percents whole from ten on,
// and to a tenth below; all else as it is.
func said(figures ...any) []string {
	texts := make([]string, len(figures))
	for i, f := range figures {
		switch f := f.(type) {
		case fixed.Micros:
			texts[i] = fmt.Sprint(math.Round(ms(f)))
		case fixed.Percent:
			digits := 0
			if f < 10_000 {
				digits = 1
			}
			texts[i] = strings.TrimSuffix(strconv.FormatFloat(float64(f)/1000, 'f', digits, 64), ".0")
		default:
			texts[i] = fmt.Sprint(f)
		}
	}
	return texts
}

// within fails the test if a figure is off by more than a share of what it should be.
func within(t *testing.T, what string, got, want, share float64) {
	t.Helper()
	near(t, what, got, want, share*want)
}

// A text's numbers are found wherever they stand.
func TestNumbersOfTexts(t *testing.T) {
	got := numbersOf("Of 1,373 requests twenty-one: p99.9 is 2.5 s (p50: 3), two. One. A freshly tenth.")
	if want := []string{"1373", "20", "p99.9", "2.5", "p50", "3", "2"}; !slices.Equal(got, want) {
		t.Errorf("%v, should be %v", got, want)
	}
}
