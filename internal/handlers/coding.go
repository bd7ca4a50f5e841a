package handlers

import (
	"bytes"
	"net/http"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// coding is a content coding of answers.
type coding struct {
	name   string
	encode func([]byte) []byte
}

const identity = "identity"

// codings are those that compress, the best first.
var codings = []coding{{"zstd", zstdEncode}, {"gzip", gzipEncode}}

// codingFor gives the coding with the largest weight in Accept-Encoding, at equal
// weights the best. It is identity where none is named: many clients that send `*`
// cannot read every coding.
func codingFor(h http.Header) coding {
	header := h["Accept-Encoding"]
	best := coding{identity, func(body []byte) []byte { return body }}
	if len(header) == 0 {
		return best
	}
	weight, _ := quality(header, identity)
	for _, c := range codings {
		if w, _ := quality(header, c.name); w > weight || w == weight && w > 0 && best.name == identity {
			best, weight = c, w
		}
	}
	return best
}

// as gives a body in a coding; it is encoded for each answer.
func as(body []byte) func(coding) []byte {
	return func(c coding) []byte { return c.encode(body) }
}

// packed gives a body in a coding; it is encoded when the coding is first asked for,
// and kept.
func packed(body []byte) func(coding) []byte {
	kept := map[string]func() []byte{}
	for _, c := range codings {
		kept[c.name] = sync.OnceValue(func() []byte { return c.encode(body) })
	}
	return func(c coding) []byte {
		if encoded, ok := kept[c.name]; ok {
			return encoded()
		}
		return body
	}
}

// zstdWriter has no state between calls of EncodeAll, which may be concurrent.
var zstdWriter, _ = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))

func zstdEncode(body []byte) []byte { return zstdWriter.EncodeAll(body, nil) }

// gzipWriters are used again, because a new one takes most of a megabyte.
var gzipWriters = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

func gzipEncode(body []byte) []byte {
	var b bytes.Buffer
	w := gzipWriters.Get().(*gzip.Writer)
	defer gzipWriters.Put(w)
	w.Reset(&b)
	_, _ = w.Write(body) // a Buffer takes everything
	_ = w.Close()
	return b.Bytes()
}
