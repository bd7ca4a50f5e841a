/**
 * The race: what the pictures need of a run that does not change with the
 * inspected time. Pure.
 *
 * @typedef {import('./client.js').Run} Run
 * @typedef {import('./client.js').Row} Row
 */
import { exactMs, isLive, neighbors, stateAt } from './model.js';

/**
 * @typedef {object} Race
 * @property {Run} run
 * @property {Row[]} rows by request; none of a run that is too large to be replayed
 * @property {Map<number, Row>} without the same requests without hedges, by number
 * @property {import('./model.js').TraceEvent[]} events
 * @property {import('./model.js').State} final
 * @property {number} spanMs what a lane must hold: the longest life of a request, with or without hedges
 * @property {number | null} delayMs when a backup is sent, where that is a fixed time
 */

/**
 * @param {Run} run with all its pages
 * @param {Row[]} baseline the rows of the same scenario without hedges
 * @param {boolean} replayed false if the run is too large
 * @returns {Race}
 */
export function raceOf(run, baseline, replayed) {
  const events = replayed ? run.trace.items : [];
  const rows = replayed ? [...run.requests.items].sort((a, b) => a.request - b.request) : [];
  const final = stateAt(events, Infinity);
  const lives = [...final.requests.values()].flatMap((r) => r.attempts.map((a) => (a.endedMs ?? a.sentMs) - r.arrivedMs));
  const longest = [...lives, ...rows.map((r) => r.latencyMs), ...baseline.map((r) => r.latencyMs)].reduce((a, b) => Math.max(a, b), 1);
  return {
    run, rows, events, final,
    without: new Map(replayed ? baseline.map((r) => [r.request, r]) : []),
    spanMs: niceCeiling(longest),
    delayMs: run.scenario.policy.hedge?.delay.ms ?? null,
  };
}

/** The next round number: 640 → 700, 900 → 900, 1,250 → 1,300. @param {number} n */
export function niceCeiling(n) {
  const unit = 10 ** Math.floor(Math.log10(n)) / (n >= 2 * 10 ** Math.floor(Math.log10(n)) ? 1 : 10);
  return exactMs(Math.ceil(n / unit) * unit);
}

/**
 * Round numbers from 0 to an end, about as many as are wanted.
 * @param {number} end
 * @param {number} wanted
 */
export function ticks(end, wanted) {
  const rough = end / wanted;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = (/** @type {number[]} */ ([1, 2, 2.5, 5, 10]).find((f) => f * unit >= rough) ?? 10) * unit;
  return Array.from({ length: Math.floor(end / step + 1e-9) + 1 }, (_, i) => exactMs(i * step));
}

/**
 * The sorted latencies of requests, fastest first; the request breaks a tie.
 * Requests that only warm up are left out, as they are of every percentile.
 * @param {Iterable<Row>} rows
 */
export const sorted = (rows) => [...rows].filter((r) => !r.warmup).sort((a, b) => a.latencyMs - b.latencyMs || a.request - b.request);

/** The place of a percentile among n sorted values, from 1: nearest rank. @param {number} percentile @param {number} n */
export const rank = (percentile, n) => Math.max(1, Math.ceil(exactMs(percentile * n) / 100));

/**
 * Whether nothing of a request's picture changes any more: it has ended, nothing
 * of it is live, and it would have ended without hedges too.
 * @param {Race} race
 * @param {import('./model.js').RequestState} r
 * @param {number} atMs
 */
export function isSettled(race, r, atMs) {
  const without = race.without.get(r.request);
  return r.endedMs !== null && !r.attempts.some(isLive) && (!without || atMs >= without.arrivalMs + without.latencyMs);
}

/** @param {Race} race @param {number} atMs */
export const nextInstant = (race, atMs) => neighbors(race.events, atMs).nextMs ?? race.run.durationMs;

/** @param {Race} race @param {number} atMs */
export const previousInstant = (race, atMs) => neighbors(race.events, atMs).previousMs ?? 0;
