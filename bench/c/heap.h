// A 4-ary heap of events by value: the usual agenda of a simulator that knows nothing
// of its model.
#pragma once
#include <stdint.h>
#include <stdlib.h>

typedef struct {
  double at;
  uint64_t what;
} event;

static struct {
  event *events;
  int n, room;
} heap;

static inline void heap_add(double at, uint64_t what) {
  if (heap.n == heap.room) heap.events = realloc(heap.events, sizeof(event) * (heap.room = heap.room ? 2 * heap.room : 1024));
  int i = heap.n++;
  while (i) {
    int parent = (i - 1) >> 2;
    if (heap.events[parent].at <= at) break;
    heap.events[i] = heap.events[parent];
    i = parent;
  }
  heap.events[i] = (event){at, what};
}

static inline event heap_next(void) {
  event first = heap.events[0], last = heap.events[--heap.n];
  int i = 0;
  for (int child; (child = 4 * i + 1) < heap.n;) {
    int end = child + 4 < heap.n ? child + 4 : heap.n, least = child;
    for (int j = child + 1; j < end; j++)
      if (heap.events[j].at < heap.events[least].at) least = j;
    if (heap.events[least].at >= last.at) break;
    heap.events[i] = heap.events[least];
    i = least;
  }
  heap.events[i] = last;
  return first;
}
