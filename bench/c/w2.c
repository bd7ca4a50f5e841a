// W2: servers with one worker and a queue each, 70 % busy, and a hedge after 30 ms.
// Arrivals are Poisson, service is exponential with mean 10 ms and drawn for each copy.
// A request goes to a random server, its backup to another; the first answer removes
// the other copy from its queue, or stops it.
//
// usage: w2 merged|heap REQUESTS SERVERS SEED
//
// merged has no agenda: the next event is the earliest of three, the next arrival, the
// oldest hedge of a ring (all wait equally long), and the first completion, which a scan
// of few servers or a winner tree of many finds. heap has a 4-ary heap with stale events.
#include "heap.h"
#include "random.h"
#include "report.h"

#define DELAY 30.0
#define SERVICE 10.0
#define LOAD 0.7
#define NEVER 1e300
#define NONE (-1)

static rng r;
static totals sums;
static double now;
static int use_heap;

// Requests. A copy is the number of its request × 2, + 1 for the backup.
typedef struct {
  double arrived;
  int32_t server[2], next[2], previous[2]; // of each copy, in the queue of its server
  uint8_t state[2];
  uint32_t generation; // of the slot: a hedge of an older one is stale
} request;

enum { GONE, WAITING, RUNNING };

static request *requests;
static int32_t *unused;
static int used, room, free_slots;

static int new_request(void) {
  if (free_slots) return unused[--free_slots];
  if (used == room) {
    room = room ? 2 * room : 1024;
    requests = realloc(requests, sizeof(request) * room);
    unused = realloc(unused, sizeof(int32_t) * room);
  }
  requests[used].generation = 0;
  return used++;
}

// Servers.
static int servers;
static int32_t *first, *last, *running; // copies
static double *started, *completes;
static uint32_t *server_generation; // a completion of an older one is stale, in the heap

// The first completion. A winner tree over the servers, or a scan of at most 16.
static int leaves, scan;
static int32_t *winners;

static inline void replay(int server) {
  if (scan) return;
  for (int node = (server + leaves) >> 1; node; node >>= 1) {
    int a = winners[2 * node], b = winners[2 * node + 1], old = winners[node];
    int winner = completes[b] < completes[a] ? b : a;
    winners[node] = winner;
    if (winner != server && old != server) break; // nothing above has changed
  }
}

static inline int first_to_complete(void) {
  if (!scan) return winners[1];
  double least = completes[0];
  for (int i = 1; i < leaves; i++) least = completes[i] < least ? completes[i] : least;
  int server = 0;
  while (completes[server] != least) server++;
  return server;
}

enum { ARRIVAL, HEDGE, COMPLETION };

static inline uint64_t concerning(int what, int which, uint32_t generation) {
  return what | (uint64_t)which << 2 | (uint64_t)generation << 32;
}

static inline int which(uint64_t what) { return what >> 2 & 0x3fffffff; }

static inline void expect_completion(int server, double at) {
  if (!use_heap) {
    completes[server] = at;
    replay(server);
  } else if (at < NEVER) heap_add(at, concerning(COMPLETION, server, server_generation[server]));
}

static inline void start(int server, int copy) {
  running[server] = copy;
  requests[copy >> 1].state[copy & 1] = RUNNING;
  started[server] = now;
  expect_completion(server, now + SERVICE * exponential(&r));
}

static inline void send(int server, int copy) {
  request *q = &requests[copy >> 1];
  int k = copy & 1;
  q->server[k] = server;
  if (running[server] == NONE) {
    start(server, copy);
    return;
  }
  q->state[k] = WAITING;
  q->next[k] = NONE;
  q->previous[k] = last[server];
  if (last[server] == NONE) first[server] = copy;
  else requests[last[server] >> 1].next[last[server] & 1] = copy;
  last[server] = copy;
}

static inline void leave_queue(int copy) {
  request *q = &requests[copy >> 1];
  int k = copy & 1, server = q->server[k], next = q->next[k], previous = q->previous[k];
  if (previous == NONE) first[server] = next;
  else requests[previous >> 1].next[previous & 1] = next;
  if (next == NONE) last[server] = previous;
  else requests[next >> 1].previous[next & 1] = previous;
}

static inline void start_next(int server) {
  server_generation[server]++;
  int copy = first[server];
  if (copy == NONE) {
    running[server] = NONE;
    expect_completion(server, NEVER);
    return;
  }
  leave_queue(copy);
  start(server, copy);
}

static inline int arrive(void) {
  int i = new_request();
  requests[i].arrived = now;
  requests[i].state[0] = requests[i].state[1] = GONE;
  send(below(&r, servers), 2 * i);
  return i;
}

