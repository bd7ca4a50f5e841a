package stats

import "github.com/hedgedrill/hedgedrill/internal/fixed"

// ends are the least and the largest value that a bucket may hold.
func (q *quantile) ends(bucket int) (low, high fixed.Micros) {
	low, high = q.fine.ends(bucket)
	return low, min(high, q.slowest)
}

// isHeavy says whether a bucket holds so many values that it is no small part of a
// smooth law on the scale of the interval.
func (q *quantile) isHeavy(bucket int) bool {
	return float64(q.fine.counts[bucket]) > q.half/2
}

// width is the width of the bucket in the middle; 0 where latencies are kept.
func (q *quantile) width() fixed.Micros {
	if q.kept != nil {
		return 0
	}
	bucket, _ := q.fine.find(q.center())
	if bucket == len(q.fine.counts) {
		return 0
	}
	low, high := q.ends(bucket)
	return high - low
}

// gapped says whether most of the range in which the percentile may lie is one gap
// between two values, wider than a hundredth of the percentile.
func (q *quantile) gapped() bool {
	first, last := q.center()-q.half, q.center()+q.half
	low, high := q.at(first).low, q.at(last).high
	least := max((high-low)/2, q.middle()/100)
	if q.kept != nil {
		for i := int(first); i < int(last); i++ {
			if q.value(q.sorted[i])-q.value(q.sorted[i-1]) > least {
				return true
			}
		}
		return false
	}
	from, _ := q.fine.find(first)
	to, _ := q.fine.find(last)
	before := low
	for bucket := from; bucket <= to; bucket++ {
		v := float64(q.missed)
		if bucket < len(q.fine.counts) {
			if q.fine.counts[bucket] == 0 {
				continue
			}
			end, _ := q.ends(bucket)
			v = float64(end)
		}
		if v-before > least {
			return true
		}
		before = v
	}
	return false
}
