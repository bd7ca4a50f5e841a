package engine

// Capacity is where attempts are served: a union of which exactly one member is
// set.
type Capacity struct {
	Unlimited *Unlimited `json:"unlimited,omitempty"`
	Cluster   *Cluster   `json:"cluster,omitempty"`
}

// Servers are those that serve attempts; nil if capacity is unlimited.
func (c Capacity) Servers() *Cluster {
	switch {
	case c.Unlimited != nil:
		return nil
	case c.Cluster != nil:
		return c.Cluster
	default:
		panic("a capacity of no kind")
	}
}

// Unlimited capacity: every attempt starts when it is sent; nothing queues.
type Unlimited struct{}
