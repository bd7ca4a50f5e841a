/**
 * The bookings: what each type of event does to the counters and to its request. An
 * event says all that is booked with it; nothing is looked up in an earlier one.
 *
 * @typedef {import('./model.js').TraceEvent} TraceEvent
 * @typedef {import('./model.js').RequestState} RequestState
 * @typedef {import('./model.js').Attempt} Attempt
 * @typedef {import('./model.js').Counters} Counters
 * @typedef {import('./model.js').State} State
 */
import { exactMs } from './instants.js';

/**
 * Books the next event of a run. A type that is not here, because a newer server
 * has it, changes nothing.
 * @param {State} state
 * @param {TraceEvent} e
 */
export function book(state, e) {
  if (e.request === undefined) return ofRun[e.type]?.(state, e);
  if (e.type === 'request.arrived') {
    state.counters.arrived++;
    state.requests.set(e.request, opened(e.request, e.atMs));
    return;
  }
  const r = requestOf(state, e.request, e.atMs);
  r.events++;
  ofRequest[e.type]?.(r, e, state.counters);
}

/**
 * A request that has just arrived, or one that is only glimpsed.
 * @param {number} request
 * @param {number} arrivedMs
 * @param {boolean} [glimpsed]
 * @returns {RequestState}
 */
export const opened = (request, arrivedMs, glimpsed = false) => ({
  request, arrivedMs, glimpsed, status: 'open', endedMs: null, latencyMs: null, winnerAttempt: 0, winner: null,
  attempts: [], suppressed: [], hops: [], leavesAnswered: 0, leavesFailed: 0, loserWorkMs: 0, events: 1,
});

/** The request of an event, as this state's own. @param {State} state @param {number} request @param {number} atMs */
function requestOf(state, request, atMs) {
  let r = state.requests.get(request);
  if (r && !state.borrowed.delete(request)) return r;
  if (r) {
    r = { ...r, attempts: r.attempts.map((a) => ({ ...a, commits: [...a.commits] })), suppressed: [...r.suppressed], hops: [...r.hops] };
  } else {
    state.unseen--;
    r = opened(request, atMs, true);
  }
  state.requests.set(request, r);
  return r;
}

/** @type {Record<string, (state: State, e: TraceEvent) => void>} */
const ofRun = {
  'server.down': ({ down }, e) => void down.add(e.server ?? 0),
  'server.up': ({ down }, e) => void down.delete(e.server ?? 0),
  'run.completed': (state) => void (state.complete = true),
};

/** @type {Record<string, (r: RequestState, e: TraceEvent, counters: Counters) => void>} */
const ofRequest = {
  'attempt.sent'(r, e, counters) {
    r.attempts.splice(placeOf(r.attempts, e), 0, sent(e, e.atMs));
    if (e.role === 'backup') counters.hedges++;
  },
  'attempt.started'(r, e) {
    const a = attemptOf(r, e);
    a.state = 'running';
    a.startedMs = e.atMs;
    a.server = e.server; // with a shared queue it is known only now
  },
  'attempt.answered': (r, e, counters) => end(r, e, counters, e.won ? 'won' : 'late'),
  'attempt.cancelled'(r, e, counters) {
    end(r, e, counters, 'cancelled');
    attemptOf(r, e).by = e.by;
  },
  'attempt.refused': (r, e, counters) => end(r, e, counters, 'refused'),
  'attempt.lost': (r, e, counters) => end(r, e, counters, 'lost'),
  'hedge.suppressed'(r, e, counters) {
    r.suppressed.push({ atMs: e.atMs, reason: e.reason ?? '' });
    counters.suppressedHedges++;
  },
  'write.committed'(r, e, counters) {
    attemptOf(r, e).commits.push({ atMs: e.atMs, kind: e.duplicate ? 'duplicate' : 'first' });
    if (e.duplicate) counters.duplicateWrites++;
  },
  'write.deduplicated'(r, e, counters) {
    attemptOf(r, e).commits.push({ atMs: e.atMs, kind: 'deduplicated' });
    counters.deduplicatedWrites++;
  },
  'leaf.answered': (r) => void r.leavesAnswered++,
  'leaf.failed': (r) => void r.leavesFailed++,
  'hop.ended': (r, e) => void r.hops.push({ hop: e.hop ?? 0, by: e.by ?? '', latencyMs: e.latencyMs ?? 0 }),
  'request.answered'(r, e, counters) {
    close(r, e, e.partial ? 'partial' : 'answered');
    r.winnerAttempt = e.attempt ?? 0;
    r.winner = e.role ?? null;
    counters.answered++;
    if (e.partial) counters.partial++;
    if (e.role === 'backup') counters.backupWins++;
  },
  'request.failed'(r, e, counters) {
    close(r, e, 'failed');
    counters.failed++;
  },
  'request.expired'(r, e, counters) {
    close(r, e, 'expired');
    counters.expired++;
  },
};

/** @param {TraceEvent} e @param {number} sentMs @returns {Attempt} */
const sent = (e, sentMs) => ({
  hop: e.hop ?? 0, leaf: e.leaf ?? 0, attempt: e.attempt ?? 1, role: e.role ?? 'primary', server: e.server,
  state: 'waiting', sentMs, sentSeq: e.seq, startedMs: null, endedMs: null, commits: [],
});

/** The place of an attempt among others. @param {Attempt[]} attempts @param {{hop?: number, leaf?: number, attempt?: number}} e */
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
  r.attempts.splice(place, 0, glimpsed(e));
  return r.attempts[place];
}

/** An attempt that was sent before what is folded: the event says how long ago it was sent, and since when it has run. @param {TraceEvent} e @returns {Attempt} */
function glimpsed(e) {
  const ago = (/** @type {number | undefined} */ ms) => exactMs(e.atMs - (ms ?? 0));
  return { ...sent(e, ago(e.waitedMs ?? e.latencyMs ?? e.workMs)), startedMs: e.state === 'running' ? ago(e.workMs) : null };
}

/** Every end of an attempt but an answer that won is work for nothing. @param {RequestState} r @param {TraceEvent} e @param {Counters} counters @param {Attempt['state']} state */
function end(r, e, counters, state) {
  const a = attemptOf(r, e);
  a.state = state;
  a.endedMs = e.atMs;
  if (r.status === 'open' && r.glimpsed && isStraggler(e)) r.status = 'ended';
  if (e.won) return;
  r.loserWorkMs = exactMs(r.loserWorkMs + (e.workMs ?? 0));
  counters.loserWorkMs = exactMs(counters.loserWorkMs + (e.workMs ?? 0));
}

/** Whether an attempt had outlived its request: a base that only counts the request cannot say so. @param {TraceEvent} e */
function isStraggler({ hop, by, won }) {
  if (by === 'failure' || by === 'deadline') return true;
  return !hop && (won === false || by === 'answer' || by === 'quorum' || by === 'time');
}

/** @param {RequestState} r @param {TraceEvent} e @param {RequestState['status']} status */
function close(r, e, status) {
  r.status = status;
  r.endedMs = e.atMs;
  r.latencyMs = e.latencyMs ?? 0;
  r.arrivedMs = exactMs(e.atMs - r.latencyMs); // news only for a glimpsed request
  r.leavesAnswered = e.leavesAnswered ?? r.leavesAnswered; // likewise
}
