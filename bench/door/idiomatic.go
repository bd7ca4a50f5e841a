package main

import (
	"context"
	"net/http"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	"github.com/go-playground/validator/v10"
	"github.com/labstack/echo/v4"

	"github.com/hedgedrill/hedgedrill/bench/adapter"
)

// idiomatic is POST /runs by the libraries' own ways. It plays with the same engine, and
// gives the drill the same answer, but for the id, which it does not make.
func idiomatic() (http.Handler, error) {
	router, err := contract()
	if err != nil {
		return nil, err
	}
	loader, err := adapter.NewLoader()
	if err != nil {
		return nil, err
	}
	drill, err := loader.Load([]byte("{}"))
	if err != nil {
		return nil, err
	}
	e := echo.New()
	e.Validator = &tags{validator.New(validator.WithRequiredStructEnabled())}
	e.Use(filtered(router))
	e.POST("/runs", func(c echo.Context) error { return create(c, drill) })
	return e, nil
}

func contract() (routers.Router, error) {
	doc, err := openapi3.NewLoader().LoadFromData(adapter.Contract())
	if err != nil {
		return nil, err
	}
	doc.Servers = nil // any host
	return gorillamux.NewRouter(doc)
}

// filtered lets pass what the contract allows.
func filtered(router routers.Router) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			route, params, err := router.FindRoute(c.Request())
			if err != nil {
				return echo.NewHTTPError(http.StatusNotFound, err.Error())
			}
			err = openapi3filter.ValidateRequest(c.Request().Context(), &openapi3filter.RequestValidationInput{
				Request: c.Request(), PathParams: params, Route: route,
				Options: &openapi3filter.Options{AuthenticationFunc: allow, SkipSettingDefaults: true},
			})
			if err != nil {
				return echo.NewHTTPError(http.StatusUnprocessableEntity, err.Error())
			}
			return next(c)
		}
	}
}

func allow(context.Context, *openapi3filter.AuthenticationInput) error { return nil }

// tags checks the bounds in the types' tags.
type tags struct{ validate *validator.Validate }

func (t *tags) Validate(v any) error {
	if err := t.validate.Struct(v); err != nil {
		return echo.NewHTTPError(http.StatusUnprocessableEntity, err.Error())
	}
	return nil
}

// create decodes the body over the drill, checks, plays and answers.
func create(c echo.Context, drill *adapter.Scenario) error {
	s := adapter.Copy(drill)
	if err := c.Bind(s); err != nil {
		return err
	}
	if err := c.Validate(s); err != nil {
		return err
	}
	answer, err := adapter.WithPages(s)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, answer)
}
