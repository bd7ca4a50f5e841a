package handlers

import (
	"net/http"
	"strconv"
	"strings"
)

// quality is the weight, in thousandths, that a list of preferences such as
// `gzip;q=0.5, *;q=0` gives to a name (RFC 9110, 12.4.2), and whether it has the name. A
// malformed weight counts as 0; of several the largest counts.
func quality(header []string, name string) (weight int, named bool) {
	for _, list := range header {
		for element := range strings.SplitSeq(list, ",") {
			of, parameters, _ := strings.Cut(element, ";")
			if strings.EqualFold(strings.TrimSpace(of), name) {
				weight, named = max(weight, weightIn(parameters)), true
			}
		}
	}
	return weight, named
}

// weightIn reads the q of an element's parameters.
func weightIn(parameters string) int {
	weight := 1000
	for parameter := range strings.SplitSeq(parameters, ";") {
		key, value, _ := strings.Cut(strings.TrimSpace(parameter), "=")
		if strings.EqualFold(key, "q") {
			q, err := strconv.ParseFloat(value, 64)
			if err != nil || !(q >= 0 && q <= 1) {
				q = 0
			}
			weight = int(q * 1000)
		}
	}
	return weight
}

// accepts says whether the Accept header allows a media type; the most specific
// range decides.
func accepts(h http.Header, media string) bool {
	header := h["Accept"]
	if len(header) == 0 || len(header) == 1 && header[0] == "*/*" { // as most
		return true
	}
	group, _, _ := strings.Cut(media, "/")
	for _, name := range []string{media, group + "/*", "*/*"} {
		if weight, named := quality(header, name); named {
			return weight > 0
		}
	}
	return namesNothing(header)
}

// namesNothing says whether a list of preferences has no name.
func namesNothing(header []string) bool {
	for element := range strings.SplitSeq(strings.Join(header, ","), ",") {
		if name, _, _ := strings.Cut(element, ";"); strings.TrimSpace(name) != "" {
			return false
		}
	}
	return true
}

// prefersMinimal says whether the client asks for a minimal answer (RFC 7240): the
// first preference named return counts.
func prefersMinimal(h http.Header) bool {
	if len(h["Prefer"]) == 0 { // as most
		return false
	}
	for preference := range strings.SplitSeq(strings.Join(h.Values("Prefer"), ","), ",") {
		token, _, _ := strings.Cut(preference, ";")
		name, value, _ := strings.Cut(token, "=")
		if strings.EqualFold(strings.TrimSpace(name), "return") {
			return strings.Trim(strings.TrimSpace(value), `"`) == "minimal"
		}
	}
	return false
}
