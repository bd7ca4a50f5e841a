package handlers

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
)

// writeTime is how long a client may take to receive an answer.
const writeTime = 30 * time.Second

// writeInTime gives the client writeTime from now. Every answer begins with it, because
// net/http takes the limit away after each.
func writeInTime(c echo.Context) {
	_ = http.NewResponseController(c.Response()).SetWriteDeadline(time.Now().Add(writeTime)) // fails only in tests, on a recorder
}

// text writes a value as JSON.
func (d *door) text(value any) []byte { return d.lines.Append(nil, value) }

// answerJSON answers with a value.
func (d *door) answerJSON(c echo.Context, status int, value any) error {
	return encoded(c, status, "application/json", as(d.text(value)))
}

// encoded writes an answer in the coding that the client prefers.
func encoded(c echo.Context, status int, media string, body func(coding) []byte) error {
	coding := codingFor(c.Request().Header)
	announce(c.Response().Header(), coding)
	return write(c, status, media, body(coding))
}

func write(c echo.Context, status int, media string, body []byte) error {
	h := c.Response().Header()
	h.Set("Content-Type", media)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	return send(c, status, body)
}

// send writes an answer whose headers are set.
func send(c echo.Context, status int, body []byte) error {
	writeInTime(c)
	c.Response().WriteHeader(status)
	if c.Request().Method == http.MethodHead {
		return nil
	}
	_, err := c.Response().Write(body)
	return err
}

// empty answers without a body.
func empty(c echo.Context, status int) error {
	writeInTime(c)
	return c.NoContent(status)
}

// buffers are those in which answers are written.
type buffers struct{ pool sync.Pool }

// maxBuffer is the size up to which a buffer is kept.
const maxBuffer = 1 << 20

// with lends a buffer, and takes back what has become of it.
func (b *buffers) with(use func([]byte) []byte) {
	buffer, _ := b.pool.Get().(*[]byte)
	if buffer == nil {
		buffer = new([]byte)
	}
	if *buffer = use((*buffer)[:0]); cap(*buffer) <= maxBuffer {
		b.pool.Put(buffer)
	}
}
