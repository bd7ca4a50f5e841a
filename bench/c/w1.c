// W1: independent requests. A request that has no answer after 25 ms sends an
// independent backup, and the first answer cancels the other copy at once.
//
// usage: w1 table|simd REQUESTS SEED
#include "law.h"
#include "report.h"

#define DELAY 25.0

static totals sums;

// hedged gives the latency of a request whose primary takes longer than the delay.
static inline double hedged(rng *r, double primary) {
  double backup = DELAY + service(r);
  sums.hedges++;
  if (backup < primary) {
    sums.backup_wins++;
    sums.loser_work += backup;
    return backup;
  }
  sums.loser_work += primary - DELAY;
  return primary;
}

static void run_table(rng *r, uint64_t n) {
  for (uint64_t i = 0; i < n; i++) {
    double latency = service(r);
    if (UNLIKELY(latency > DELAY)) latency = hedged(r, latency);
    sums.latency += latency;
    record(&sums.latencies, latency);
  }
}

#ifdef __AVX2__
#include <immintrin.h>

#define LANES 4
typedef __m256i words;
typedef __m256d numbers;

static double low[STRIPS], step[STRIPS], flat[STRIPS];

static inline words rotated(words x, int k) { return _mm256_or_si256(_mm256_slli_epi64(x, k), _mm256_srli_epi64(x, 64 - k)); }

// to_numbers converts words below 2^52: as the mantissa of 2^52, less 2^52.
static inline numbers to_numbers(words x) {
  const numbers base = _mm256_set1_pd(0x1p52);
  return _mm256_sub_pd(_mm256_castsi256_pd(_mm256_or_si256(x, _mm256_castpd_si256(base))), base);
}

// finished gives the latencies of four draws of which some, about one group in eight, are
// uneven or hedged. It takes them one by one.
static __attribute__((noinline)) numbers finished(rng *r, words bits, numbers x, int rough) {
  uint64_t drawn[LANES];
  double latency[LANES];
  _mm256_storeu_si256((__m256i *)drawn, bits);
  _mm256_storeu_pd(latency, x);
  for (int i = 0; i < LANES; i++) {
    const uint64_t strip = drawn[i] >> (64 - STRIP_BITS);
    if (rough >> i & 1)
      while (!uneven(r, drawn[i], &latency[i])) drawn[i] = strip << (64 - STRIP_BITS) | word(r) >> STRIP_BITS;
    if (latency[i] > DELAY) latency[i] = hedged(r, latency[i]);
  }
  return _mm256_loadu_pd(latency);
}

// run_simd draws primaries by fours, from four generators for each of two groups, so
// that the processor works at one while it waits for the other's strips.
static void run_simd(rng *r, uint64_t n) {
  for (int i = 0; i < STRIPS; i++) {
    low[i] = strips[i].low;
    step[i] = i == STRIPS - 1 ? 0 : strips[i].width * PLACE;
    flat[i] = strips[i].flat;
  }
  words s[2][4];
  for (int g = 0; g < 2; g++)
    for (int j = 0; j < 4; j++) s[g][j] = _mm256_set_epi64x(word(r), word(r), word(r), word(r));
  numbers sum[2] = {_mm256_setzero_pd(), _mm256_setzero_pd()};
  for (uint64_t i = 0; i < n; i += 2 * LANES)
    for (int g = 0; g < 2; g++) {
      words a = s[g][0], b = s[g][1], c = s[g][2], d = s[g][3];
      words bits = _mm256_add_epi64(rotated(_mm256_add_epi64(a, d), 23), a), t = _mm256_slli_epi64(b, 17);
      c = _mm256_xor_si256(c, a);
      d = _mm256_xor_si256(d, b);
      s[g][1] = _mm256_xor_si256(b, c);
      s[g][0] = _mm256_xor_si256(a, d);
      s[g][2] = _mm256_xor_si256(c, t);
      s[g][3] = rotated(d, 45);
      words strip = _mm256_srli_epi64(bits, 64 - STRIP_BITS);
      numbers height = to_numbers(_mm256_and_si256(bits, _mm256_set1_epi64x((1 << HEIGHT_BITS) - 1)));
      numbers place = to_numbers(_mm256_srli_epi64(_mm256_slli_epi64(bits, STRIP_BITS), STRIP_BITS + HEIGHT_BITS));
      numbers x = _mm256_add_pd(_mm256_i64gather_pd(low, strip, 8), _mm256_mul_pd(_mm256_i64gather_pd(step, strip, 8), place));
      int rough = _mm256_movemask_pd(_mm256_cmp_pd(height, _mm256_i64gather_pd(flat, strip, 8), _CMP_NLT_UQ));
      int late = _mm256_movemask_pd(_mm256_cmp_pd(x, _mm256_set1_pd(DELAY), _CMP_GT_OQ));
      if (UNLIKELY(rough | late)) x = finished(r, bits, x, rough);
      sum[g] = _mm256_add_pd(sum[g], x);
      // No latency of this law is beyond the histogram: that would be 16 sigmas.
      uint64_t bucket[LANES];
      _mm256_storeu_si256((__m256i *)bucket, _mm256_sub_epi64(_mm256_srli_epi64(_mm256_castpd_si256(x), 52 - BITS), _mm256_set1_epi64x(FIRST)));
      for (int lane = 0; lane < LANES; lane++) sums.latencies.count[bucket[lane]]++;
    }
  double all[LANES];
  _mm256_storeu_pd(all, _mm256_add_pd(sum[0], sum[1]));
  sums.latency = all[0] + all[1] + all[2] + all[3];
}
#endif

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  uint64_t n = strtoull(argv[2], 0, 10);
  n -= n % 8; // the SIMD variant plays eight at once
  rng r = seeded(strtoull(argv[3], 0, 10));
  double start = cpu_ns();
  cut_layers();
  cut_strips();
  double ready = cpu_ns();
  if (!strcmp(argv[1], "table")) run_table(&r, n);
  else {
#ifdef __AVX2__
    run_simd(&r, n);
#else
    printf("{\"mode\":\"simd\",\"unavailable\":\"this processor has no AVX2\"}\n");
    return 0;
#endif
  }
  report(argv[1], &sums, n, ready - start, cpu_ns() - ready);
}
