/**
 * The chart of a distribution: latencies by percentile, on an axis that gives each
 * further nine the same room: 50 %, 90 %, 99 %, 99.9 %.
 *
 * @typedef {import('./race.js').Race} Race
 * @typedef {import('./answers.js').Point} Point
 */
import { svg } from './dom.js';
import { ticks } from './race.js';
import { count, ms } from './text.js';

export const HEIGHT = 270;
const TOP = 46;
const BOTTOM = 34;
const LEFT = 52;
const RIGHT = 16;

/** Where the slowest is so many times the fastest, the axis of latencies is logarithmic. */
const WIDE = 15;

/** About how wide a letter is. */
const LETTER = 8.2;

/** The percentiles that the axis names. */
const NAMED = [50, 90, 99, 99.9, 99.99, 99.999];

/** How many nines: 90 % → 1, 99.9 % → 3. @param {number} percent */
export const nines = (percent) => -Math.log10(1 - percent / 100);

/** @param {Point[]} points @param {Race['run']} run @param {number} width */
export function chart(points, run, width) {
  const last = points.filter((p) => p.percent < 100).at(-1)?.percent ?? 50;
  const end = Math.max(Math.log10(Math.max(run.metrics.requests, 4)), nines(last) + 0.15);
  const begin = nines(50);
  const x = (/** @type {number} */ percent) => LEFT + ((Math.min(nines(percent), end) - begin) / (end - begin)) * (width - LEFT - RIGHT);
  const hedged = !run.scenario.policy.none;
  const { y, marks } = latencyScale(points);
  const line = (/** @type {(p: Point) => number} */ of) => points.map((p, i) => `${i === 0 ? 'M' : 'L'}${x(p.percent).toFixed(1)} ${y(of(p)).toFixed(1)}`).join('');
  const named = NAMED.filter((percent) => percent <= last);
  const hasRoom = (/** @type {number} */ percent, /** @type {number} */ i) => i === named.length - 1 || x(named[i + 1]) - x(percent) > 46;
  return [
    svg('g', { class: 'axis', 'aria-hidden': 'true' }, ...marks.flatMap((t) => [
      svg('line', { x1: LEFT, y1: y(t), x2: width - RIGHT, y2: y(t) }),
      svg('text', { x: LEFT - 6, y: y(t) + 4, 'text-anchor': 'end' }, count(t)),
    ]), ...named.filter(hasRoom).flatMap((percent) => [
      svg('line', { x1: x(percent), y1: TOP - 6, x2: x(percent), y2: HEIGHT - BOTTOM + 4 }),
      svg('text', { x: x(percent), y: HEIGHT - BOTTOM + 18, 'text-anchor': percent === 50 ? 'start' : 'middle' }, `${percent} %`),
    ]), ...(x(100) - x(last) > 44 ? [svg('text', { x: x(100), y: HEIGHT - BOTTOM + 18, 'text-anchor': 'end' }, 'slowest')] : [])),
    svg('path', { d: line((p) => p.baselineMs), class: 'curve baseline' }),
    ...(hedged ? [svg('path', { d: line((p) => p.ms), class: 'curve hedged' })] : []),
    ...labels(points, x, y, hedged, width),
    judgedMark(run.metrics.judged, x, width),
    ...points.map((p, i) => reach(p, i, points, x, y, hedged)),
  ];
}

/** The axis that suits the latencies, linear or logarithmic, and its marks. @param {Point[]} points */
function latencyScale(points) {
  const all = points.flatMap((p) => [p.ms, p.baselineMs]);
  const top = Math.max(...all, 0.001);
  const least = Math.max(Math.min(...all), 0.001);
  const floor = HEIGHT - BOTTOM;
  if (top / least < WIDE) {
    return { y: (/** @type {number} */ latency) => floor - (latency / top) * (floor - TOP), marks: ticks(top, 5) };
  }
  const y = (/** @type {number} */ latency) => floor - (Math.log10(Math.max(latency, least) / least) / Math.log10(top / least)) * (floor - TOP);
  const decades = Array.from({ length: Math.ceil(Math.log10(top)) - Math.floor(Math.log10(least)) + 1 }, (_, i) => 10 ** (Math.floor(Math.log10(least)) + i));
  const fine = decades.length > 4 ? [1] : [1, 2, 5];
  return { y, marks: decades.flatMap((d) => fine.map((f) => Number((f * d).toPrecision(3)))).filter((t) => t >= least && t <= top) };
}

/** The curves' names, above the one that is higher and below the other. @param {Point[]} points @param {(percent: number) => number} x @param {(ms: number) => number} y @param {boolean} hedged @param {number} width */
function labels(points, x, y, hedged, width) {
  const middle = x(50) + (x(100) - x(50)) * 0.75;
  const p = points.reduce((a, b) => (Math.abs(x(b.percent) - middle) < Math.abs(x(a.percent) - middle) ? b : a));
  const above = p.baselineMs >= p.ms;
  const label = (/** @type {string} */ name, /** @type {number} */ latency, /** @type {boolean} */ over, /** @type {string} */ kind) => svg(
    'text', { x: over ? x(p.percent) : Math.min(x(p.percent), width - LETTER * name.length), y: y(latency) + (over ? -10 : 20), 'text-anchor': over ? 'end' : 'start', class: `curve-name ${kind}`, 'aria-hidden': 'true' }, name,
  );
  return [
    label('without hedging', p.baselineMs, above || !hedged, 'baseline'),
    ...(hedged ? [label('with hedging', p.ms, !above, 'hedged')] : []),
  ];
}

/** The percentile that the verdict looks at. @param {Race['run']['metrics']['judged']} judged @param {(percent: number) => number} x @param {number} width */
function judgedMark({ percentile, ms: withMs, baselineMs }, x, width) {
  const at = x(percentile);
  const left = at > width / 2;
  const text = `p${percentile} ${baselineMs === withMs ? ms(withMs) : `${count(baselineMs)} → ${ms(withMs)}`}`;
  const start = Math.max(0, left ? at - 5 - LETTER * text.length : Math.min(at + 5, width - LETTER * text.length));
  return svg(
    'g', { class: 'percentile', 'aria-hidden': 'true' },
    svg('line', { x1: at, y1: 22, x2: at, y2: HEIGHT - BOTTOM }),
    svg('text', left && start > 0 ? { x: at - 5, y: 16, 'text-anchor': 'end' } : { x: start, y: 16 }, text),
  );
}

/** A percentile, as a person points at it. @param {Point} p @param {number} i @param {Point[]} points @param {(percent: number) => number} x @param {(ms: number) => number} y @param {boolean} hedged */
function reach(p, i, points, x, y, hedged) {
  const at = x(p.percent);
  const from = i === 0 ? at : (at + x(points[i - 1].percent)) / 2;
  const to = i === points.length - 1 ? at : (at + x(points[i + 1].percent)) / 2;
  const name = p.percent === 100 ? 'The slowest' : `p${p.percent}`;
  return svg(
    'g', {
      class: 'column', role: 'option', tabindex: i === 0 ? 0 : -1, 'aria-selected': 'false',
      'aria-label': `${name}: ${ms(p.baselineMs)} without hedging${hedged ? `, ${ms(p.ms)} with` : ''}`,
    },
    svg('rect', { x: from, y: TOP, width: Math.max(to - from, 1), height: HEIGHT - BOTTOM - TOP, class: 'reach' }),
    svg('circle', { cx: at, cy: y(p.baselineMs), r: 3.5, class: 'dot baseline' }),
    ...(hedged ? [svg('circle', { cx: at, cy: y(p.ms), r: 3.5, class: 'dot hedged' })] : []),
  );
}
