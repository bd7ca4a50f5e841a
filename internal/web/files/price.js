/**
 * The price line: what was gained and what it cost, side by side. It stays on screen
 * while a person scrolls.
 *
 * @typedef {import('./answers.js').Run} Run
 * @typedef {import('./answers.js').Figures} Figures
 */
import { brief, briefChange, briefly, share, shares } from './brief.js';
import { byId, html } from './dom.js';
import { signOf, showHeadline } from './outcome.js';

/** A figure of the line, whether hedging made it better or worse, and whether it is the price. @typedef {{name: string, short?: string, text: string, effect: string, isPrice?: boolean}} Part */

/** @param {Run} run @returns {Part[]} */
export function partsOf({ outcome, metrics: m, scenario }) {
  const effects = new Map([[outcome.verdict, outcome.effect], ...outcome.findings.map((f) => /** @type {[string, string]} */ ([f.code, f.effect]))]);
  const effect = (/** @type {string[]} */ ...codes) => codes.map((code) => effects.get(code)).find((e) => e !== undefined) ?? 'neutral';
  const { percentile, ms, baselineMs } = m.judged;
  const isAlone = Boolean(scenario.policy.none);
  return [
    { name: `p${percentile} (ms)`, text: isAlone ? brief(ms) : briefly(baselineMs, ms), effect: effect('TAIL_WORSE', 'TAIL_CUT') },
    ...shareOf('Missed', (f) => (f.failed ?? 0) + (f.expired ?? 0), m, isAlone, effect('MORE_FAILURES', 'FEWER_FAILURES')),
    ...shareOf('Partial', (f) => f.partial ?? 0, m, isAlone, 'neutral'),
    ...(isAlone ? [] : [
      { name: 'Extra load', short: 'Load', text: briefChange(m.extraLoadPercent), effect: effect('EXCESS_LOAD'), isPrice: true },
      { name: 'Extra work', short: 'Work', text: m.extraWorkPercent === undefined ? '–' : briefChange(m.extraWorkPercent), effect: 'neutral', isPrice: true },
    ]),
  ];
}

/** How many requests, without hedging and with it, where there are any. @param {string} name @param {(figures: Figures) => number} count @param {Run['metrics']} m @param {boolean} isAlone @param {string} effect @returns {Part[]} */
function shareOf(name, count, m, isAlone, effect) {
  const [without, now] = [count(m.baseline), count(m)];
  if (without === 0 && now === 0) return [];
  return [{ name, text: isAlone ? share(now, m.requests) : shares(without, now, m.requests), effect }];
}

/** Shows the line of a run. @param {Run} run */
export function showPrice(run) {
  showHeadline(byId('price-headline', HTMLElement), run.outcome);
  byId('price-parts', HTMLElement).replaceChildren(...partsOf(run).map(({ name, short, text, effect, isPrice = false }) => html(
    'div', { class: isPrice ? 'is-price' : null, 'data-effect': effect },
    html(
      'dt', {}, ...(effect === 'neutral' ? [] : [html('span', { class: 'sign', 'aria-hidden': 'true' }, signOf('', effect)), html('span', { class: 'unseen' }, effect)]),
      ...(short ? [html('span', { class: 'long' }, name), html('abbr', { class: 'short', title: name }, short)] : [name]),
    ),
    html('dd', {}, text),
  )));
  byId('price', HTMLElement).hidden = false;
}

/** What sticks below the line has to know how high it is. */
export function measurePrice() {
  const line = byId('price', HTMLElement);
  new ResizeObserver(() => document.documentElement.style.setProperty('--price', `${line.offsetHeight}px`)).observe(line);
}
