/**
 * The tail: all latencies, sorted, without hedging and with it, side by side on
 * one scale, with the judged percentile marked. What is still to come at the
 * inspected time is an outline; what is known is filled.
 *
 * @typedef {import('./race.js').Race} Race
 * @typedef {import('./answers.js').Row} Row
 */
import { roving, svg } from './dom.js';
import { rank, sorted, ticks } from './race.js';
import { count, ms } from './text.js';

const TOP = 40; // the panels' names and the labels of p95
const BOTTOM = 20;
const GAP = 28;
const MOST = 300; // bars of a panel

/**
 * @typedef {object} Column
 * @property {number} knownMs when it is known
 * @property {SVGElement} element
 */

export class Tail {
  #root;
  /** @type {Column[]} */
  #columns = [];

  /** @param {SVGSVGElement} root @param {(request: number, sentence: string) => void} chosen */
  constructor(root, chosen) {
    this.#root = root;
    roving(root, (option) => chosen(Number(option.getAttribute('data-request')), option.getAttribute('aria-label') ?? ''));
  }

  /** @param {Race} race @param {number} width @param {number} height */
  layOut(race, width, height) {
    const { percentile, ms: withMs, baselineMs } = race.run.metrics.judged;
    const left = 40;
    const panel = (width - left - GAP) / 2;
    const floor = height - BOTTOM;
    const top = Math.max(...[...race.rows, ...race.without.values()].map((r) => valueOf(r, race.run)), 1);
    const y = (/** @type {number} */ latency) => floor - (latency / top) * (floor - TOP);
    const valued = (/** @type {Iterable<Row>} */ rows) => sorted([...rows].map((row) => ({ ...row, latencyMs: valueOf(row, race.run), endMs: row.arrivalMs + row.latencyMs })));
    const without = panelOf(valued(race.without.values()), 'without hedging', percentile, baselineMs, { left, width: panel, y, floor });
    const withHedges = panelOf(valued(race.rows), 'with hedging', percentile, withMs, { left: left + panel + GAP, width: panel, y, floor });
    this.#columns = [...without.columns, ...withHedges.columns];
    this.#columns[0]?.element.setAttribute('tabindex', '0');
    this.#root.setAttribute('width', String(width));
    this.#root.setAttribute('height', String(height));
    this.#root.replaceChildren(grid(top, width, left, y), without.group, withHedges.group);
  }

  /** @param {number} atMs @param {number} selected */
  draw(atMs, selected) {
    for (const { knownMs, element } of this.#columns) {
      element.classList.toggle('known', atMs >= knownMs);
      element.setAttribute('aria-selected', String(Number(element.getAttribute('data-request')) === selected));
    }
  }
}

/** How slow a request counts: one that failed as the deadline or, without one, as the slowest answer. @param {Row} row @param {Race['run']} run */
const valueOf = (row, { metrics: m, scenario }) => (row.status === 'failed' ? scenario.workload.deadlineMs || Math.max(m.latencyMs.max, m.baseline.latencyMs.max) : row.latencyMs);

/** @param {number} top @param {number} width @param {number} left @param {(ms: number) => number} y */
function grid(top, width, left, y) {
  return svg('g', { class: 'axis', 'aria-hidden': 'true' }, ...ticks(top, 4).flatMap((t) => [
    svg('line', { x1: left, y1: y(t), x2: width, y2: y(t) }),
    svg('text', { x: left - 6, y: y(t) + 4, 'text-anchor': 'end' }, count(t)),
  ]));
}

/**
 * @param {(Row & {endMs: number})[]} rows sorted
 * @param {string} name
 * @param {number} percentile
 * @param {number} percentileMs
 * @param {{left: number, width: number, y: (ms: number) => number, floor: number}} place
 */
function panelOf(rows, name, percentile, percentileMs, { left, width, y, floor }) {
  const judged = rank(percentile, rows.length) - 1;
  const every = Math.ceil(rows.length / MOST);
  const pitch = width / rows.length;
  const without = name.startsWith('without');
  const columns = rows.flatMap((row, i) => {
    if (i % every !== 0 && i !== judged && i !== rows.length - 1) return [];
    const x = left + i * pitch;
    const w = Math.max(pitch * every - (pitch > 4 ? 2 : 0), 0.75);
    const top = Math.min(y(row.latencyMs), floor - 1);
    const isMissed = row.status === 'failed' || row.status === 'expired';
    const kind = isMissed ? 'missed' : without ? 'baseline' : row.winnerAttempt > 1 ? 'backup' : 'primary';
    const element = svg(
      'g',
      {
        class: `column ${kind}${i === judged ? ' judged' : ''}${pitch > 4 ? '' : ' dense'}`, role: 'option', tabindex: -1, 'data-request': row.request,
        'aria-label': `Request ${row.request}: ${isMissed ? `${row.status}, counted as ` : ''}${ms(row.latencyMs)} ${name}, ${i + 1} of ${rows.length} in order${i === judged ? `, the p${percentile}` : ''}`,
      },
      svg('rect', { x: x - (pitch * every - w) / 2, y: TOP, width: Math.max(pitch * every, w), height: floor - TOP, class: 'reach' }),
      svg('rect', { x, y: top, width: w, height: floor - top, class: 'size' }),
    );
    return [{ knownMs: row.endMs, element }];
  });
  const p = y(percentileMs);
  const group = svg(
    'g', { class: 'panel' },
    svg('text', { x: left, y: 14, class: 'panel-name', 'aria-hidden': 'true' }, name[0].toUpperCase() + name.slice(1)),
    ...columns.map((c) => c.element),
    svg('g', { class: 'percentile', 'aria-hidden': 'true' },
      svg('line', { x1: left, y1: p, x2: left + width, y2: p }),
      svg('text', { x: left + 2, y: p - 5 }, `p${percentile} ${ms(percentileMs)}`)),
    svg('text', { x: left + width / 2, y: floor + 15, 'text-anchor': 'middle', class: 'note', 'aria-hidden': 'true' }, 'fastest → slowest'),
  );
  return { group, columns };
}
