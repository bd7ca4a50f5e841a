package latency

import "github.com/hedgedrill/hedgedrill/internal/fixed"

// Constant serves every attempt in the same time.
type Constant struct {
	Ms fixed.Ms `json:"ms" validate:"min=0,max=86400000000"`
}

// Service is the constant.
func (c *Constant) Service(Key) fixed.Ms { return c.Ms }

// Longest is the constant.
func (c *Constant) Longest() fixed.Ms { return c.Ms }
