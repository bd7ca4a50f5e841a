package intake

import (
	"encoding/json"
	"math"
	"math/big"
	"strings"

	"github.com/hedgedrill/hedgedrill/api"
)

// toGrid takes each number in a value that is finer than its field's grid to the nearest
// value of the grid, in place. A number that would become 0 and is not stays, for number
// to refuse.
func toGrid(schema api.Schema, value any) any {
	switch v := value.(type) {
	case json.Number:
		if grid := schema.Grid(); grid > 0 {
			return onGrid(v, places(grid))
		}
	case []any:
		if schema.Type() == "array" {
			for i, item := range v {
				v[i] = toGrid(schema.Items(), item)
			}
		}
	case map[string]any:
		for name, member := range v {
			if of, known := schema.Property(name); known {
				v[name] = toGrid(of, member)
			}
		}
	}
	return value
}

// onGrid gives the number with at most so many decimals that is nearest to a canonical
// number, half away from zero. A number that would become 0 is given as it is.
func onGrid(n json.Number, places int) json.Number {
	if decimals(n) <= places || strings.Contains(string(n), "e") { // with an exponent, it is less than 1e-32
		return n
	}
	exact, _ := new(big.Rat).SetString(string(n))
	if rounded := canonical(exact.FloatString(places)); rounded != "0" {
		return rounded
	}
	return n
}

// places is the number of decimals that a step of 0.001 or the like leaves.
func places(step float64) int { return int(math.Round(-math.Log10(step))) }

// wouldBeZero says what to write in the place of a number that is not 0 but nearest to it.
func wouldBeZero(schema api.Schema) string {
	grid := plain(schema.Grid())
	write := "Write 0, or at least " + grid + "."
	if least, _ := schema.Bounds(); least != nil && *least > 0 {
		write = "Write at least " + plain(*least) + "."
	}
	return "A number that is not 0 would be rounded to 0, the nearest multiple of " + grid + ". " + write
}
