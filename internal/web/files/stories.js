/**
 * The stories: attempts, requests and servers at an instant, in sentences.
 *
 * @typedef {import('./model.js').RequestState} RequestState
 * @typedef {import('./model.js').Attempt} Attempt
 * @typedef {import('./cluster.js').Held} Held
 */
import { exactMs } from './instants.js';
import { isOpen, waitedMs } from './model.js';
import { capital, cause, count, hopEnd, ms, nameOf, plural, seconds } from './text.js';

/** How many attempts, and how many hops, a sentence has. */
const TOLD = 4;

/**
 * An attempt and what became of it, counted from its request's arrival.
 * @param {RequestState} r
 * @param {Attempt} a
 * @param {number} atMs
 */
export function attemptStory(r, a, atMs) {
  const since = (/** @type {number} */ t) => ms(exactMs(t - r.arrivedMs));
  const ended = a.endedMs === null ? '' : since(a.endedMs);
  const fate = {
    waiting: `waiting for ${ms(exactMs(atMs - a.sentMs))}`,
    running: `running for ${ms(exactMs(atMs - (a.startedMs ?? atMs)))}`,
    won: `won at ${ended}`,
    late: `ran to its end at ${ended}, too late`,
    cancelled: `cancelled at ${ended}${causeOf(a)}`,
    refused: `refused at ${ended}`,
    lost: `lost at ${ended}`,
  }[a.state];
  const commits = a.commits.map((c) => ({
    first: `committed at ${since(c.atMs)}`,
    duplicate: `committed again at ${since(c.atMs)}`,
    deduplicated: `second commit at ${since(c.atMs)}, deduplicated`,
  }[c.kind]));
  const sent = a.role === 'backup' ? [`sent at ${since(a.sentMs)}`] : [];
  return `${nameOf(a)} ${[...sent, ...commits, fate].join(', ')}`;
}

/** What cancelled an attempt, where the request's own end does not say it. @param {Attempt} a */
const causeOf = (a) => (!a.by || (a.by === 'answer' && !a.hop) ? '' : a.by === 'deadline' ? ', the deadline' : `: ${cause(a)}`);

/**
 * A request at an instant: one sentence with all its numbers.
 * @param {number} request
 * @param {RequestState | undefined} r undefined until it has arrived
 * @param {number} atMs
 * @param {{arrivalMs: number, latencyMs: number} | undefined} without the same request without hedges
 */
export function requestStory(request, r, atMs, without) {
  if (!r) return `Request ${request} has not arrived${without ? `; it comes at ${seconds(without.arrivalMs)}` : ''}.`;
  const head = `Request ${request}, ${r.glimpsed ? 'begun before what is loaded here' : `arrived at ${seconds(r.arrivedMs)}`}`;
  const parts = [...attemptsOf(r, atMs), ...leavesOf(r), ...suppressedOf(r)];
  const counterpart = without && r.endedMs !== null && !isOpen(r) ? `; without hedging ${ms(without.latencyMs)}` : '';
  return `${head}: ${parts.join('; ')}. ${capital(resultOf(r, atMs))}${counterpart}.`;
}

/** @param {RequestState} r @param {number} atMs */
function attemptsOf(r, atMs) {
  const stories = told(r).map((a) => attemptStory(r, a, atMs));
  return r.attempts.length > TOLD ? [...stories, `${count(r.attempts.length - TOLD)} more attempts`] : stories;
}

/** What became of leaves and hops; nothing where a request has one leaf only. @param {RequestState} r */
const leavesOf = ({ leavesAnswered, leavesFailed, hops }) => [
  ...(leavesAnswered > 0 ? [`${plural(leavesAnswered, 'leaf has', 'leaves have')} answered`] : []),
  ...(leavesFailed > 0 ? [`${plural(leavesFailed, 'leaf has', 'leaves have')} failed`] : []),
  ...hops.slice(-TOLD).map((h) => `hop ${h.hop} ended after ${ms(h.latencyMs)}: ${hopEnd(h.by)}`),
];

/** @param {RequestState} r */
const suppressedOf = ({ suppressed }) => (suppressed.length > TOLD
  ? [`${count(suppressed.length)} backups were not sent`]
  : suppressed.map((s) => `its backup was not sent (${s.reason})`));

/** @param {RequestState} r @param {number} atMs */
function resultOf(r, atMs) {
  if (r.status === 'ended') return 'how it ended came before what is loaded here';
  if (r.status === 'open') return `has waited ${ms(waitedMs(r, atMs))} so far`;
  return `${r.status === 'partial' ? 'answered in part' : r.status}${r.winner ? ` by its ${r.winner}` : ''} after ${ms(waitedMs(r, atMs))}`;
}

/** The attempts that a sentence has: all, or, if they are many, those that are live or ended last. @param {RequestState} r */
function told(r) {
  if (r.attempts.length <= TOLD) return r.attempts;
  const late = (/** @type {Attempt} */ a) => a.endedMs ?? Infinity;
  const chosen = new Set([...r.attempts].sort((a, b) => (late(a) === late(b) ? 0 : late(b) - late(a))).slice(0, TOLD));
  return r.attempts.filter((a) => chosen.has(a));
}

/** How often a write was committed, if that is worth a word. @param {RequestState} r */
export function commitsOf(r) {
  const kinds = r.attempts.flatMap((a) => a.commits.map((c) => c.kind));
  const duplicates = kinds.filter((k) => k === 'duplicate').length;
  if (duplicates > 0) return { kind: 'duplicate', text: duplicates === 1 ? 'committed twice' : `committed ${duplicates + 1} times` };
  if (kinds.includes('deduplicated')) return { kind: 'deduplicated', text: 'deduplicated' };
  return null;
}

/** How many attempts a server's sentence names. */
const NAMED = 8;

/**
 * A server at an instant: what it works on, and what waits, the next one first.
 * @param {number} n 0 for the queue that all share
 * @param {import('./cluster.js').Server} server
 * @param {{workers: number}} cluster
 * @param {number} atMs
 */
export function serverStory(n, { running, waiting, down, factor }, { workers }, atMs) {
  const named = (/** @type {Held[]} */ held, /** @type {(a: Attempt) => number} */ since) => {
    const names = held.slice(0, NAMED).map(({ request, attempt: a }) => `request ${request}'s ${nameOf(a)} for ${ms(exactMs(atMs - since(a)))}`);
    return [...names, ...(held.length > NAMED ? [`${count(held.length - NAMED)} more`] : [])].join(', ');
  };
  const works = running.length === 0 ? 'idle' : `${workers > 1 ? `${count(running.length)} of ${count(workers)} workers busy: ` : 'works on '}${named(running, (a) => a.startedMs ?? atMs)}`;
  const waits = waiting.length === 0 ? 'nothing waits' : `${count(waiting.length)} ${waiting.length === 1 ? 'waits' : 'wait'}: ${named(waiting, (a) => a.sentMs)}`;
  if (n === 0) return `The shared queue: ${waits}.`;
  return `Server ${n}${down ? ' is down' : factor !== 1 ? `, its work takes ${count(factor)} times as long` : ''}: ${works}; ${waits}.`;
}
