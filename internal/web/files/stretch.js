/**
 * A stretch of a long run: the events around the inspected time, and the state
 * before them. A player asks for what is new, never for the whole trace.
 * Pure, but for asking.
 *
 * @typedef {import('./answers.js').Run} Run
 * @typedef {import('./model.js').State} State
 * @typedef {import('./model.js').TraceEvent} TraceEvent
 */
import { fromApiWords } from './apistate.js';
import { exactMs, justAfter, justBefore } from './instants.js';
import { beginning, isOpen, stateAt } from './model.js';
import { LANES } from './race.js';

/**
 * @typedef {object} Stretch
 * @property {number} fromMs the instant of the base, after all its events
 * @property {number} toMs as far as all events are known
 * @property {State} base
 * @property {TraceEvent[]} events after fromMs, as far as toMs
 * @property {number} every of so many requests one is shown: more at once than lanes would leave none of them a life to see
 * @property {number | undefined} previousMs the nearest instant with events before them
 * @property {number | undefined} nextMs the nearest instant with events after toMs
 */

/** @typedef {{total: number, events: TraceEvent[], state: any, previousMs?: number, nextMs?: number}} Told */
/** How the API is asked: for the events of a span, the first page alone or all, and the state after them. @typedef {(fromMs: number, atMs: number, most: number) => Promise<Told>} Ask */

/** How many events a stretch has before the inspected time and after it, about; and how many at most. */
const LEAD = 700;
const AHEAD = 500;
export const MOST = 6000;

/** How often a span with too many events is asked for again, narrower; then it is the instant alone. */
const TRIES = 3;

/** Ended requests that the base of a stretch that moves on still remembers. */
const REMEMBERED = 40;

/**
 * The span to ask for around an instant: enough before it that what is in flight
 * has been seen to arrive, if that is not too much.
 * @param {Run} run
 * @param {number} atMs
 */
export function spanAround(run, atMs) {
  const perMs = run.trace.total / run.durationMs;
  const leadMs = Math.min(Math.max(LEAD / perMs, 1.5 * run.metrics.latencyMs.p99), MOST / 3 / perMs);
  return { fromMs: exactMs(Math.max(0, atMs - leadMs)), toMs: exactMs(Math.min(run.durationMs, atMs + AHEAD / perMs)) };
}

/**
 * One of how many requests is shown, so that the lanes hold about as many as are in
 * flight and have ended lately; no more than the events before an instant can fill.
 * @param {Run} run
 */
export function everyOf(run) {
  const { fromMs, toMs } = spanAround(run, run.durationMs);
  const perMs = run.requests.total / run.durationMs;
  const wanted = (1.5 * perMs * run.metrics.latencyMs.p95) / LANES;
  const possible = (perMs * (toMs - fromMs)) / LANES;
  return [500, 200, 100, 50, 20, 10, 5, 2].find((k) => k <= wanted && k <= possible) ?? 1;
}

/** A span with fewer events, that still holds the instant. @param {{fromMs: number, toMs: number}} span @param {number} atMs @param {number} total */
export function narrower({ fromMs, toMs }, atMs, total) {
  const share = Math.min(0.5, (0.7 * MOST) / total);
  const near = (/** @type {number} */ t) => exactMs(atMs + Math.trunc((t - atMs) * share * 1000) / 1000);
  return { fromMs: near(fromMs), toMs: near(toMs) };
}

/**
 * The stretch around an instant.
 * @param {Run} run
 * @param {number} atMs
 * @param {Ask} ask
 * @returns {Promise<Stretch>}
 */
export async function stretchAround(run, atMs, ask) {
  const every = everyOf(run);
  let span = spanAround(run, atMs);
  let told = await ask(span.fromMs, span.toMs, MOST);
  for (let tries = 1; told.total > MOST && span.fromMs < span.toMs; tries++) {
    span = tries < TRIES ? narrower(span, atMs, told.total) : { fromMs: atMs, toMs: atMs };
    told = await ask(span.fromMs, span.toMs, MOST);
  }
  // More happens at one instant than a stretch may hold: only the state after it is shown.
  if (told.total > MOST) return { fromMs: atMs, toMs: atMs, base: fromApiWords(told.state, atMs), events: [], every, previousMs: told.previousMs, nextMs: told.nextMs };
  if (span.fromMs === 0) return { fromMs: justBefore(0), toMs: span.toMs, base: beginning(), events: told.events, every, previousMs: undefined, nextMs: told.nextMs };
  const fromMs = justBefore(span.fromMs);
  const before = await ask(fromMs, fromMs, 1);
  return {
    fromMs, toMs: span.toMs, base: fromApiWords(before.state, fromMs), events: told.events, every,
    previousMs: before.total > 0 ? fromMs : before.previousMs, nextMs: told.nextMs,
  };
}

/**
 * The stretch, further: only the events after it are asked for, and those of its
 * beginning become part of the base.
 * @param {Run} run
 * @param {Stretch} stretch
 * @param {Ask} ask
 * @returns {Promise<Stretch>}
 */
export async function stretchOn(run, stretch, ask) {
  if (stretch.toMs >= run.durationMs) return stretch;
  const perMs = run.trace.total / run.durationMs;
  const fromMs = justAfter(stretch.toMs);
  let toMs = exactMs(Math.min(run.durationMs, Math.max(stretch.nextMs ?? 0, fromMs + (2 * AHEAD) / perMs)));
  let told = await ask(fromMs, toMs, MOST);
  for (let tries = 1; told.total > MOST && toMs > fromMs && tries <= TRIES; tries++) {
    // At last it goes to where the crowd is, or it is the crowd's instant alone.
    toMs = tries < TRIES ? narrower({ fromMs, toMs }, fromMs, told.total).toMs : Math.max(fromMs, justBefore(stretch.nextMs ?? fromMs));
    told = await ask(fromMs, toMs, MOST);
  }
  if (told.total > MOST) return stretchAround(run, fromMs, ask);
  return shortened({ ...stretch, toMs, events: [...stretch.events, ...told.events], nextMs: told.nextMs });
}

/** Folds the oldest events of a stretch into its base, where it has grown long. @param {Stretch} stretch @returns {Stretch} */
export function shortened(stretch) {
  const spare = stretch.events.length - LEAD - 4 * AHEAD;
  if (spare <= 0) return stretch;
  const fromMs = stretch.events[spare - 1].atMs;
  const base = stateAt(stretch.events, fromMs, stretch.base);
  const ended = [...base.requests.values()].filter((r) => !isOpen(r));
  for (const r of ended.slice(0, -REMEMBERED)) base.requests.delete(r.request);
  const events = stretch.events.filter((e) => e.atMs > fromMs);
  return { ...stretch, fromMs, base, events, previousMs: fromMs };
}
