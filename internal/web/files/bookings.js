/**
 * The bookings: what each type of event does to the counters and to its request.
 *
 * @typedef {import('./model.js').TraceEvent} TraceEvent
 * @typedef {import('./model.js').RequestState} RequestState
 * @typedef {import('./model.js').Attempt} Attempt
 * @typedef {import('./model.js').State} State
 */
import { exactMs } from './instants.js';

/**
 * Books the next event of a run.
 * @param {State} state
 * @param {TraceEvent} e
 */
export function book(state, e) {
  if (e.type === 'run.completed') {
    state.complete = true;
    state.unseen = 0;
    return;
  }
  const request = /** @type {number} */ (e.request);
  if (e.type === 'request.arrived') {
    state.counters.arrived++;
    state.requests.set(request, opened(request, e.atMs));
    return;
  }
  const r = requestOf(state, request, e.atMs);
  r.events++;
  bookings[e.type]?.(state, r, e);
}

/**
 * A request that has just arrived, or one that is only glimpsed.
 * @param {number} request
 * @param {number} arrivedMs
 * @param {boolean} [glimpsed]
 * @returns {RequestState}
 */
export const opened = (request, arrivedMs, glimpsed = false) => ({
  request, arrivedMs, glimpsed, status: 'open', endedMs: null, winnerAttempt: 0, winner: null,
  attempts: [], suppressed: [], hop: 0, answersOfHop: 0, leavesAnswered: 0, partial: false, loserWorkMs: 0, events: 1,
});

/** The request of an event, as this state's own. @param {State} state @param {number} request @param {number} atMs */
function requestOf(state, request, atMs) {
  let r = state.requests.get(request);
  if (r && !state.borrowed.delete(request)) return r;
  if (r) {
    r = { ...r, attempts: r.attempts.map((a) => ({ ...a, commits: [...a.commits] })), suppressed: [...r.suppressed] };
  } else {
    state.unseen = Math.max(0, state.unseen - 1);
    r = opened(request, atMs, true);
  }
  state.requests.set(request, r);
  return r;
}

/**
 * A type that is not here, because a newer server tells it, changes nothing.
 * @type {Record<string, (state: State, r: RequestState, e: TraceEvent) => void>}
 */
const bookings = {
  'attempt.sent'({ counters, quorum }, r, e) {
    if ((e.hop ?? 0) > r.hop) beginHop(r, e.hop ?? 0, quorum);
    r.attempts.splice(placeOf(r.attempts, e), 0, sent(e));
    if (e.role === 'backup') counters.hedges++;
  },
  'attempt.started'(_, r, e) {
    const a = attemptOf(r, e);
    a.state = 'running';
    a.startedMs = e.atMs;
    a.server = e.server; // with a shared queue it is known only now
  },
  // Whether it is the winner, the event that follows says.
  'attempt.answered'(state, r, e) {
    const a = end(r, e, e.status === 'OK' ? 'lost the race' : 'failed');
    lose(state, r, workOf(a));
  },
  'attempt.cancelled'(state, r, e) {
    end(r, e, 'cancelled');
    lose(state, r, e.workMs ?? 0);
  },
  'attempt.refused': (_, r, e) => void end(r, e, 'refused'),
  'attempt.lost'(state, r, e) {
    end(r, e, 'lost');
    lose(state, r, e.workMs ?? 0);
  },
  'hedge.suppressed'({ counters }, r, e) {
    r.suppressed.push({ atMs: e.atMs, reason: e.reason ?? '' });
    counters.suppressedHedges++;
  },
  'write.committed'({ counters }, r, e) {
    attemptOf(r, e).commits.push({ atMs: e.atMs, kind: e.duplicate ? 'duplicate' : 'first' });
    if (e.duplicate) counters.duplicateWrites++;
  },
  'write.deduplicated'({ counters }, r, e) {
    attemptOf(r, e).commits.push({ atMs: e.atMs, kind: 'deduplicated' });
    counters.deduplicatedWrites++;
  },
  'leaf.answered'(state, r, e) {
    r.hop = e.hop ?? 0;
    r.answersOfHop++;
    r.leavesAnswered++;
    win(state, r, e);
  },
  'request.answered'(state, r, e) {
    const { counters } = state;
    if (r.hop === 0 && e.attempt) win(state, r, e);
    if (!e.attempt) r.partial = true; // its time was up
    close(r, e, r.partial ? 'partial' : 'answered');
    r.winnerAttempt = e.attempt ?? 0;
    r.winner = e.role ?? null;
    counters.answered++;
    if (r.partial) counters.partial++;
    if (e.role === 'backup') counters.backupWins++;
  },
  'request.failed'({ counters }, r, e) {
    close(r, e, 'failed');
    counters.failed++;
  },
  'request.expired'({ counters }, r, e) {
    close(r, e, 'expired');
    counters.expired++;
  },
};

/** A hop ends when the next begins, with its quorum or without. @param {RequestState} r @param {number} hop @param {number} quorum */
function beginHop(r, hop, quorum) {
  if (r.hop > 0 && r.answersOfHop < quorum && !r.glimpsed) r.partial = true;
  r.hop = hop;
  r.answersOfHop = 0;
}

/** @param {TraceEvent} e @returns {Attempt} */
const sent = (e) => ({
  hop: e.hop ?? 0, leaf: e.leaf ?? 0, attempt: e.attempt ?? 1, role: e.role ?? 'primary', server: e.server,
  state: 'waiting', sentMs: e.atMs, sentSeq: e.seq, startedMs: null, endedMs: null, commits: [],
});

/** Where an attempt stands among others, or would stand. @param {Attempt[]} attempts @param {{hop?: number, leaf?: number, attempt?: number}} e */
function placeOf(attempts, { hop = 0, leaf = 0, attempt = 1 }) {
  let low = 0;
  let high = attempts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const a = attempts[middle];
    if ((a.hop - hop || a.leaf - leaf || a.attempt - attempt) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param {RequestState} r @param {TraceEvent} e @returns {Attempt} */
function attemptOf(r, e) {
  const place = placeOf(r.attempts, e);
  const a = r.attempts[place];
  if (a && a.hop === (e.hop ?? 0) && a.leaf === (e.leaf ?? 0) && a.attempt === (e.attempt ?? 1)) return a;
  if (!r.glimpsed) throw new Error(`event ${e.seq} is about an attempt that was never sent`);
  r.attempts.splice(place, 0, sent(e));
  return r.attempts[place];
}

/** @param {RequestState} r @param {TraceEvent} e @param {Attempt['state']} state */
function end(r, e, state) {
  const a = attemptOf(r, e);
  a.state = state;
  a.endedMs = e.atMs;
  return a;
}

/** @param {RequestState} r @param {TraceEvent} e @param {RequestState['status']} status */
function close(r, e, status) {
  r.status = status;
  r.endedMs = e.atMs;
}

/** An attempt that has just answered is its leaf's: it is no loser. @param {State} state @param {RequestState} r @param {TraceEvent} e */
function win(state, r, e) {
  const a = attemptOf(r, e);
  a.state = 'won';
  a.endedMs = e.atMs;
  lose(state, r, -workOf(a));
}

/** How long an attempt that has ended was worked on. @param {Attempt} a */
const workOf = (a) => (a.endedMs === null || a.startedMs === null ? 0 : a.endedMs - a.startedMs);

/** @param {State} state @param {RequestState} r @param {number} workMs */
function lose({ counters }, r, workMs) {
  r.loserWorkMs = exactMs(r.loserWorkMs + workMs);
  counters.loserWorkMs = exactMs(counters.loserWorkMs + workMs);
}
