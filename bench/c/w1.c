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

#ifdef __AVX512DQ__
#include <immintrin.h>

static double low[STRIPS] __attribute__((aligned(64))), step[STRIPS] __attribute__((aligned(64))),
    flat[STRIPS] __attribute__((aligned(64)));

// run_simd draws eight primaries at once, from eight generators. Lanes that are uneven
// or hedged, about one in forty, are finished one by one.
static void run_simd(rng *r, uint64_t n) {
  for (int i = 0; i < STRIPS; i++) {
    low[i] = strips[i].low;
    step[i] = i == STRIPS - 1 ? 0 : strips[i].width * PLACE;
    flat[i] = strips[i].flat;
  }
  uint64_t start[4][8];
  for (int j = 0; j < 4; j++)
    for (int lane = 0; lane < 8; lane++) start[j][lane] = word(r);
  __m512i a = _mm512_loadu_si512(start[0]), b = _mm512_loadu_si512(start[1]);
  __m512i c = _mm512_loadu_si512(start[2]), d = _mm512_loadu_si512(start[3]);
  __m512d sum = _mm512_setzero_pd();
  for (uint64_t i = 0; i < n; i += 8) {
    __m512i bits = _mm512_add_epi64(_mm512_rol_epi64(_mm512_add_epi64(a, d), 23), a), t = _mm512_slli_epi64(b, 17);
    c = _mm512_xor_si512(c, a);
    d = _mm512_xor_si512(d, b);
    b = _mm512_xor_si512(b, c);
    a = _mm512_xor_si512(a, d);
    c = _mm512_xor_si512(c, t);
    d = _mm512_rol_epi64(d, 45);
    __m512i strip = _mm512_srli_epi64(bits, 64 - STRIP_BITS);
    __m512d height = _mm512_cvtepi64_pd(_mm512_and_si512(bits, _mm512_set1_epi64((1 << HEIGHT_BITS) - 1)));
    __m512d place = _mm512_cvtepi64_pd(_mm512_srli_epi64(_mm512_slli_epi64(bits, STRIP_BITS), STRIP_BITS + HEIGHT_BITS));
    __m512d x = _mm512_fmadd_pd(_mm512_i64gather_pd(strip, step, 8), place, _mm512_i64gather_pd(strip, low, 8));
    __mmask8 rough = _mm512_cmp_pd_mask(height, _mm512_i64gather_pd(strip, flat, 8), _CMP_NLT_UQ);
    __mmask8 slow = _mm512_cmp_pd_mask(x, _mm512_set1_pd(DELAY), _CMP_GT_OQ) | rough;
    if (UNLIKELY(slow)) {
      uint64_t words[8];
      double latency[8] __attribute__((aligned(64)));
      _mm512_storeu_si512(words, bits);
      _mm512_store_pd(latency, x);
      for (; slow; slow &= slow - 1) {
        int lane = __builtin_ctz(slow);
        if (rough >> lane & 1) {
          uint64_t again = words[lane];
          while (!uneven(r, again, &latency[lane])) again = words[lane] >> (64 - STRIP_BITS) << (64 - STRIP_BITS) | word(r) >> STRIP_BITS;
        }
        if (latency[lane] > DELAY) latency[lane] = hedged(r, latency[lane]);
      }
      x = _mm512_load_pd(latency);
    }
    sum = _mm512_add_pd(sum, x);
    __m512i bucket = _mm512_sub_epi64(_mm512_srli_epi64(_mm512_castpd_si512(x), 52 - BITS), _mm512_set1_epi64(FIRST));
    uint32_t buckets[8];
    _mm256_storeu_si256((__m256i *)buckets, _mm512_cvtepi64_epi32(_mm512_min_epu64(bucket, _mm512_set1_epi64(BUCKETS - 1))));
    for (int lane = 0; lane < 8; lane++) sums.latencies.count[buckets[lane]]++;
  }
  sums.latency = _mm512_reduce_add_pd(sum);
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
#ifdef __AVX512DQ__
    run_simd(&r, n);
#else
    printf("{\"mode\":\"simd\",\"unavailable\":\"this processor has no AVX-512\"}\n");
    return 0;
#endif
  }
  report(argv[1], &sums, n, ready - start, cpu_ns() - ready);
}
