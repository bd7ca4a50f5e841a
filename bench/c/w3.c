// W3: M/M/1, 70 arrivals a second, mean service 10 ms.
//
// usage: w3 heap|scalars|lindley CUSTOMERS SEED
//
// heap has an agenda; scalars knows that only two things can be due, the next arrival
// and the next departure; lindley plays no events, but Lindley's recursion for waits.
#include "heap.h"
#include "random.h"
#include "report.h"

#define GAP (1 / 0.07)
#define SERVICE 10.0
#define NEVER 1e300

static rng r;
static totals sums;

// The customers in the system, by the time of their arrival.
#define ROOM (1 << 16)
static double arrived[ROOM];
static uint64_t head, tail;

static inline void depart(double now) {
  double sojourn = now - arrived[head++ & (ROOM - 1)];
  sums.latency += sojourn;
  record(&sums.latencies, sojourn);
}

static void run_lindley(uint64_t n) {
  double wait = 0, service = 0;
  for (uint64_t i = 0; i < n; i++) {
    double x = wait + service - GAP * exponential(&r);
    wait = x > 0 ? x : 0;
    service = SERVICE * exponential(&r);
    sums.latency += wait + service;
    record(&sums.latencies, wait + service);
  }
}

static void run_scalars(uint64_t n) {
  double arrival = GAP * exponential(&r), departure = NEVER;
  while (head < n) {
    sums.events++;
    if (arrival < departure) {
      double now = arrival;
      arrived[tail++ & (ROOM - 1)] = now;
      if (tail - head == 1) departure = now + SERVICE * exponential(&r);
      arrival = tail < n ? now + GAP * exponential(&r) : NEVER;
    } else {
      double now = departure;
      depart(now);
      departure = head < tail ? now + SERVICE * exponential(&r) : NEVER;
    }
  }
}

enum { ARRIVAL, DEPARTURE };

static void run_heap(uint64_t n) {
  heap_add(GAP * exponential(&r), ARRIVAL);
  while (head < n) {
    event e = heap_next();
    sums.events++;
    if (e.what == ARRIVAL) {
      arrived[tail++ & (ROOM - 1)] = e.at;
      if (tail - head == 1) heap_add(e.at + SERVICE * exponential(&r), DEPARTURE);
      if (tail < n) heap_add(e.at + GAP * exponential(&r), ARRIVAL);
    } else {
      depart(e.at);
      if (head < tail) heap_add(e.at + SERVICE * exponential(&r), DEPARTURE);
    }
  }
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  uint64_t n = strtoull(argv[2], 0, 10);
  r = seeded(strtoull(argv[3], 0, 10));
  double start = cpu_ns();
  cut_layers();
  double ready = cpu_ns();
  if (!strcmp(argv[1], "lindley")) run_lindley(n);
  else if (!strcmp(argv[1], "scalars")) run_scalars(n);
  else run_heap(n);
  report(argv[1], &sums, n, ready - start, cpu_ns() - ready);
}
