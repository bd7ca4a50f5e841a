package handlers

import (
	"fmt"

	"github.com/labstack/echo/v4"

	"github.com/hedgedrill/hedgedrill/internal/intake"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

func (d *door) listRunLeaves(c echo.Context, q query) error {
	return d.byID(c, func(r intake.Run, wanted measure.Wanted) (any, error) {
		path := "/runs/" + r.ID + "/leaves"
		if total := r.Scenario.Workload.Total(); q.request() > total {
			return nil, badParameter("request", fmt.Sprintf("Must be from 1 to %d, the run's requests.", total))
		}
		page, err := q.page(path)
		if err != nil {
			return nil, err
		}
		rows, err := measure.Leaves(&r.Scenario, q.request(), page, wanted)
		return linked(rows, page, path, q), err
	})
}
