/**
 * The speech: what the live region says aloud.
 *
 * @typedef {import('./race.js').Race} Race
 */
import { byId, setText } from './dom.js';
import { summary } from './metrics.js';
import { happened, seconds } from './text.js';

const live = () => byId('live', HTMLElement);

/** @param {string} text */
export const announce = (text) => setText(live(), text);

/** Says what happened at an instant that a person went to. @param {Race} race @param {number} atMs */
export function sayInstant(race, atMs) {
  const events = race.events.filter((e) => e.atMs === atMs);
  const isEnd = atMs >= race.run.durationMs;
  announce(isEnd ? `${seconds(atMs)}. ${summary(race).replace('Complete-run preview', 'Run complete')}` : happened(events) || seconds(atMs));
}

/**
 * While a run plays, only wins of backups are said aloud; in a long run they would be
 * too many.
 * @param {Race} race
 * @param {number} fromMs
 * @param {number} toMs
 */
export function sayWins(race, fromMs, toMs) {
  if (race.stretch) return;
  const wins = race.events.filter((e) => e.atMs > fromMs && e.atMs <= toMs && e.type === 'request.answered' && e.role === 'backup');
  if (wins.length > 0) announce(happened(wins));
}
