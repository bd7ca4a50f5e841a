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

/** The signs of the verdicts, beside their colors. @type {Record<string, string>} */
const signs = { TAIL_CUT: '✓', NO_TAIL_GAIN: '=', EXCESS_LOAD: '▲', DUPLICATE_WRITES: '✕', COLLAPSE: '✕', BASELINE: '○' };

/** @param {string} verdict */
export const sign = (verdict) => signs[verdict] ?? '•';

/** With a capital letter. @param {string} s */
export const capital = (s) => s[0].toUpperCase() + s.slice(1);

/** Who an event or attempt is about: the primary, the backup, backup 3 of leaf 2.1. @param {{attempt?: number, role?: string, hop?: number, leaf?: number}} a */
export function who(a) {
  const name = (a.attempt ?? 1) > 2 ? `backup ${(a.attempt ?? 1) - 1}` : a.role ?? 'request';
  return a.hop ? `${name} of leaf ${a.hop}.${a.leaf}` : name;
}

/** @type {Record<string, (e: TraceEvent) => string>} */
const sentences = {
  'request.arrived': () => 'arrives',
  'attempt.sent': (e) => (e.role === 'backup' ? `${who(e)} sent: a hedge` : `${who(e)} sent`) + (e.server ? ` to server ${e.server}` : ''),
  'attempt.started': (e) => `${who(e)} starts`,
  'attempt.answered': (e) => (e.status === 'OK' ? `${who(e)} answers` : `${who(e)} answers ${e.status}`),
  'attempt.cancelled': (e) => (e.state === 'waiting' ? `${who(e)} cancelled while it waited` : `${who(e)} cancelled after ${ms(e.workMs ?? 0)} of work`),
  'attempt.refused': (e) => `${who(e)} refused: ${e.status}`,
  'attempt.lost': (e) => `${who(e)} lost`,
  'hedge.suppressed': (e) => `${who(e)} not sent: ${e.reason}`,
  'write.committed': (e) => (e.duplicate ? `${who(e)} commits again: a duplicate write` : `${who(e)} commits the write`),
  'write.deduplicated': (e) => `${who(e)} commits again; the key deduplicates it`,
  'leaf.answered': (e) => `leaf ${e.hop}.${e.leaf} answered`,
  'request.answered': (e) => (e.role ? `answered by its ${who({ ...e, hop: 0 })}` : 'answered with what it has: its time was up'),
  'request.failed': () => 'failed',
  'request.expired': () => 'expired: its deadline passed',
};

/** What an event says, without its time and request. @param {TraceEvent} e */
export const said = (e) => (e.type === 'run.completed' ? 'Run completed' : capital(sentences[e.type]?.(e) ?? e.type));

/** What happened at one instant, for the live region. @param {TraceEvent[]} events */
export function happened(events) {
  if (events.length === 0) return '';
  const parts = events.map((e) => (e.request ? `request ${e.request}: ${said(e).toLowerCase()}` : said(e).toLowerCase()));
  const shown = parts.slice(0, 6);
  return `${seconds(events[0].atMs)}. ${shown.map(capital).join('. ')}${parts.length > 6 ? `. And ${parts.length - 6} more events` : ''}.`;
}
