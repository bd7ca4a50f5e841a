package handlers

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// qualities reads a list of preferences such as `gzip;q=0.5, *;q=0` (RFC 9110,
// 12.4.2) as weights in thousandths, by lower-case name. An element that is
// malformed counts as refused.
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

// accepts says whether the Accept header takes a media type; the most specific
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

// coding is a content coding of answers; encode is nil for identity.
type coding struct {
	name   string
	encode func([]byte) []byte
}

// codings are those that answers can have, the best first.
var codings = []coding{{"zstd", zstdEncode}, {"gzip", gzipEncode}}

// codingFor gives the coding with the largest weight in Accept-Encoding, at equal
// weights the best. It is identity where none is named: many clients that send `*`
// cannot read every coding.
func codingFor(h http.Header) coding {
	weights := qualities(h.Values("Accept-Encoding"))
	best, weight := coding{name: "identity"}, weights["identity"]
	for _, c := range codings {
		if w := weights[c.name]; w > weight || w == weight && w > 0 && best.encode == nil {
			best, weight = c, w
		}
	}
	return best
}

// zstdWriter has no state between calls of EncodeAll, which may be concurrent.
var zstdWriter, _ = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))

func zstdEncode(body []byte) []byte { return zstdWriter.EncodeAll(body, nil) }

func gzipEncode(body []byte) []byte {
	var b strings.Builder
	w, _ := gzip.NewWriterLevel(&b, gzip.DefaultCompression)
	_, _ = w.Write(body) // a Builder takes everything
	_ = w.Close()
	return []byte(b.String())
}
