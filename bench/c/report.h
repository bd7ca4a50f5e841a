// What every program here says at its end: one line of JSON, with the results, by which
// it is checked, and the processor time that the simulation took.
#pragma once
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

// A log-linear histogram of milliseconds in [2^-10, 2^22), 128 buckets an octave: the
// top bits of a double are its bucket.
#define BITS 7
#define BUCKETS (32 << BITS)
#define FIRST ((int64_t)(1023 - 10) << BITS)

typedef struct {
  uint32_t count[BUCKETS];
} histogram;

static inline void record(histogram *h, double ms) {
  uint64_t bits;
  memcpy(&bits, &ms, 8);
  int64_t k = (int64_t)(bits >> (52 - BITS)) - FIRST;
  if (__builtin_expect((uint64_t)k >= BUCKETS, 0)) k = k < 0 ? 0 : BUCKETS - 1;
  h->count[k]++;
}

static double bucket_start(int k) {
  uint64_t bits = (uint64_t)(k + FIRST) << (52 - BITS);
  double ms;
  memcpy(&ms, &bits, 8);
  return ms;
}

static double quantile(const histogram *h, uint64_t n, double p) {
  double rank = p * n, seen = 0;
  for (int k = 0; k < BUCKETS; k++) {
    if (h->count[k] && seen + h->count[k] >= rank)
      return bucket_start(k) + (rank - seen) / h->count[k] * (bucket_start(k + 1) - bucket_start(k));
    seen += h->count[k];
  }
  return NAN;
}

static double cpu_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

// totals are sums over all requests.
typedef struct {
  histogram latencies;
  double latency, loser_work;
  uint64_t hedges, backup_wins, events;
} totals;

static void report(const char *mode, const totals *t, uint64_t n, double setup_ns, double run_ns) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  const histogram *h = &t->latencies;
  printf("{\"mode\":\"%s\",\"requests\":%lu,\"setUpNs\":%.0f,\"cpuNs\":%.0f,\"events\":%lu,\"rssKb\":%ld,"
         "\"meanMs\":%.6f,\"p50Ms\":%.6f,\"p95Ms\":%.6f,\"p99Ms\":%.6f,\"p999Ms\":%.6f,"
         "\"hedgeRate\":%.8f,\"backupWinRate\":%.8f,\"loserWorkMs\":%.6f}\n",
         mode, n, setup_ns, run_ns, t->events, usage.ru_maxrss, t->latency / n, quantile(h, n, 0.5),
         quantile(h, n, 0.95), quantile(h, n, 0.99), quantile(h, n, 0.999), (double)t->hedges / n,
         (double)t->backup_wins / n, t->loser_work / n);
}
