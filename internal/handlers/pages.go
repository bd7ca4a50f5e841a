package handlers

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/hedgedrill/hedgedrill/internal/docs"
	"github.com/hedgedrill/hedgedrill/internal/web"
)

// addPages adds the routes of the pages. They are for browsers, so the contract does
// not have them.
func (d *door) addPages(e *echo.Echo) error {
	drill, err := web.New()
	if err != nil {
		return err
	}
	reference, err := docs.Files()
	if err != nil {
		return err
	}
	for _, f := range slices.Concat(drill.Files(), reference) {
		e.Match([]string{http.MethodGet, http.MethodHead}, f.Path, d.file(f))
	}
	return nil
}

// file answers with a file. Any site may read the API's answers; the pages are for
// people, and other sites are kept out.
func (d *door) file(f web.File) echo.HandlerFunc {
	body := packed(f.Body)
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Del("Access-Control-Allow-Origin")
		h.Del("Access-Control-Expose-Headers")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Referrer-Policy", "no-referrer")
		for name, value := range f.Header {
			h.Set(name, value)
		}
		return d.conditional(c, f.Media, f.Caching, body)
	}
}
