package fixed

// pairs are the numbers from 00 to 99.
const pairs = "0001020304050607080910111213141516171819" +
	"2021222324252627282930313233343536373839" +
	"4041424344454647484950515253545556575859" +
	"6061626364656667686970717273747576777879" +
	"8081828384858687888990919293949596979899"

// AppendWhole appends an integer, as strconv.AppendInt does, and faster: an answer is mostly
// numbers.
func AppendWhole(to []byte, n int64) []byte {
	if n < 0 {
		return appendDigits(append(to, '-'), -uint64(n)) // right for the least int64 too
	}
	return appendDigits(to, uint64(n))
}

func appendDigits(to []byte, n uint64) []byte {
	if n < 10 {
		return append(to, byte('0'+n))
	}
	if n < 100 {
		return append(to, pairs[2*n], pairs[2*n+1])
	}
	low := n % 100 * 2
	if n < 1000 {
		return append(to, byte('0'+n/100), pairs[low], pairs[low+1])
	}
	if n >= 10_000 {
		to = appendDigits(to, n/10_000)
	}
	high := n / 100 % 100 * 2
	return append(to, pairs[high], pairs[high+1], pairs[low], pairs[low+1])
}
