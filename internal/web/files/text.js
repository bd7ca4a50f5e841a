/**
 * The words: numbers and events as a person reads or hears them.
 *
 * @typedef {import('./model.js').TraceEvent} TraceEvent
 */
import { exactMs } from './instants.js';

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });

/** @param {number} n */
export const count = (n) => grouped.format(n);

/** @param {number} ms */
export const ms = (ms) => `${grouped.format(ms)} ms`;

/** An instant of the run, in seconds: 15.2 s. @param {number} atMs */
export const seconds = (atMs) => `${grouped.format(exactMs(atMs) / 1000)} s`;

/** An instant with all its digits, so that a column of them lines up. @param {number} atMs */
export function clock(atMs) {
  const digits = Number.isInteger(atMs) ? 3 : 6;
  return `${(atMs / 1000).toFixed(digits)} s`;
}

/** @param {number} n @param {string} one @param {string} [many] */
export const plural = (n, one, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;

/** A change, with its sign. @param {number} n */
export const signed = (n) => (n > 0 ? `+${count(n)}` : n < 0 ? `−${count(-n)}` : '0');

/** A code of the API, such as TAIL_CUT, as it is shown. @param {string} code */
export const label = (code) => code.replaceAll('_', ' ');

/** With a capital letter. @param {string} s */
export const capital = (s) => s[0].toUpperCase() + s.slice(1);

/** The name of an attempt: the primary, the backup, backup 3 of leaf 2.1. @param {{attempt?: number, role?: string, hop?: number, leaf?: number}} a */
export function nameOf(a) {
  const name = (a.attempt ?? 1) > 2 ? `backup ${(a.attempt ?? 1) - 1}` : a.role ?? 'request';
  return a.hop ? `${name} of leaf ${a.hop}.${a.leaf}` : name;
}

/** What ended a hop. @type {Record<string, string>} */
const hopEnds = { quorum: 'enough leaves answered', time: 'its time was up', failure: 'too many leaves failed', deadline: 'the deadline passed' };

/** @param {string} by */
export const hopEnd = (by) => hopEnds[by] ?? by;

/** What cancelled an attempt. @param {{by?: string, hop?: number}} e */
export const cause = ({ by = '', hop }) => ({
  answer: hop ? 'its leaf was answered' : 'the request was answered', start: 'another copy has started', ...hopEnds,
}[by] ?? by);

/** How long an attempt was worked on, and, if that was cut short, how long it would have been. @param {TraceEvent} e */
const work = ({ workMs = 0, serviceMs = workMs }) => (serviceMs > workMs ? `${count(workMs)} of ${ms(serviceMs)}` : `${ms(workMs)} of work`);

/** How long ago an answer's attempt was sent, if it waited too. @param {TraceEvent} e */
const sent = ({ workMs = 0, latencyMs = workMs }) => (latencyMs > workMs ? `, ${ms(latencyMs)} after it was sent` : '');

/** @param {TraceEvent} e */
const after = (e) => `after ${ms(e.latencyMs ?? 0)}`;

/** @param {TraceEvent} e */
const leaf = (e) => `leaf ${e.hop}.${e.leaf}`;

/** What an attempt did until it was cancelled or lost. @param {TraceEvent} e */
const until = (e) => (e.state === 'running' ? ` after ${work(e)}` : e.state === 'waiting' ? ' while it waited' : `: server ${e.server} is down`);

/** @type {Record<string, (e: TraceEvent) => string>} */
const sentences = {
  'request.arrived': () => 'arrives',
  'attempt.sent': (e) => (e.role === 'backup' ? `${nameOf(e)} sent: a hedge` : `${nameOf(e)} sent`) + (e.server ? ` to server ${e.server}` : ''),
  'attempt.started': (e) => `${nameOf(e)} starts${e.server ? ` at server ${e.server}` : ''}${e.waitedMs ? ` after ${ms(e.waitedMs)} of waiting` : ''}${e.extra ? ': extra load' : ''}`,
  'attempt.answered': (e) => `${nameOf(e)} ${e.won ? 'won' : 'answers too late,'} after ${work(e)}${sent(e)}`,
  'attempt.cancelled': (e) => `${nameOf(e)} cancelled${e.by === 'deadline' ? ' at the deadline' : ''}${until(e)}${e.by && e.by !== 'deadline' ? `: ${cause(e)}` : ''}`,
  'attempt.refused': (e) => `${nameOf(e)} refused: ${e.status}`,
  'attempt.lost': (e) => `${nameOf(e)} lost${until(e)}`,
  'hedge.suppressed': (e) => `${nameOf(e)} not sent: ${e.reason}`,
  'write.committed': (e) => (e.duplicate ? `${nameOf(e)} commits again: a duplicate write` : `${nameOf(e)} commits the write`),
  'write.deduplicated': (e) => `${nameOf(e)} commits again; the key deduplicates it`,
  'leaf.answered': (e) => `${leaf(e)} answered ${after(e)}`,
  'leaf.failed': (e) => `${leaf(e)} failed ${after(e)}`,
  'hop.ended': (e) => `hop ${e.hop} ended ${after(e)}: ${hopEnd(e.by ?? '')}`,
  'request.answered': (e) => `answered ${e.partial ? 'in part ' : ''}${e.role ? `by its ${nameOf({ ...e, hop: 0 })} in ${ms(e.latencyMs ?? 0)}` : `${after(e)}: its time was up`}`,
  'request.failed': (e) => `failed ${after(e)}${e.leaf ? `: too many leaves failed, at last ${leaf(e)}` : ''}`,
  'request.expired': (e) => `expired ${after(e)}: its deadline passed`,
  'server.down': (e) => `server ${e.server} is down`,
  'server.up': (e) => `server ${e.server} is back`,
  'run.completed': () => 'run completed',
};

/** What an event says, without its time and request. @param {TraceEvent} e */
export const said = (e) => capital(sentences[e.type]?.(e) ?? e.type);

/** What happened at one instant, for the live region. @param {TraceEvent[]} events */
export function happened(events) {
  if (events.length === 0) return '';
  const parts = events.map((e) => (e.request ? `request ${e.request}: ${said(e).toLowerCase()}` : said(e).toLowerCase()));
  const shown = parts.slice(0, 6);
  return `${seconds(events[0].atMs)}. ${shown.map(capital).join('. ')}${parts.length > 6 ? `. And ${parts.length - 6} more events` : ''}.`;
}
