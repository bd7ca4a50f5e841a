// Random numbers: xoshiro256++ (Blackman, Vigna), seeded by SplitMix64, and normal and
// exponential draws by ziggurats of 256 layers (Marsaglia, Tsang, 2000).
#pragma once
#include <math.h>
#include <stdint.h>
#include <string.h>

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

typedef struct {
  uint64_t s[4];
} rng;

static inline uint64_t rotate(uint64_t x, int k) { return x << k | x >> (64 - k); }

static inline uint64_t word(rng *r) {
  uint64_t *s = r->s, result = rotate(s[0] + s[3], 23) + s[0], t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotate(s[3], 45);
  return result;
}

static rng seeded(uint64_t seed) {
  rng r;
  for (int i = 0; i < 4; i++) {
    uint64_t z = seed += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    r.s[i] = z ^ z >> 31;
  }
  return r;
}

// unit is in [0, 1), inside in (0, 1), below in 0 … n-1.
static inline double unit(rng *r) { return (word(r) >> 11) * 0x1p-53; }
static inline double inside(rng *r) { return ((word(r) >> 11) + 0.5) * 0x1p-53; }
static inline int below(rng *r, int n) { return (int)((unsigned __int128)word(r) * n >> 64); }

// Layer i of a ziggurat reaches from 0 to x[i], and the density at x[i] is f[i]. Layer 0
// is the base, whose part beyond x[1] stands for the tail.
static struct {
  double x[257], f[257];
} normal_layers, exponential_layers;

static void cut_layers(void) {
  const double normal_r = 3.6541528853610088, normal_v = 0.00492867323399;
  double *x = normal_layers.x;
  x[0] = normal_v / exp(-0.5 * normal_r * normal_r);
  x[1] = normal_r;
  for (int i = 2; i < 256; i++) x[i] = sqrt(-2 * log(normal_v / x[i - 1] + exp(-0.5 * x[i - 1] * x[i - 1])));
  x[256] = 0;
  for (int i = 0; i <= 256; i++) normal_layers.f[i] = exp(-0.5 * x[i] * x[i]);

  const double exponential_r = 7.69711747013104972, exponential_v = 0.0039496598225815571993;
  x = exponential_layers.x;
  x[0] = exponential_v / exp(-exponential_r);
  x[1] = exponential_r;
  for (int i = 2; i < 256; i++) x[i] = -log(exponential_v / x[i - 1] + exp(-x[i - 1]));
  x[256] = 0;
  for (int i = 0; i <= 256; i++) exponential_layers.f[i] = exp(-x[i]);
}

// The edges of the layers, one draw in a hundred. They say whether x is accepted.
static __attribute__((noinline)) int normal_edge(rng *r, int i, double *x) {
  const double *f = normal_layers.f;
  if (i == 0) {
    double a, b;
    do {
      a = -log(inside(r)) / normal_layers.x[1];
      b = -log(inside(r));
    } while (b + b < a * a);
    *x = normal_layers.x[1] + a;
    return 1;
  }
  return f[i] + (f[i + 1] - f[i]) * unit(r) < exp(-0.5 * *x * *x);
}

static __attribute__((noinline)) int exponential_edge(rng *r, int i, double *x) {
  const double *f = exponential_layers.f;
  if (i == 0) {
    *x = exponential_layers.x[1] - log(inside(r));
    return 1;
  }
  return f[i] + (f[i + 1] - f[i]) * unit(r) < exp(-*x);
}

static inline double normal(rng *r) {
  for (;;) {
    uint64_t bits = word(r), sign = (bits & 256) << 55, out;
    int i = bits & 255;
    double x = (bits >> 11) * 0x1p-53 * normal_layers.x[i];
    if (UNLIKELY(x >= normal_layers.x[i + 1]) && !normal_edge(r, i, &x)) continue;
    memcpy(&out, &x, 8);
    out ^= sign;
    memcpy(&x, &out, 8);
    return x;
  }
}

// exponential has mean 1.
static inline double exponential(rng *r) {
  for (;;) {
    uint64_t bits = word(r);
    int i = bits & 255;
    double x = (bits >> 11) * 0x1p-53 * exponential_layers.x[i];
    if (LIKELY(x < exponential_layers.x[i + 1]) || exponential_edge(r, i, &x)) return x;
  }
}
