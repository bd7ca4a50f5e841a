package stats

import "math"

// batches is the number of parts of a run whose sums the variances are made of.
const batches = 64

// The number of waves: most, or few where these are more than slower times as strong
// as the others, since requests depend on each other over a good part of the run.
const (
	most   = 24
	few    = 8
	slower = 2.5
)

// spread is the long-run standard deviations per request of two sequences, the
// correlation of their sums, and the degrees of freedom of these estimates.
type spread struct {
	first, second, correlation float64
	freedom                    int
}

// waves estimates long-run variances from the sums of two sequences in the batches:
// each is projected on the first cosines over the run. Sums of long stretches are
// nearly normal, so the projections are nearly independent normals whose variance is
// the long-run variance, and their mean square has as many degrees of freedom as there
// are waves (equal-weighted cosines: Müller, J. Econometrics 2007; Lazarus, Lewis,
// Stock and Watson, JBES 2018).
func waves(first, second, sizes *[batches]float64, n int) spread {
	first, second = centered(first, sizes), centered(second, sizes)
	var a, b, both [batches]float64 // powers by wave, from 1
	cosines := cosines()
	for wave := 1; wave < batches; wave++ {
		x, y, norm := 0.0, 0.0, 0.0
		for i := range sizes {
			c := cosines[wave*(2*i+1)%len(cosines)] // cos(π·wave·(i + ½)/64)
			x += float64(c * first[i])
			y += float64(c * second[i])
			norm += float64(square(c) * sizes[i])
		}
		a[wave], b[wave], both[wave] = square(x)/norm, square(y)/norm, float64(x*y)/norm
	}
	k := min(most, n/2)
	if last := min(batches, n); isSlow(a[1:last]) || isSlow(b[1:last]) {
		k = few
	}
	s := spread{first: math.Sqrt(mean(a[1 : k+1])), second: math.Sqrt(mean(b[1 : k+1])), freedom: k}
	if s.first > 0 && s.second > 0 {
		s.correlation = max(-1, min(1, mean(both[1:k+1])/s.first/s.second))
	}
	return s
}

func isSlow(power []float64) bool { return mean(power[:few]) > slower*mean(power[few:]) }

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// total adds up the sums of the batches.
func total(sums *[batches]float64) float64 {
	all := 0.0
	for _, v := range sums {
		all += v
	}
	return all
}

// centered takes the mean per request out of the sums.
func centered(sums, sizes *[batches]float64) *[batches]float64 {
	each := total(sums) / total(sizes)
	var out [batches]float64
	for i := range sums {
		out[i] = sums[i] - float64(each*sizes[i])
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
