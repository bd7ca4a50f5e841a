/**
 * The model: events → the run as it stands at an instant. A pure fold over the
 * trace, the same that the server does for `GET /runs/{id}/events?at=`; nothing
 * here knows of a page. Of a long run it folds a stretch, from a base: the run as
 * it stood before.
 */
import { book } from './bookings.js';
import { countAt, exactMs } from './instants.js';

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
 * @property {number} [server]
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
 * @property {number} [server]
 * @property {'waiting' | 'running' | 'won' | 'lost the race' | 'failed' | 'cancelled' | 'refused' | 'lost'} state
 * @property {number} sentMs
 * @property {number} sentSeq orders those that were sent at one instant; 0 where only the API's state told of it
 * @property {number | null} startedMs null while it waits
 * @property {number | null} endedMs null while it is live
 * @property {Commit[]} commits
 */

/**
 * @typedef {object} RequestState
 * @property {number} request
 * @property {number} arrivedMs
 * @property {boolean} glimpsed whether it arrived before the stretch that is folded, so that only a part of it is known
 * @property {'open' | 'answered' | 'partial' | 'failed' | 'expired'} status
 * @property {number | null} endedMs
 * @property {number} winnerAttempt 0 while there is none
 * @property {'primary' | 'backup' | null} winner
 * @property {Attempt[]} attempts in the order of (hop, leaf, attempt)
 * @property {{atMs: number, reason: string}[]} suppressed hedges that fell due and were not sent
 * @property {number} hop the latest; 0 where a request has one leaf only
 * @property {number} answersOfHop leaves of that hop that have answered
 * @property {number} leavesAnswered
 * @property {boolean} partial whether a hop of it ended with less than its quorum
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
 * @property {number} failed requests; the API tells it, and the next two, once there are any
 * @property {number} expired
 * @property {number} partial
 */

/**
 * @typedef {object} State
 * @property {Counters} counters
 * @property {Map<number, RequestState>} requests those that have arrived; in a stretch, those of it and those that were in flight before
 * @property {Set<number>} borrowed those of them that still belong to the base
 * @property {number} unseen requests in flight that the base only counts
 * @property {number} quorum how many leaves a hop waits for
 * @property {boolean} complete
 */

/**
 * A run before its first event.
 * @param {Record<string, any>} [scenario] resolved; what it says of leaves decides which answers are partial
 * @returns {State}
 */
export function beginning(scenario) {
  const fanOut = scenario?.workload.fanOut ?? { leaves: 1, quorum: 0 };
  return {
    counters: {
      arrived: 0, answered: 0, hedges: 0, suppressedHedges: 0, backupWins: 0, loserWorkMs: 0,
      duplicateWrites: 0, deduplicatedWrites: 0, failed: 0, expired: 0, partial: 0,
    },
    requests: new Map(),
    borrowed: new Set(),
    unseen: 0,
    quorum: fanOut.quorum || fanOut.leaves,
    complete: false,
  };
}

/**
 * The run as it stands at an instant, after every event up to it.
 * @param {TraceEvent[]} events in time order
 * @param {number} atMs
 * @param {State} [base] before the first of them; it stays as it is
 */
export function stateAt(events, atMs, base = beginning()) {
  const state = { ...base, counters: { ...base.counters }, requests: new Map(base.requests), borrowed: new Set(base.requests.keys()) };
  const count = countAt(events, atMs);
  for (let i = 0; i < count; i++) book(state, events[i]);
  return state;
}

/** @param {Attempt} a */
export const isLive = (a) => a.state === 'waiting' || a.state === 'running';

/** Whether a request has not ended, or an attempt of it still waits or runs. Of one that is glimpsed the end may not have been seen. @param {RequestState} r */
export const isOpen = (r) => (r.endedMs === null && (!r.glimpsed || r.attempts.length === 0)) || r.attempts.some(isLive);

/**
 * The requests that are open, by number.
 * @param {State} state
 */
export const inFlight = (state) => [...state.requests.values()].filter(isOpen).sort((a, b) => a.request - b.request);

/** What a request's user has waited for so far, or in all. @param {RequestState} r @param {number} atMs */
export const waitedMs = (r, atMs) => exactMs((r.endedMs ?? atMs) - r.arrivedMs);
