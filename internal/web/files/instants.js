/**
 * Instants: times as the API tells them, milliseconds with at most three decimals,
 * and their places in a trace.
 *
 * @typedef {import('./model.js').TraceEvent} TraceEvent
 */

/** Rounds to whole microseconds, which is what times are; sums of them are then exact. @param {number} ms */
export const exactMs = (ms) => Math.round(ms * 1000) / 1000 + 0; // no -0

/** The instant just before another. @param {number} atMs */
export const justBefore = (atMs) => exactMs(atMs - 0.001);

/** The instant just after another. @param {number} atMs */
export const justAfter = (atMs) => exactMs(atMs + 0.001);

/**
 * How many events of a trace have happened at an instant.
 * @param {TraceEvent[]} events in time order
 * @param {number} atMs
 */
export function countAt(events, atMs) {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle].atMs <= atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The nearest instants with events strictly before and after an instant.
 * @param {TraceEvent[]} events in time order
 * @param {number} atMs
 * @returns {{previousMs: number | undefined, nextMs: number | undefined}}
 */
export function neighbors(events, atMs) {
  const after = countAt(events, atMs);
  let before = after - 1;
  while (before >= 0 && events[before].atMs === atMs) before--;
  return { previousMs: events[before]?.atMs, nextMs: events[after]?.atMs };
}
