package handlers

import (
	"bytes"
	"context"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/hedgedrill/hedgedrill/internal/intake"
	"github.com/hedgedrill/hedgedrill/internal/shelf"
)

// finished is an answer that never changes, in a coding, with the headers that it alone
// has. Nothing may change any of it: requests share it.
type finished struct {
	body        []byte
	tag, length []string
}

func (f *finished) size() int { return len(f.body) + len(f.tag[0]) + 128 }

// finish writes a value in a coding.
func (d *door) finish(value any, tag string, in coding) *finished {
	var body []byte
	d.buffers.with(func(buffer []byte) []byte {
		buffer = d.lines.Append(buffer, value)
		if body = in.encode(buffer); in.name == identity {
			body = bytes.Clone(buffer)
		}
		return buffer
	})
	return &finished{body, []string{tag}, []string{strconv.Itoa(len(body))}}
}

// sources are what Cache-Status says of an answer (RFC 9211).
var sources = [...][]string{
	shelf.Kept:   {"hedgedrill; hit"},
	shelf.Stored: {"hedgedrill; fwd=miss; stored"},
	shelf.Made:   {"hedgedrill; fwd=miss"},
	shelf.Shared: {"hedgedrill; fwd=miss; collapsed"},
}

var (
	vary       = []string{"Accept-Encoding"}
	isJSON     = []string{"application/json"}
	isForever  = []string{immutableForever}
	codingsSet = map[string][]string{"zstd": {"zstd"}, "gzip": {"gzip"}}
)

// announce sets the headers of an answer's coding.
func announce(h http.Header, in coding) {
	h["Vary"] = vary
	if in.name != identity {
		h["Content-Encoding"] = codingsSet[in.name]
	}
}

// get gives the answer of a target in a coding, from the shelf or by playing its run.
func (d *door) get(ctx context.Context, target string, in coding, r intake.Run, answer answerer) (*finished, shelf.Source, error) {
	return d.shelf.Get(ctx, shelf.Key{Target: target, Coding: in.name}, func(wanted func() bool) (*finished, error) {
		value, err := inTime(r, wanted, answer)
		if err != nil {
			return nil, err
		}
		return d.finish(value, d.etag(target, in), in), nil
	})
}

// deliver sends a finished answer. Its headers are set under their canonical names, as Set
// would, without a copy.
func deliver(c echo.Context, status int, f *finished, from shelf.Source, in coding) error {
	h := c.Response().Header()
	h["Cache-Status"] = sources[from]
	h["Content-Type"] = isJSON
	h["Content-Length"] = f.length
	announce(h, in)
	return send(c, status, f.body)
}

// deliverByID sends an answer that the client may keep for ever, unless it has it already.
func deliverByID(c echo.Context, f *finished, from shelf.Source, in coding) error {
	h, asked := c.Response().Header(), c.Request().Header
	h["Etag"] = f.tag
	h["Cache-Control"] = isForever
	if isConditional(asked) && (matches(asked, f.tag[0]) || isAny(asked)) {
		h["Vary"] = vary
		h["Cache-Status"] = sources[from]
		return empty(c, http.StatusNotModified)
	}
	return deliver(c, http.StatusOK, f, from, in)
}

// kept answers from the shelf alone, and says whether it could. The target is as the client
// spelled it, so it has been checked when the answer was made.
func (d *door) kept(c echo.Context) (answered bool, err error) {
	in := codingFor(c.Request().Header)
	f := d.shelf.Find(shelf.Key{Target: c.Request().RequestURI, Coding: in.name})
	if f == nil {
		return false, nil
	}
	return true, deliverByID(c, f, shelf.Kept, in)
}
