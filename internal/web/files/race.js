/**
 * The race: what the pictures need of a run that does not change with the
 * inspected time. For a long run it is about a stretch. Pure.
 *
 * @typedef {import('./answers.js').Run} Run
 * @typedef {import('./answers.js').Row} Row
 * @typedef {import('./model.js').State} State
 * @typedef {import('./model.js').RequestState} RequestState
 */
import { exactMs, neighbors } from './instants.js';
import { beginning, isOpen, stateAt } from './model.js';

/** A request that is shown; of a long run no more is known before it has happened. @typedef {Pick<Row, 'request' | 'arrivalMs'> & Partial<Row>} Shown */

/**
 * @typedef {object} Race
 * @property {Run} run
 * @property {Row[]} rows by request; none of a long run
 * @property {Map<number, Row>} without the same requests without hedges, by number; none of a long run
 * @property {import('./stretch.js').Stretch | null} stretch what is known of a long run
 * @property {import('./model.js').TraceEvent[]} events of the run, or of the stretch
 * @property {State} base the run before the first of them
 * @property {State} final after the last of them
 * @property {number} spanMs what a lane must hold: the longest life of a request, with or without hedges
 * @property {number | null} delayMs when a backup is sent, where that is a fixed time
 */

/**
 * A run that is known whole.
 * @param {Run} run with all its pages
 * @param {Row[]} baseline the rows of the same scenario without hedges
 * @returns {Race}
 */
export function raceOf(run, baseline) {
  const rows = [...run.requests.items].sort((a, b) => a.request - b.request);
  const known = folded(run, run.trace.items, beginning(), [...rows, ...baseline].map((r) => r.latencyMs));
  return { ...known, rows, without: new Map(baseline.map((r) => [r.request, r])), stretch: null };
}

/**
 * A stretch of a long run.
 * @param {Run} run
 * @param {import('./stretch.js').Stretch} stretch
 * @returns {Race}
 */
export const raceOn = (run, stretch) => ({ ...folded(run, stretch.events, stretch.base, [run.metrics.latencyMs.p99]), rows: [], without: new Map(), stretch });

/** @param {Run} run @param {Race['events']} events @param {State} base @param {number[]} latencies that a lane must hold too */
function folded(run, events, base, latencies) {
  const final = stateAt(events, Infinity, base);
  let longest = latencies.reduce((a, b) => Math.max(a, b), 1);
  for (const r of final.requests.values()) {
    if (r.glimpsed) continue;
    for (const a of r.attempts) longest = Math.max(longest, (a.endedMs ?? a.sentMs) - r.arrivedMs);
  }
  return { run, events, base, final, spanMs: niceCeiling(longest), delayMs: run.scenario.policy.hedge?.delay.ms ?? null };
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
 * @template {Row} R
 * @param {Iterable<R>} rows
 */
export const sorted = (rows) => [...rows].filter((r) => !r.warmup).sort((a, b) => a.latencyMs - b.latencyMs || a.request - b.request);

/** The place of a percentile among n sorted values, from 1: nearest rank. @param {number} percentile @param {number} n */
export const rank = (percentile, n) => Math.max(1, Math.ceil(exactMs(percentile * n) / 100));

/**
 * Whether nothing of a request's picture changes any more: it has ended, nothing
 * of it is live, and it would have ended without hedges too.
 * @param {Race} race
 * @param {RequestState} r
 * @param {number} atMs
 */
export function isSettled(race, r, atMs) {
  const without = race.without.get(r.request);
  return !isOpen(r) && (!without || atMs >= without.arrivalMs + without.latencyMs);
}

/** About how many requests of a long run are shown, and how many of the oldest that are still open. */
export const LANES = 18;
const OLDEST = 6;

/**
 * The requests that the lanes and the table show: all; of a long run the latest of
 * every so many, the oldest that are still open, and the one that is selected.
 * @param {Race} race
 * @param {State} state
 * @param {number} selected
 * @returns {Shown[]}
 */
export function shownAt(race, state, selected) {
  if (!race.stretch) return race.rows;
  const { every } = race.stretch;
  const all = [...state.requests.values()].sort((a, b) => a.request - b.request);
  const seen = all.filter((r) => (r.request - 1) % every === 0 && !r.glimpsed);
  const latest = (seen.length > 0 ? seen : all.filter((r) => r.events > 1)).slice(-LANES);
  const oldest = all.filter((r) => isOpen(r) && r.request < (latest[0]?.request ?? Infinity)).slice(0, OLDEST);
  const chosen = state.requests.get(selected);
  const shown = new Set([...oldest, ...(chosen ? [chosen] : []), ...latest]);
  return [...shown].sort((a, b) => a.request - b.request).map((r) => ({ request: r.request, arrivalMs: r.arrivedMs }));
}

/**
 * The nearest instant with an event after another. It may lie beyond the stretch.
 * @param {Race} race
 * @param {number} atMs
 */
export const nextInstant = (race, atMs) => neighbors(race.events, atMs).nextMs ?? race.stretch?.nextMs ?? race.run.durationMs;

/** @param {Race} race @param {number} atMs */
export const previousInstant = (race, atMs) => neighbors(race.events, atMs).previousMs ?? race.stretch?.previousMs ?? 0;

/** Whether the run is known at an instant: all events of a stretch, or, if they are too many, the state after them. @param {Race} race @param {number} atMs */
export const knows = ({ stretch }, atMs) => !stretch || ((atMs > stretch.fromMs || stretch.fromMs === stretch.toMs) && atMs <= stretch.toMs);

/** The last instant that is known. @param {Race} race */
export const knownMs = ({ run, stretch }) => (stretch ? stretch.toMs : run.durationMs);

/** Events that a player should have before it. */
const RESERVE = 250;

/** Whether a player that has come as far as an instant should ask for more. @param {Race} race @param {number} atMs */
export const runsShort = (race, atMs) => knownMs(race) < race.run.durationMs && knownMs(race) - atMs < (RESERVE * race.run.durationMs) / race.run.trace.total;
