/**
 * The stories: attempts, requests and servers as they stand, in sentences.
 *
 * @typedef {import('./model.js').RequestState} RequestState
 * @typedef {import('./model.js').Attempt} Attempt
 * @typedef {import('./cluster.js').Held} Held
 */
import { exactMs } from './instants.js';
import { isOpen, waitedMs } from './model.js';
import { capital, count, ms, plural, seconds, who } from './text.js';

/** How many attempts a sentence tells of. */
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
    'lost the race': `ran to its end at ${ended}, too late`,
    failed: `failed at ${ended}`,
    cancelled: `cancelled at ${ended}`,
    refused: `refused at ${ended}`,
    lost: `lost at ${ended}`,
  }[a.state];
  const commits = a.commits.map((c) => ({
    first: `committed at ${since(c.atMs)}`,
    duplicate: `committed again at ${since(c.atMs)}`,
    deduplicated: `second commit at ${since(c.atMs)}, deduplicated`,
  }[c.kind]));
  const sent = a.role === 'backup' ? [`sent at ${since(a.sentMs)}`] : [];
  return `${who(a)} ${[...sent, ...commits, fate].join(', ')}`;
}

/**
 * A request as it stands: one sentence with all its numbers.
 * @param {number} request
 * @param {RequestState | undefined} r undefined until it has arrived
 * @param {number} atMs
 * @param {{arrivalMs: number, latencyMs: number} | undefined} without the same request without hedges
 */
export function requestStory(request, r, atMs, without) {
  if (!r) return `Request ${request} has not arrived${without ? `; it comes at ${seconds(without.arrivalMs)}` : ''}.`;
  const head = `Request ${request}, ${r.glimpsed ? 'begun before what is loaded here' : `arrived at ${seconds(r.arrivedMs)}`}`;
  const attempts = told(r).map((a) => attemptStory(r, a, atMs));
  if (r.attempts.length > TOLD) attempts.push(`${count(r.attempts.length - TOLD)} more attempts`);
  if (r.leavesAnswered > 0) attempts.push(`${plural(r.leavesAnswered, 'leaf has', 'leaves have')} answered`);
  const suppressed = r.suppressed.length > TOLD
    ? [`${count(r.suppressed.length)} backups were not sent`]
    : r.suppressed.map((s) => `its backup was not sent (${s.reason})`);
  const result = r.endedMs === null && !isOpen(r) ? 'how it ended came before what is loaded here' : r.endedMs === null
    ? `has waited ${ms(waitedMs(r, atMs))} so far`
    : `${r.status === 'partial' ? 'answered in part' : r.status}${r.winner ? ` by its ${r.winner}` : ''} after ${ms(waitedMs(r, atMs))}`;
  const counterpart = without && r.endedMs !== null && !isOpen(r) ? `; without hedging ${ms(without.latencyMs)}` : '';
  return `${head}: ${[...attempts, ...suppressed].join('; ')}. ${capital(result)}${counterpart}.`;
}

/** Which attempts a sentence tells of: the first, or of many those that are live or came last. @param {RequestState} r */
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
 * A server as it stands: what it works on, and who waits, the next one first.
 * @param {number} n 0 for the queue that all share
 * @param {import('./cluster.js').Server} held
 * @param {{workers: number}} cluster
 * @param {{down: boolean, factor: number}} trouble
 * @param {number} atMs
 */
export function serverStory(n, { running, waiting }, { workers }, { down, factor }, atMs) {
  const named = (/** @type {Held[]} */ held, /** @type {(a: Attempt) => number} */ since) => {
    const names = held.slice(0, NAMED).map(({ request, attempt: a }) => `request ${request}'s ${who(a)} for ${ms(exactMs(atMs - since(a)))}`);
    return [...names, ...(held.length > NAMED ? [`${count(held.length - NAMED)} more`] : [])].join(', ');
  };
  const works = running.length === 0 ? 'idle' : `${workers > 1 ? `${count(running.length)} of ${count(workers)} workers busy: ` : 'works on '}${named(running, (a) => a.startedMs ?? atMs)}`;
  const waits = waiting.length === 0 ? 'nobody waits' : `${count(waiting.length)} ${waiting.length === 1 ? 'waits' : 'wait'}: ${named(waiting, (a) => a.sentMs)}`;
  if (n === 0) return `The queue of all: ${waits}.`;
  return `Server ${n}${down ? ' is down' : factor !== 1 ? `, its work takes ${count(factor)} times as long` : ''}: ${works}; ${waits}.`;
}
