package stats

import "math"

// batches is the number of parts of a run whose sums the variances are made of.
const batches = 64

// most is the largest number of waves, so of degrees of freedom.
const most = 24

// few is the number of waves where slow ones are stronger, most elsewhere.
const few = 8

// spread is the long-run standard deviations per request of two sequences, and the
// correlation of their sums, with the degrees of freedom of the estimates.
type spread struct {
	first, second, correlation float64
	freedom                    int
}

func waves(first, second, sizes *[batches]float64, n int) spread {
	first, second = centered(first, sizes), centered(second, sizes)
	cosines := cosines()
	var a, b, ab [batches]float64
	for wave := 1; wave < batches; wave++ {
		x, y, norm := 0.0, 0.0, 0.0
		for i := range sizes {
			c := cosines[wave*(2*i+1)%len(cosines)] // cos(π·wave·(i + ½)/64)
			x += float64(c * first[i])
			y += float64(c * second[i])
			norm += float64(float64(c*c) * sizes[i])
		}
		a[wave] = float64(x*x) / norm
		b[wave] = float64(y*y) / norm
		ab[wave] = float64(x*y) / norm
	}
	k := min(most, n/2)
	last := min(batches, n) - 1
	if slow(a[1:last+1]) || slow(b[1:last+1]) {
		k = few
	}
	va, vb, vab := mean(a[1:k+1]), mean(b[1:k+1]), mean(ab[1:k+1])
	s := spread{first: math.Sqrt(va), second: math.Sqrt(vb), freedom: k}
	if va > 0 && vb > 0 {
		s.correlation = max(-1, min(1, vab/math.Sqrt(float64(va*vb))))
	}
	return s
}

func slow(power []float64) bool {
	return mean(power[:few]) > slowRatio*mean(power[few:])
}

var slowRatio = 2.5

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// centered takes the mean per request out of the sums.
func centered(sums, sizes *[batches]float64) *[batches]float64 {
	total, n := 0.0, 0.0
	for i := range sums {
		total += sums[i]
		n += sizes[i]
	}
	var out [batches]float64
	for i := range sums {
		out[i] = sums[i] - float64(total/n*sizes[i])
	}
	return &out
}

// cosines is cos(π·i/128) for all i of a circle, by Chebyshev's recurrence, whose
// error stays below 10⁻¹².
func cosines() (c [4 * batches]float64) {
	const step = 0.99969881869620422012 // cos(π/128)
	c[0], c[1] = 1, step
	for i := 2; i < len(c); i++ {
		c[i] = float64(2*step*c[i-1]) - c[i-2]
	}
	return c
}

// student is the 97.5 % point of Student's t with ν ≥ 8 degrees of freedom (Fisher's
// expansion, within 0.0005).
func student(freedom int) float64 {
	const z = 1.959963984540054
	const z3, z5, z7 = z * z * z, z * z * z * z * z, z * z * z * z * z * z * z
	v := float64(freedom)
	t := z + float64((z3+z)/4)/v
	t += float64((5*z5+16*z3+3*z)/96) / float64(v*v)
	return t + float64((3*z7+19*z5+17*z3-15*z)/384)/float64(v*v*v)
}
