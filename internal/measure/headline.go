package measure

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Figures in headlines have three significant digits, whole from 100 up, with a comma
// between thousands; two of them have as many more as they need to differ, up to the
// thousandths that they are kept in.

// ms spells a time in milliseconds.
func ms(t fixed.Micros) string { return short(int64(t), 3) }

// change spells two times in milliseconds, apart where they differ.
func change(from, to fixed.Micros) string {
	a, b := apart(int64(from), int64(to))
	return a + " → " + b + " ms"
}

// apart spells two thousandths so that they differ where they do.
func apart(from, to int64) (a, b string) {
	for digits := 3; ; digits++ {
		a, b = short(from, digits), short(to, digits)
		if a != b || from == to || digits > 19 {
			return a, b
		}
	}
}

// signed spells a difference in milliseconds with its sign.
func signed(t fixed.Micros) string {
	switch {
	case t < 0:
		return "−" + ms(-t)
	case t > 0:
		return "+" + ms(t)
	default:
		return "0"
	}
}

// short spells thousandths with so many significant digits, and all before the point.
func short(thousandths int64, digits int) string {
	unit := int64(1)
	for limit := power(digits); thousandths >= limit && unit < 1000; limit *= 10 {
		unit *= 10
	}
	rounded := fixed.Micros((thousandths + unit/2) / unit * unit)
	whole, fraction, found := strings.Cut(rounded.String(), ".")
	n, err := strconv.Atoi(whole)
	if err != nil {
		panic("a time is spelled without digits: " + whole)
	}
	if found {
		return grouped(n) + "." + fraction
	}
	return grouped(n)
}

func power(digits int) int64 {
	p := int64(1)
	for range digits {
		p *= 10
	}
	return p
}

// share spells a part of a whole in percent: never 0 % where there is a part, nor 100 %
// where one is missing.
func share(part, whole int) string {
	thousandths := fixed.Ratio(int64(part), 100_000, int64(max(1, whole)))
	switch {
	case part == 0 || part == whole:
		return short(thousandths, 3) + "%"
	case thousandths == 0:
		return "<0.001%"
	case thousandths == 100_000:
		return ">99.999%"
	}
	for digits := 3; ; digits++ {
		if text := short(thousandths, digits); text != "100" {
			return text + "%"
		}
	}
}

// shares spells two parts of one whole, apart where they differ.
func shares(from, to, whole int) string {
	a, b := share(from, whole), share(to, whole)
	ratio := func(n int) int64 { return fixed.Ratio(int64(n), 100_000, int64(max(1, whole))) }
	if one, other := ratio(from), ratio(to); a == b && one != other {
		a, b = apart(one, other)
		a, b = a+"%", b+"%"
	}
	return a + " → " + b
}

// percent spells an extra load with its sign.
func percent(p fixed.Percent) string { return "+" + short(int64(p), 3) + "%" }

// grouped writes a count with a comma between thousands.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// counted writes a count with what is counted, in the singular for one.
func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%s %s", grouped(n), what)
}
