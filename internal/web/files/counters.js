/**
 * The counters of what has happened so far.
 *
 * @typedef {import('./model.js').State} State
 * @typedef {import('./model.js').Counters} Counters
 */
import { html, setText } from './dom.js';
import { beginning } from './model.js';
import { count, ms } from './text.js';

/** @type {[string, (counters: Counters) => string][]} */
const shown = [
  ['Arrived', (n) => count(n.arrived)],
  ['Answered', (n) => count(n.answered)],
  ['Backups sent', (n) => count(n.hedges)],
  ['Backup wins', (n) => count(n.backupWins)],
  ['Suppressed', (n) => count(n.suppressedHedges)],
  ['Loser work', (n) => ms(n.loserWorkMs)],
  ['Duplicate writes', (n) => count(n.duplicateWrites)],
  ['Partial', (n) => (n.partial > 0 ? count(n.partial) : '')],
  ['Failed', (n) => (n.failed > 0 ? count(n.failed) : '')],
  ['Expired', (n) => (n.expired > 0 ? count(n.expired) : '')],
];

/** The counters so far. A counter that has nothing to say is left out. */
export class CountersSoFar {
  #entries;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#entries = shown.map(([name, value]) => {
      const dd = html('dd');
      const entry = html('div', {}, html('dt', {}, name), dd);
      root.append(entry);
      return { entry, dd, value };
    });
    this.draw(beginning());
  }

  /** @param {State} state */
  draw({ counters }) {
    for (const { entry, dd, value } of this.#entries) {
      const text = value(counters);
      setText(dd, text);
      entry.hidden = text === '';
    }
  }
}
