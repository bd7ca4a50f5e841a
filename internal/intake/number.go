package intake

import (
	"encoding/json"
	"strconv"
	"strings"
)

// canonical gives the one spelling of a JSON number's exact decimal value: plain
// digits, without an exponent, a sign of zero, or zeros that say nothing. A value
// that would need more than maxPlain digits keeps an exponent, as 12e400: no field
// takes such a value.
func canonical(literal string) json.Number {
	unsigned, negative := strings.CutPrefix(literal, "-")
	mantissa, exponent, _ := strings.Cut(strings.ToLower(unsigned), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	significant := strings.TrimRight(digits, "0")
	if significant == "" {
		return "0"
	}
	// value = significant × 10^power
	power := cut(saturated(exponent) - len(fraction) + len(digits) - len(significant))
	var plain string
	switch point := len(significant) + power; {
	case power >= 0 && point <= maxPlain:
		plain = significant + strings.Repeat("0", power)
	case point > 0 && power < 0:
		plain = significant[:point] + "." + significant[point:]
	case power < 0 && -power <= maxPlain:
		plain = "0." + strings.Repeat("0", -point) + significant
	default:
		plain = significant + "e" + strconv.Itoa(power)
	}
	if negative {
		plain = "-" + plain
	}
	return json.Number(plain)
}

// maxPlain is the most digits before or after the point of a plain spelling.
const maxPlain = 64

// cut cuts an exponent beyond any use to ± a billion.
func cut(exponent int) int { return max(-1e9, min(1e9, exponent)) }

// saturated reads an exponent, and cuts it.
func saturated(exponent string) int {
	n, err := strconv.Atoi(strings.TrimPrefix(exponent, "+"))
	if err == nil {
		return cut(n)
	}
	switch {
	case exponent == "":
		return 0
	case exponent[0] == '-':
		return -1e9
	default:
		return 1e9
	}
}

// decimals is the number of digits after the point of a canonical number's plain
// spelling.
func decimals(n json.Number) int {
	if _, exponent, ok := strings.Cut(string(n), "e"); ok {
		return max(0, -saturated(exponent))
	}
	_, fraction, _ := strings.Cut(string(n), ".")
	return len(fraction)
}

// isHuge says whether a canonical number is beyond what a float64 can hold.
func isHuge(n json.Number) bool {
	_, err := n.Float64()
	return err != nil
}
