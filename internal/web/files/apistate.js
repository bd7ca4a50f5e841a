/**
 * The state of a run at an instant in the API's words (`state` of
 * `GET /runs/{id}/events?at=`), from the model's and back.
 *
 * @typedef {import('./model.js').State} State
 * @typedef {import('./model.js').RequestState} RequestState
 */
import { opened } from './bookings.js';
import { beginning, inFlight, isLive } from './model.js';

/** The most requests, and about the most attempts, that the API lists as in flight. */
export const SHOWN = { requests: 1000, attempts: 10000 };

/** Counters that the API leaves out while they are 0. */
const RARE = /** @type {const} */ (['failed', 'expired', 'partial']);

/**
 * The state in the words of the API.
 * @param {State} state
 */
export function inApiWords(state) {
  const open = inFlight(state);
  const counters = Object.fromEntries(Object.entries(state.counters).filter(([name, n]) => n > 0 || !RARE.some((rare) => rare === name)));
  return {
    ...counters, inFlightTotal: open.length + state.unseen, inFlight: listed(open),
    ...(state.down.size > 0 ? { serversDown: [...state.down].sort((a, b) => a - b) } : {}),
  };
}

/** Listing stops before the request that would exceed a limit; the first is always listed whole. @param {RequestState[]} open */
function listed(open) {
  let attempts = 0;
  const list = open.slice(0, SHOWN.requests).map((r) => ({ request: r.request, ended: r.status !== 'open', attempts: r.attempts.filter(isLive).map(attemptInApiWords) }));
  const end = list.findIndex((r, i) => {
    attempts += r.attempts.length;
    return i > 0 && attempts > SHOWN.attempts;
  });
  return end < 0 ? list : list.slice(0, end);
}

/** @param {import('./model.js').Attempt} a */
const attemptInApiWords = (a) => ({
  ...(a.hop > 0 ? { hop: a.hop, leaf: a.leaf } : {}),
  attempt: a.attempt, role: a.role, ...(a.server ? { server: a.server } : {}), state: a.state, sentAtMs: a.sentMs,
  ...(a.server && a.startedMs !== null ? { startedAtMs: a.startedMs } : {}),
});

/**
 * What the API says of an instant, as a base to fold later events on. It lists live
 * attempts only, so its requests are glimpsed.
 * @param {any} said
 * @param {number} atMs
 * @returns {State}
 */
export function fromApiWords(said, atMs) {
  const base = beginning();
  const { inFlightTotal, inFlight: listed, serversDown = [], ...counters } = said;
  base.down = new Set(serversDown);
  Object.assign(base.counters, counters);
  base.unseen = inFlightTotal - listed.length;
  for (const r of listed) base.requests.set(r.request, glimpsed(r, atMs));
  return base;
}

/** @param {{request: number, ended: boolean, attempts: any[]}} listed with those that are live @param {number} atMs @returns {RequestState} */
function glimpsed({ request, ended, attempts }, atMs) {
  const r = opened(request, Math.min(atMs, ...attempts.map((a) => a.sentAtMs)), true);
  if (ended) r.status = 'ended';
  r.attempts = attempts.map((a) => ({
    hop: a.hop ?? 0, leaf: a.leaf ?? 0, attempt: a.attempt, role: a.role, server: a.server, state: a.state,
    sentMs: a.sentAtMs, sentSeq: 0, startedMs: a.state === 'running' ? a.startedAtMs ?? a.sentAtMs : null, endedMs: null, commits: [],
  }));
  return r;
}
