package handlers

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
)

// writeTime is how long a client may take to receive an answer.
const writeTime = 30 * time.Second

// writeInTime gives the client writeTime from now.
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
	h := c.Response().Header()
	h.Set("Vary", "Accept-Encoding")
	if coding.name != identity {
		h.Set("Content-Encoding", coding.name)
	}
	return write(c, status, media, body(coding))
}

func write(c echo.Context, status int, media string, body []byte) error {
	writeInTime(c) // again, because playing the run took time
	h := c.Response().Header()
	h.Set("Content-Type", media)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	c.Response().WriteHeader(status)
	if c.Request().Method == http.MethodHead {
		return nil
	}
	_, err := c.Response().Write(body)
	return err
}