static inline void hedge(int i) {
  int server = below(&r, servers - 1);
  sums.hedges++;
  send(server + (server >= requests[i].server[0]), 2 * i + 1);
}

static inline void complete(int server) {
  int copy = running[server], loser = copy ^ 1;
  request *q = &requests[copy >> 1];
  double latency = now - q->arrived;
  sums.latency += latency;
  record(&sums.latencies, latency);
  sums.backup_wins += copy & 1;
  int state = q->state[loser & 1], other = q->server[loser & 1];
  q->state[0] = q->state[1] = GONE;
  if (state == WAITING) leave_queue(loser);
  q->generation++;
  unused[free_slots++] = copy >> 1;
  if (state == RUNNING) {
    sums.loser_work += now - started[other];
    start_next(other);
  }
  start_next(server);
}

// The hedges that are due, in order of time.
typedef struct {
  double at;
  int32_t request;
  uint32_t generation;
} timer;

static int run_merged(uint64_t n, double gap) {
  double expected = DELAY / gap; // arrivals within the delay
  uint64_t ring = 64, oldest = 0, newest = 0, arrivals = 0, done = 0;
  while (ring < 1.5 * expected + 10 * sqrt(expected) + 64) ring *= 2;
  timer *timers = malloc(sizeof(timer) * ring);
#define TIMER(i) timers[(i) & (ring - 1)]
  double arrival = gap * exponential(&r);
  while (done < n) {
    while (oldest < newest && requests[TIMER(oldest).request].generation != TIMER(oldest).generation) oldest++;
    double due = oldest < newest ? TIMER(oldest).at : NEVER;
    int server = first_to_complete();
    sums.events++;
    if (completes[server] <= arrival && completes[server] <= due) {
      now = completes[server];
      complete(server);
      done++;
    } else if (due < arrival) {
      now = due;
      hedge(TIMER(oldest++).request);
    } else {
      now = arrival;
      int i = arrive();
      if (newest - oldest == ring) return 1;
      TIMER(newest) = (timer){now + DELAY, i, requests[i].generation};
      newest++;
      arrival = ++arrivals < n ? now + gap * exponential(&r) : NEVER;
    }
  }
  free(timers);
  return 0;
}

static int run_heap(uint64_t n, double gap) {
  uint64_t arrivals = 0, done = 0;
  heap_add(gap * exponential(&r), ARRIVAL);
  while (done < n) {
    event e = heap_next();
    int i = which(e.what);
    uint32_t generation = e.what >> 32;
    sums.events++;
    switch (e.what & 3) {
    case ARRIVAL:
      now = e.at;
      i = arrive();
      heap_add(now + DELAY, concerning(HEDGE, i, requests[i].generation));
      if (++arrivals < n) heap_add(now + gap * exponential(&r), ARRIVAL);
      break;
    case HEDGE:
      if (requests[i].generation != generation) break;
      now = e.at;
      hedge(i);
      break;
    default:
      if (server_generation[i] != generation) break;
      now = e.at;
      complete(i);
      done++;
    }
  }
  return 0;
}

static void open_servers(void) {
  first = malloc(sizeof(int32_t) * servers);
  last = malloc(sizeof(int32_t) * servers);
  running = malloc(sizeof(int32_t) * servers);
  started = calloc(servers, sizeof(double));
  server_generation = calloc(servers, sizeof(uint32_t));
  for (int i = 0; i < servers; i++) first[i] = last[i] = running[i] = NONE;
  scan = servers <= 16;
  leaves = 16;
  while (leaves < servers) leaves *= 2;
  completes = aligned_alloc(64, sizeof(double) * leaves);
  winners = malloc(sizeof(int32_t) * 2 * leaves);
  for (int i = 0; i < leaves; i++) {
    completes[i] = NEVER;
    winners[leaves + i] = i;
  }
  for (int node = leaves - 1; node; node--) winners[node] = winners[2 * node];
}

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  uint64_t n = strtoull(argv[2], 0, 10);
  use_heap = !strcmp(argv[1], "heap");
  servers = atoi(argv[3]);
  r = seeded(strtoull(argv[4], 0, 10));
  double begin = cpu_ns();
  cut_layers();
  open_servers();
  double ready = cpu_ns(), gap = SERVICE / (LOAD * servers);
  if (use_heap ? run_heap(n, gap) : run_merged(n, gap)) return 1;
  report(argv[1], &sums, n, ready - begin, cpu_ns() - ready);
}
