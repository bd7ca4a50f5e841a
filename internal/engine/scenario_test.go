package engine_test

import "testing"

// The price counts the most attempts of the run and those of its baseline.
func TestPriceAndBaseline(t *testing.T) {
	tests := []struct {
		words []string
		price int
	}{
		{[]string{"constant=20", "requests=20", "delay=50"}, 60},
		{[]string{"constant=20", "requests=20"}, 40},
		{[]string{"constant=20", "requests=20", "delay=50", "attempts=5"}, 120},
		{[]string{"constant=20", "requests=20", "delay=50", "attempts=1"}, 40},
	}
	for _, test := range tests {
		s, err := parseScene(test.words)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Price(); got != test.price {
			t.Errorf("%v costs %d, not %d", test.words, got, test.price)
		}
		baseline := s.Baseline()
		if baseline.Policy.None == nil || baseline.Policy.Hedge != nil {
			t.Errorf("the baseline of %v has the policy %+v", test.words, baseline.Policy)
		}
		if hedges := test.words[len(test.words)-1] != "requests=20"; hedges != (s.Policy.Hedge != nil) {
			t.Errorf("taking the baseline of %v has changed its policy to %+v", test.words, s.Policy)
		}
		if baseline.Policy.MaxAttempts() != 1 {
			t.Errorf("the baseline of %v may send %d attempts", test.words, baseline.Policy.MaxAttempts())
		}
	}
	t.Logf("%d scenarios", len(tests))
}
