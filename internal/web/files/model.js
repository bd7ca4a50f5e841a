/**
 * The model: events → the run as it stands at an instant. A pure fold over the
 * trace, the same that the server does for `GET /runs/{id}/events?at=`; nothing
 * here knows of a page.
 *
 * Times are milliseconds with at most three decimals, as in the API. Sums of them
 * are rounded to whole microseconds, so that they are exact.
 */

/**
 * @typedef {object} TraceEvent what the API tells (api/openapi.yaml, Event)
 * @property {number} seq
 * @property {number} atMs
 * @property {string} type
 * @property {number} [request]
 * @property {number} [hop]
 * @property {number} [leaf]
 * @property {number} [attempt]
 * @property {'primary' | 'backup'} [role]
 * @property {number} [replica]
 * @property {string} [status]
 * @property {'waiting' | 'running'} [state]
 * @property {number} [workMs]
 * @property {string} [reason]
 * @property {boolean} [duplicate]
 */

/**
 * @typedef {object} Commit
 * @property {number} atMs
 * @property {'first' | 'duplicate' | 'deduplicated'} kind
 */

/**
 * @typedef {object} Attempt
 * @property {number} hop 0 where a request has one leaf only
 * @property {number} leaf
 * @property {number} attempt
 * @property {'primary' | 'backup'} role
 * @property {number} [replica]
 * @property {'waiting' | 'running' | 'won' | 'lost the race' | 'failed' | 'cancelled' | 'refused' | 'lost'} state
 * @property {number} sentMs
 * @property {number | null} startedMs null while it waits
 * @property {number | null} endedMs null while it is live
 * @property {Commit[]} commits
 */

/**
 * @typedef {object} RequestState
 * @property {number} request
 * @property {number} arrivedMs
 * @property {'open' | 'answered' | 'failed' | 'expired'} status
 * @property {number | null} endedMs
 * @property {number} winnerAttempt 0 while there is none
 * @property {'primary' | 'backup' | null} winner
 * @property {Attempt[]} attempts in the order of (hop, leaf, attempt)
 * @property {{atMs: number, reason: string}[]} suppressed hedges that fell due and were not sent
 * @property {Set<string>} answeredLeaves
 * @property {number} loserWorkMs
 * @property {number} events how many there have been of it
 */

/**
 * @typedef {object} Counters
 * @property {number} arrived
 * @property {number} answered
 * @property {number} hedges
 * @property {number} suppressedHedges
 * @property {number} backupWins
 * @property {number} loserWorkMs
 * @property {number} duplicateWrites
 * @property {number} deduplicatedWrites
 * @property {number} failed requests; the API tells it, and the next, once there are any
 * @property {number} expired
 */

/**
 * @typedef {object} State
 * @property {Counters} counters
 * @property {Map<number, RequestState>} requests those that have arrived
 * @property {boolean} complete
 */

/** Rounds to whole microseconds, which is what times are. @param {number} ms */
export const exactMs = (ms) => Math.round(ms * 1000) / 1000;

/** @returns {State} */
const beginning = () => ({
  counters: {
    arrived: 0, answered: 0, hedges: 0, suppressedHedges: 0, backupWins: 0, loserWorkMs: 0,
    duplicateWrites: 0, deduplicatedWrites: 0, failed: 0, expired: 0,
  },
  requests: new Map(),
  complete: false,
});

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
 * The run as it stands at an instant, after every event up to it.
 * @param {TraceEvent[]} events in time order
 * @param {number} atMs
 */
