// Package fixed holds decimals with three or six places as whole thousandths or
// millionths, so that arithmetic on them is exact. A time in milliseconds is a number
// of microseconds, a percent is a number of thousandths of a percent, and a parameter
// without a unit is a number of millionths.
//
// In JSON they are plain numbers with at most three or six decimals and no trailing
// zeros (640, 12.345), as ECMAScript and RFC 8785 spell them.
package fixed

import (
	"errors"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// Micros is a point in simulated time, or a span of it, in whole microseconds.
// JSON writes it in milliseconds.
type Micros int64

// Percent is a share of a hundred in thousandths of a percent.
// JSON writes it in percent, 0 to 100.
type Percent int64

// Millionths is a number without a unit, or a percent where the tail beyond
// 99.999 matters. JSON writes it with at most six decimals.
type Millionths int64

// Millisecond is one millisecond.
const Millisecond Micros = 1000

// String gives the value in milliseconds, without a unit: "12.345".
func (m Micros) String() string { return string(Append(nil, int64(m))) }

// MarshalJSON writes milliseconds.
func (m Micros) MarshalJSON() ([]byte, error) { return Append(nil, int64(m)), nil }

// UnmarshalJSON reads milliseconds; more than three decimals are an error.
func (m *Micros) UnmarshalJSON(text []byte) error { return unmarshal(text, thousandth, (*int64)(m)) }

// String gives the value in percent, without a sign: "33.333".
func (p Percent) String() string { return string(Append(nil, int64(p))) }

// MarshalJSON writes percent.
func (p Percent) MarshalJSON() ([]byte, error) { return Append(nil, int64(p)), nil }

// UnmarshalJSON reads percent; more than three decimals are an error.
func (p *Percent) UnmarshalJSON(text []byte) error { return unmarshal(text, thousandth, (*int64)(p)) }

// String gives the value: "1.000001".
func (m Millionths) String() string { return string(appendPlaces(nil, int64(m), millionth)) }

// MarshalJSON writes the value.
func (m Millionths) MarshalJSON() ([]byte, error) {
	return appendPlaces(nil, int64(m), millionth), nil
}

// UnmarshalJSON reads a value; more than six decimals are an error.
func (m *Millionths) UnmarshalJSON(text []byte) error {
	return unmarshal(text, millionth, (*int64)(m))
}

// Float is the value as the nearest float64.
func (m Millionths) Float() float64 { return float64(m) / 1e6 }

// The decimal places of a thousandth and of a millionth.
const (
	thousandth = 3
	millionth  = 6
)

func unmarshal(text []byte, places int, to *int64) error {
	n, err := parsePlaces(string(text), places)
	if err == nil {
		*to = n
	}
	return err
}

// Append appends thousandths as a decimal in its shortest spelling.
func Append(to []byte, thousandths int64) []byte {
	if whole := thousandths / 1000; whole*1000 == thousandths { // as most are
		return AppendWhole(to, whole)
	}
	return appendPlaces(to, thousandths, thousandth)
}

// AppendMillionths appends millionths as a decimal in its shortest spelling.
func AppendMillionths(to []byte, millionths int64) []byte {
	return appendPlaces(to, millionths, millionth)
}

// appendPlaces appends n units of the last of so many decimal places.
func appendPlaces(to []byte, n int64, places int) []byte {
	whole := uint64(n)
	if n < 0 {
		to = append(to, '-')
		whole = -whole // right for the least int64 too
	}
	var digits [millionth]byte
	for i := places - 1; i >= 0; i-- {
		whole, digits[i] = whole/10, byte('0'+whole%10)
	}
	to = strconv.AppendUint(to, whole, 10)
	for places > 0 && digits[places-1] == '0' {
		places--
	}
	if places == 0 {
		return to
	}
	return append(append(to, '.'), digits[:places]...)
}

var (
	errSyntax = errors.New("not a plain decimal")
	errFiner  = errors.New("more decimals than there may be")
	errRange  = errors.New("out of range")
)

// Parse reads a plain decimal (a sign, digits, a point, digits; no exponent) as
// thousandths. It never rounds: a value finer than a thousandth is an error.
func Parse(text string) (int64, error) { return parsePlaces(text, thousandth) }

// parsePlaces reads a plain decimal in units of the last of so many places.
func parsePlaces(text string, places int) (int64, error) {
	unsigned, negative := strings.CutPrefix(text, "-")
	whole, fraction, _ := strings.Cut(unsigned, ".")
	fraction = strings.TrimRight(fraction, "0")
	if len(fraction) > places {
		return 0, errFiner
	}
	digits := whole + fraction + "000000"[:places-len(fraction)]
	if whole == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, errSyntax
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return 0, errRange
	}
	if negative {
		n = -n
	}
	return n, nil
}

// Spelled reads text only in the spelling that Append gives it: one text per
// value, so that a query names an instant in one way.
func Spelled(text string) (int64, bool) {
	n, err := Parse(text)
	return n, err == nil && string(Append(nil, n)) == text
}

// Ratio gives num·scale/den rounded half away from zero, for num, scale ≥ 0 and
// den > 0; the product may exceed 64 bits. What the quotient itself cannot hold
// is the largest int64.
func Ratio(num, scale, den int64) int64 {
	high, low := bits.Mul64(uint64(num), uint64(scale))
	low, carry := bits.Add64(low, uint64(den)/2, 0)
	high += carry
	if high >= uint64(den) {
		return math.MaxInt64
	}
	quotient, _ := bits.Div64(high, low, uint64(den))
	return int64(min(quotient, math.MaxInt64))
}
