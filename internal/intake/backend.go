package intake

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
)

func backendRules(b engine.Backend, breaks report) {
	nestedLaws("latency", &b.Latency, 1, breaks)
	if b.Latency.Table == nil {
		return
	}
	if b.Copies != engine.Independent {
		breaks("A table has the backups' times itself: write `independent`"+orLaw, "copies", "latency/table")
	}
	if b.CommonCausePercent > 0 {
		breaks("A table has the backups' times itself: write 0"+orLaw, "commonCausePercent", "latency/table")
	}
}