export function stateAt(events, atMs) {
  const state = beginning();
  const count = countAt(events, atMs);
  for (let i = 0; i < count; i++) book(state, events[i]);
  return state;
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

/**
 * Books the next event of a run.
 * @param {State} state
 * @param {TraceEvent} e
 */
function book(state, e) {
  if (e.type === 'run.completed') {
    state.complete = true;
    return;
  }
  const request = /** @type {number} */ (e.request);
  if (e.type === 'request.arrived') {
    state.counters.arrived++;
    state.requests.set(request, {
      request, arrivedMs: e.atMs, status: 'open', endedMs: null, winnerAttempt: 0, winner: null,
      attempts: [], suppressed: [], answeredLeaves: new Set(), loserWorkMs: 0, events: 1,
    });
    return;
  }
  const r = /** @type {RequestState} */ (state.requests.get(request));
  r.events++;
  bookings[e.type]?.(state.counters, r, e);
}

/**
 * What each type of event does to the counters and to its request. A type that is
 * not here, because a newer server tells it, changes nothing.
 * @type {Record<string, (counters: Counters, r: RequestState, e: TraceEvent) => void>}
 */
const bookings = {
  'attempt.sent'(counters, r, e) {
    r.attempts.push({
      hop: e.hop ?? 0, leaf: e.leaf ?? 0, attempt: e.attempt ?? 1, role: e.role ?? 'primary', replica: e.replica,
      state: 'waiting', sentMs: e.atMs, startedMs: null, endedMs: null, commits: [],
    });
    r.attempts.sort((a, b) => a.hop - b.hop || a.leaf - b.leaf || a.attempt - b.attempt);
    if (e.role === 'backup') counters.hedges++;
  },
  'attempt.started'(_, r, e) {
    const a = attemptOf(r, e);
    a.state = 'running';
    a.startedMs = e.atMs;
    a.replica = e.replica; // with a shared queue it is known only now
  },
  'attempt.answered'(counters, r, e) {
    const a = attemptOf(r, e);
    a.endedMs = e.atMs;
    const late = r.endedMs !== null || r.answeredLeaves.has(leafOf(e));
    if (e.status === 'OK' && !late) {
      a.state = 'won';
      r.answeredLeaves.add(leafOf(e));
      return;
    }
    a.state = e.status === 'OK' ? 'lost the race' : 'failed';
    lose(counters, r, e.atMs - (a.startedMs ?? e.atMs));
  },
  'attempt.cancelled'(counters, r, e) {
    end(r, e, 'cancelled');
    lose(counters, r, e.workMs ?? 0);
  },
  'attempt.refused': (_, r, e) => end(r, e, 'refused'),
  'attempt.lost'(counters, r, e) {
    end(r, e, 'lost');
    lose(counters, r, e.workMs ?? 0);
  },
  'hedge.suppressed'(counters, r, e) {
    r.suppressed.push({ atMs: e.atMs, reason: e.reason ?? '' });
    counters.suppressedHedges++;
  },
  'write.committed'(counters, r, e) {
    attemptOf(r, e).commits.push({ atMs: e.atMs, kind: e.duplicate ? 'duplicate' : 'first' });
    if (e.duplicate) counters.duplicateWrites++;
  },
  'write.deduplicated'(counters, r, e) {
    attemptOf(r, e).commits.push({ atMs: e.atMs, kind: 'deduplicated' });
    counters.deduplicatedWrites++;
  },
  'request.answered'(counters, r, e) {
    r.status = 'answered';
    r.endedMs = e.atMs;
    r.winnerAttempt = e.attempt ?? 0;
    r.winner = e.role ?? null;
    counters.answered++;
    if (e.role === 'backup') counters.backupWins++;
  },
  'request.failed'(counters, r, e) {
    r.status = 'failed';
    r.endedMs = e.atMs;
    counters.failed++;
  },
  'request.expired'(counters, r, e) {
    r.status = 'expired';
    r.endedMs = e.atMs;
    counters.expired++;
  },
};

/** @param {TraceEvent} e */
const leafOf = (e) => `${e.hop ?? 0}.${e.leaf ?? 0}`;

/** @param {RequestState} r @param {TraceEvent} e @returns {Attempt} */
function attemptOf(r, e) {
  const found = r.attempts.find((a) => a.attempt === e.attempt && a.hop === (e.hop ?? 0) && a.leaf === (e.leaf ?? 0));
  if (!found) throw new Error(`event ${e.seq} is about an attempt that was never sent`);
  return found;
}

/** @param {RequestState} r @param {TraceEvent} e @param {Attempt['state']} state */
function end(r, e, state) {
  const a = attemptOf(r, e);
  a.state = state;
  a.endedMs = e.atMs;
}

/** @param {Counters} counters @param {RequestState} r @param {number} workMs */
function lose(counters, r, workMs) {
  r.loserWorkMs = exactMs(r.loserWorkMs + workMs);
  counters.loserWorkMs = exactMs(counters.loserWorkMs + workMs);
}

/** @param {Attempt} a */
export const isLive = (a) => a.state === 'waiting' || a.state === 'running';

/**
 * The requests that have not ended, or of which an attempt still waits or runs.
 * @param {State} state
 */
export const inFlight = (state) => [...state.requests.values()]
  .filter((r) => r.endedMs === null || r.attempts.some(isLive))
  .sort((a, b) => a.request - b.request);

/** What a request's user has waited for so far, or in all. @param {RequestState} r @param {number} atMs */
export const waitedMs = (r, atMs) => exactMs((r.endedMs ?? atMs) - r.arrivedMs);

/** The most requests that the API lists as in flight. */
const IN_FLIGHT_SHOWN = 1000;

/**
 * The state in the words of the API (`state` of `GET /runs/{id}/events?at=`).
 * @param {State} state
 */
export function inApiWords(state) {
  const open = inFlight(state);
  const { failed, expired, ...always } = state.counters;
  return {
    ...always,
    ...(failed > 0 ? { failed } : {}),
    ...(expired > 0 ? { expired } : {}),
    inFlightTotal: open.length,
    inFlight: open.slice(0, IN_FLIGHT_SHOWN).map((r) => ({
      request: r.request,
      attempts: r.attempts.filter(isLive).map((a) => ({
        ...(a.hop > 0 ? { hop: a.hop, leaf: a.leaf } : {}),
        attempt: a.attempt, role: a.role, state: a.state, sentAtMs: a.sentMs,
      })),
    })),
  };
}
