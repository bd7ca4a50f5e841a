package measure

// What a test of another package holds against a second implementation.
var (
	Short   = short
	Change  = change
	Shares  = shares
	Grouped = grouped
)
