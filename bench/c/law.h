// The law of W1: with probability 0.99 lognormal with median 10 ms and sigma 0.4, else
// lognormal with median 300 ms and sigma 0.6. It is drawn from a table of strips.
//
// The table cuts the density into 4,096 strips of equal probability. One random word
// gives the strip (12 bits), the place in it (32 bits), and a height (20 bits). Most
// strips are nearly flat, so that most heights are below the lowest density of the
// strip: the draw is one look-up. Else the density decides (exact rejection). The first
// and the last strip are the tails, which have draws of their own.
#pragma once
#include "random.h"

static const double median[2] = {2.302585092994046, 5.703782474656201}; // ln 10, ln 300
static const double sigma[2] = {0.4, 0.6}, weight[2] = {0.99, 0.01};

static double normal_cdf(double z) { return 0.5 * erfc(-z * M_SQRT1_2); }

static double score(int part, double x) { return (log(x) - median[part]) / sigma[part]; }

static double cdf(double x) {
  return x <= 0 ? 0 : weight[0] * normal_cdf(score(0, x)) + weight[1] * normal_cdf(score(1, x));
}

static double survival(double x) {
  return x <= 0 ? 1 : weight[0] * normal_cdf(-score(0, x)) + weight[1] * normal_cdf(-score(1, x));
}

static double density(double x) {
  double a = score(0, x), b = score(1, x);
  return (weight[0] / sigma[0] * exp(-0.5 * a * a) + weight[1] / sigma[1] * exp(-0.5 * b * b)) / x * 0.3989422804014327;
}

#define STRIP_BITS 12
#define STRIPS (1 << STRIP_BITS)
#define HEIGHT_BITS 20
#define PLACE_BITS (64 - STRIP_BITS - HEIGHT_BITS)
#define PLACE (1.0 / (1ull << PLACE_BITS))

static struct strip {
  double low, width;
  double flat; // heights below it are below the density everywhere in the strip
  double top;  // the greatest density
} strips[STRIPS];

static struct {
  double low_score[2], high_score[2]; // where the tails begin
  double low_second, high_second;     // the second part's share of each tail
} tails;

// bisect finds where f, which rises or falls, has a value. A quantile is found by the mass
// below it or above it, whichever is small, because that one is exact.
static double bisect(double (*f)(double), double mass, int rising) {
  double a = 1e-6, b = 1e9;
  for (int i = 0; i < 200 && b - a > 1e-15 * b; i++) {
    double m = 0.5 * (a + b);
    if ((f(m) < mass) == rising) a = m;
    else b = m;
  }
  return 0.5 * (a + b);
}

static void cut_strips(void) {
  double low = 0;
  for (int i = 0; i < STRIPS; i++) {
    double high = INFINITY;
    if (i < STRIPS / 2) high = bisect(cdf, (i + 1.0) / STRIPS, 1);
    else if (i < STRIPS - 1) high = bisect(survival, (STRIPS - 1.0 - i) / STRIPS, 0);
    struct strip *s = &strips[i];
    *s = (struct strip){low, high - low, -1, 1};
    if (i > 0 && i < STRIPS - 1) { // the density is smooth: a scan and a small margin bound it
      double least = INFINITY, most = 0;
      for (int j = 0; j <= 16; j++) {
        double f = density(low + (high - low) * j / 16);
        if (f < least) least = f;
        if (f > most) most = f;
      }
      s->top = most * 1.0005;
      s->flat = least * 0.9995 / s->top * (1 << HEIGHT_BITS) - 1;
    }
    low = high;
  }
  double mass[2];
  for (int k = 0; k < 2; k++) mass[k] = weight[k] * normal_cdf(-(tails.high_score[k] = score(k, strips[STRIPS - 1].low)));
  tails.high_second = mass[1] / (mass[0] + mass[1]);
  for (int k = 0; k < 2; k++) mass[k] = weight[k] * normal_cdf(tails.low_score[k] = score(k, strips[1].low));
  tails.low_second = mass[1] / (mass[0] + mass[1]);
}

// normal_above draws a normal number above z (Marsaglia's rejection).
static double normal_above(rng *r, double z) {
  double x, y;
  if (z <= 0.3) {
    do x = normal(r);
    while (x <= z);
    return x;
  }
  do {
    x = -log(inside(r)) / z;
    y = -log(inside(r));
  } while (y + y < x * x);
  return z + x;
}

static double high_tail(rng *r) {
  int k = unit(r) < tails.high_second;
  return exp(median[k] + sigma[k] * normal_above(r, tails.high_score[k]));
}

static double low_tail(rng *r) {
  int k = unit(r) < tails.low_second;
  return exp(median[k] - sigma[k] * normal_above(r, -tails.low_score[k]));
}

static inline double place_of(uint64_t bits) {
  return (double)(int64_t)(bits << STRIP_BITS >> (STRIP_BITS + HEIGHT_BITS)) * PLACE;
}

static inline int64_t height_of(uint64_t bits) { return bits & ((1 << HEIGHT_BITS) - 1); }

// uneven takes a word whose height is not below the flat part of its strip. It says
// whether the draw is accepted.
static __attribute__((noinline)) int uneven(rng *r, uint64_t bits, double *x) {
  int i = bits >> (64 - STRIP_BITS);
  if (i == 0) *x = low_tail(r);
  else if (i == STRIPS - 1) *x = high_tail(r);
  else {
    *x = strips[i].low + strips[i].width * place_of(bits);
    return (height_of(bits) + unit(r)) / (1 << HEIGHT_BITS) * strips[i].top < density(*x);
  }
  return 1;
}

// service draws from the law. A rejected word's strip is kept: all are equally likely.
static inline double service(rng *r) {
  uint64_t bits = word(r);
  const uint64_t strip = bits >> (64 - STRIP_BITS);
  const struct strip *s = &strips[strip];
  for (;;) {
    if (LIKELY((double)height_of(bits) < s->flat)) return s->low + s->width * place_of(bits);
    double x;
    if (uneven(r, bits, &x)) return x;
    bits = strip << (64 - STRIP_BITS) | word(r) >> STRIP_BITS;
  }
}
