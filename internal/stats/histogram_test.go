package stats

import (
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Buckets follow each other without gap or overlap, none wider than its lower end
// divided by 2^bits, which is 0.1 % of it with ten bits: bucketOf and ends agree at both
// borders of every one.
func TestBuckets(t *testing.T) {
	for _, b := range []int{coarseBits, 10, fineBits} {
		h := NewHistogram(b)
		last := bucketOf(1<<62, b)
		next := fixed.Micros(0)
		for bucket := range last {
			lower, upper := h.ends(bucket)
			if lower != next || upper < lower || bucketOf(lower, b) != bucket || bucketOf(upper, b) != bucket || bucketOf(upper+1, b) != bucket+1 {
				t.Fatalf("%d bits: bucket %d is from %d to %d, which are of %d and %d", b, bucket, lower, upper, bucketOf(lower, b), bucketOf(upper, b))
			}
			if upper-lower > lower>>b || b >= 10 && (upper-lower)*1000 > lower {
				t.Fatalf("%d bits: bucket %d from %d to %d is too wide", b, bucket, lower, upper)
			}
			next = upper + 1
		}
		if next != 1<<62 {
			t.Errorf("%d bits: the buckets end at %d", b, next)
		}
		t.Logf("%d bits: %d buckets", b, last)
	}
}
