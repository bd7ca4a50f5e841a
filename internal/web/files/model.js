/**
 * The model: events → the state of the run at an instant. A pure fold over the
 * trace, the same that the server does for `GET /runs/{id}/events?at=`; nothing
 * here knows of a page. For a long run it folds a stretch, onto a base: the state
 * before it.
 */
import { book } from './bookings.js';
import { countAt, exactMs } from './instants.js';

/**
 * @typedef {object} TraceEvent an event of the API (api/openapi.yaml, Event)
 * @property {number} seq
 * @property {number} atMs
 * @property {string} type
 * @property {number} [request]
 * @property {number} [hop] like the leaf, only where a request has more than one leaf
 * @property {number} [leaf]
 * @property {number} [attempt]
 * @property {'primary' | 'backup'} [role]
 * @property {number} [server]
 * @property {'OK' | 'RESOURCE_EXHAUSTED'} [status] of an attempt that was answered or refused
 * @property {'sent' | 'waiting' | 'running'} [state] what an attempt did until it ended
 * @property {number} [waitedMs] from sending to start
 * @property {boolean} [extra] whether another attempt of its leaf has started before
 * @property {number} [workMs] how long an attempt that ended was worked on
 * @property {number} [serviceMs] how long it would have been, had nothing stopped it
 * @property {boolean} [won] whether an answer is its leaf's
 * @property {'answer' | 'start' | 'quorum' | 'time' | 'failure' | 'deadline'} [by] what cancelled an attempt or ended a hop
 * @property {number} [latencyMs] of an attempt from its sending, of a leaf or a hop from the start of the hop, of a request from its arrival
 * @property {number} [leavesAnswered] of a hop or a request that ended; where a request has more than one leaf
 * @property {boolean} [partial] whether a hop of an answered request was ended by time
 * @property {string} [reason] why a hedge was not sent
 * @property {boolean} [duplicate] whether the same write had been committed before
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
 * @property {number} [server]
 * @property {'waiting' | 'running' | 'won' | 'late' | 'cancelled' | 'refused' | 'lost'} state
 * @property {number} sentMs
 * @property {number} sentSeq orders those that were sent at one instant; 0 if it is known from the API's state only
 * @property {number | null} startedMs null while it waits
 * @property {number | null} endedMs null while it is live
 * @property {string} [by] what cancelled it
 * @property {Commit[]} commits
 */

/** A hop that has ended. @typedef {{hop: number, by: string, latencyMs: number}} Hop */

/**
 * @typedef {object} RequestState
 * @property {number} request
 * @property {number} arrivedMs of one that is glimpsed, the earliest that is known of it, until its end says it
 * @property {boolean} glimpsed whether it arrived before the stretch that is folded, so that only a part of it is known
 * @property {'open' | 'answered' | 'partial' | 'failed' | 'expired' | 'ended'} status ended: before the stretch that is folded, which does not know how
 * @property {number | null} endedMs null if that is not known, too
 * @property {number | null} latencyMs null until it has ended
 * @property {number} winnerAttempt 0 while there is none
 * @property {'primary' | 'backup' | null} winner
 * @property {Attempt[]} attempts in the order of (hop, leaf, attempt)
 * @property {{atMs: number, reason: string}[]} suppressed hedges that fell due and were not sent
 * @property {Hop[]} hops those that have ended; none where a request has one leaf only
 * @property {number} leavesAnswered
 * @property {number} leavesFailed
 * @property {number} loserWorkMs
 * @property {number} events how many there have been of it
 */

/**
 * @typedef {object} Counters
 * @property {number} arrived
 * @property {number} answered partial ones too
 * @property {number} hedges
 * @property {number} suppressedHedges
 * @property {number} backupWins
 * @property {number} loserWorkMs
 * @property {number} duplicateWrites
 * @property {number} deduplicatedWrites
 * @property {number} failed requests; in the API it, and the next two, are absent while they are 0
 * @property {number} expired
 * @property {number} partial
 */

/**
 * @typedef {object} State
 * @property {Counters} counters
 * @property {Map<number, RequestState>} requests those that have arrived; in a stretch, those of it and those that were in flight before
 * @property {Set<number>} borrowed those of them that still belong to the base
 * @property {Set<number>} down the servers that are down
 * @property {number} unseen requests in flight that the base only counts
 * @property {boolean} complete
 */

/**
 * A run before its first event.
 * @returns {State}
 */
export const beginning = () => ({
  counters: {
    arrived: 0, answered: 0, hedges: 0, suppressedHedges: 0, backupWins: 0, loserWorkMs: 0,
    duplicateWrites: 0, deduplicatedWrites: 0, failed: 0, expired: 0, partial: 0,
  },
  requests: new Map(),
  borrowed: new Set(),
  down: new Set(),
  unseen: 0,
  complete: false,
});

/**
 * The state of the run at an instant, after every event up to it.
 * @param {TraceEvent[]} events in time order
 * @param {number} atMs
 * @param {State} [base] before the first of them; it stays as it is
 */
export function stateAt(events, atMs, base = beginning()) {
  const state = {
    ...base, counters: { ...base.counters }, requests: new Map(base.requests), borrowed: new Set(base.requests.keys()), down: new Set(base.down),
  };
  const count = countAt(events, atMs);
  for (let i = 0; i < count; i++) book(state, events[i]);
  return state;
}

/** @param {Attempt} a */
export const isLive = (a) => a.state === 'waiting' || a.state === 'running';

/** Whether a request has not ended, or an attempt of it still waits or runs. @param {RequestState} r */
export const isOpen = (r) => r.status === 'open' || r.attempts.some(isLive);

/**
 * The requests that are open, by number.
 * @param {State} state
 */
export const inFlight = (state) => [...state.requests.values()].filter(isOpen).sort((a, b) => a.request - b.request);

/** What a request's user has waited for so far, or in all. @param {RequestState} r @param {number} atMs */
export const waitedMs = (r, atMs) => r.latencyMs ?? exactMs(atMs - r.arrivedMs);
