package handlers

import (
	"net/http"
	"strconv"
	"strings"
)

// qualities reads a list of preferences such as `gzip;q=0.5, *;q=0` (RFC 9110,
// 12.4.2) as weights in thousandths, by lower-case name. A malformed element counts
// as refused.
func qualities(header []string) map[string]int {
	weights := map[string]int{}
	for element := range strings.SplitSeq(strings.Join(header, ","), ",") {
		name, parameters, _ := strings.Cut(element, ";")
		if name = strings.ToLower(strings.TrimSpace(name)); name == "" {
			continue
		}
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
		weights[name] = max(weights[name], weight)
	}
	return weights
}

// accepts says whether the Accept header allows a media type; the most specific
// range decides.
func accepts(h http.Header, media string) bool {
	header := h.Values("Accept")
	if len(header) == 0 {
		return true
	}
	weights := qualities(header)
	group, _, _ := strings.Cut(media, "/")
	for _, name := range []string{media, group + "/*", "*/*"} {
		if weight, ok := weights[name]; ok {
			return weight > 0
		}
	}
	return len(weights) == 0
}

// prefersMinimal says whether the client asks for a minimal answer (RFC 7240): the
// first preference named return counts.
func prefersMinimal(h http.Header) bool {
	for preference := range strings.SplitSeq(strings.Join(h.Values("Prefer"), ","), ",") {
		token, _, _ := strings.Cut(preference, ";")
		name, value, _ := strings.Cut(token, "=")
		if strings.EqualFold(strings.TrimSpace(name), "return") {
			return strings.Trim(strings.TrimSpace(value), `"`) == "minimal"
		}
	}
	return false
}
