/**
 * The counters of what has happened so far.
 *
 * @typedef {import('./model.js').State} State
 */
import { html, setText } from './dom.js';
import { beginning } from './model.js';
import { count, ms } from './text.js';

/** The counters so far. @param {HTMLElement} root */
export function makeCounters(root) {
  /** @type {[string, (s: State) => string][]} */
  const shown = [
    ['Arrived', (s) => count(s.counters.arrived)],
    ['Answered', (s) => count(s.counters.answered)],
    ['Backups sent', (s) => count(s.counters.hedges)],
    ['Backup wins', (s) => count(s.counters.backupWins)],
    ['Suppressed', (s) => count(s.counters.suppressedHedges)],
    ['Loser work', (s) => ms(s.counters.loserWorkMs)],
    ['Duplicate writes', (s) => count(s.counters.duplicateWrites)],
    ['Partial', (s) => (s.counters.partial > 0 ? count(s.counters.partial) : '')],
    ['Failed', (s) => (s.counters.failed > 0 ? count(s.counters.failed) : '')],
    ['Expired', (s) => (s.counters.expired > 0 ? count(s.counters.expired) : '')],
  ];
  const values = shown.map(([name, value]) => {
    const dd = html('dd');
    const entry = html('div', {}, html('dt', {}, name), dd);
    entry.hidden = value(beginning()) === '';
    root.append(entry);
    return { entry, dd, value };
  });
  return {
    /** A counter that has nothing to say is left out. @param {State} state */
    draw(state) {
      for (const { entry, dd, value } of values) {
        const text = value(state);
        setText(dd, text);
        entry.hidden = text === '';
      }
    },
  };
}
