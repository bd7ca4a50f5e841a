package measure_test

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// How headlines spell figures, a second time: decimals are counted, and cut by package
// big.

// spelled writes thousandths with so many significant digits, and all before the point.
func spelled(thousandths int64, digits int) string {
	before := len(fmt.Sprint(thousandths / 1000))
	decimals := max(0, min(3, digits-before))
	if thousandths < 1000 {
		decimals = 3 // what is below 1 has no more
	}
	text := big.NewRat(thousandths, 1000).FloatString(decimals)
	whole, fraction, _ := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if fraction = strings.TrimRight(fraction, "0"); fraction != "" {
		return whole + "." + fraction
	}
	return whole
}

// apart writes two thousandths with a unit, with as many digits as they need to differ.
func apart(from, to int64, unit string) string {
	digits := 3
	for from != to && spelled(from, digits) == spelled(to, digits) {
		digits++
	}
	return spelled(from, digits) + unit + " → " + spelled(to, digits) + unit
}

func signed(t fixed.Micros) string {
	switch {
	case t < 0:
		return "−" + spelled(int64(-t), 3)
	case t > 0:
		return "+" + spelled(int64(t), 3)
	default:
		return "0"
	}
}

func thousands(n int) string { return spelled(1000*int64(n), 3) }

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return thousands(n) + " " + what + "s"
}

// share writes a part of a whole in percent: nothing alone is 0 %, the whole alone 100 %.
func share(part, whole, digits int) string {
	thousandths := int64(rounded(big.NewRat(100_000*int64(part), int64(whole))))
	switch {
	case part > 0 && thousandths == 0:
		return "<0.001%"
	case part < whole && thousandths == 100_000:
		return ">99.999%"
	}
	for ; ; digits++ {
		if text := spelled(thousandths, digits); part == whole || text != "100" {
			return text + "%"
		}
	}
}

// shares writes two parts of a whole, with as many digits as they need to differ.
func shares(from, to, whole int) string {
	a, b := share(from, whole, 3), share(to, whole, 3)
	for digits := 4; a == b && digits < 6; digits++ { // the grid has five
		one, other := share(from, whole, digits), share(to, whole, digits)
		if one != other {
			return one + " → " + other
		}
	}
	return a + " → " + b
}
