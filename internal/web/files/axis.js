/**
 * The axis that all lanes share: the time since a request's own arrival.
 *
 * @typedef {import('./race.js').Race} Race
 */
import { svg } from './dom.js';
import { ticks } from './race.js';
import { count, ms } from './text.js';

/** Pixels above the first lane. */
export const AXIS = 26;

const NARROW = 520; // pixels; below, the arrivals are left out

/**
 * The places of things from left to right.
 * @param {Race} race
 * @param {number} width
 */
export function scaleOf(race, width) {
  const narrow = width < NARROW;
  const digits = 10 * Math.max(0, String(race.run.requests.total).length - 3); // numbers of more than three digits need room
  const left = (narrow ? 34 : 92) + digits;
  const right = narrow ? 52 : 64; // a result fits beside the longest bar
  return {
    narrow,
    name: (narrow ? 26 : 30) + digits,
    arrival: narrow ? null : 40 + digits,
    x: (/** @type {number} */ since) => left + (since / race.spanMs) * (width - left - right),
  };
}

/** The lines of the axis, behind the lanes. @param {Race} race @param {number} width @param {number} height */
export function axisLines(race, width, height) {
  const { x } = scaleOf(race, width);
  const delayMs = delayShown(race);
  return svg(
    'g', { class: 'axis', 'aria-hidden': 'true' },
    ...marksOf(race, width).map((t) => svg('line', { x1: x(t), y1: AXIS - 4, x2: x(t), y2: height })),
    ...(delayMs === null ? [] : [svg('g', { class: 'delay' }, svg('line', { x1: x(delayMs), y1: AXIS - 6, x2: x(delayMs), y2: height }))]),
  );
}

/** The numbers of the axis, above the lanes and before them: they stay when the lanes scroll. @param {Race} race @param {number} width */
export function axisNumbers(race, width) {
  const { x, narrow } = scaleOf(race, width);
  const marks = marksOf(race, width);
  const delayMs = delayShown(race);
  const near = (/** @type {number} */ t) => delayMs !== null && Math.abs(x(t) - x(delayMs)) < (narrow ? 44 : 74);
  return svg(
    'g', { class: 'axis scale', 'aria-hidden': 'true' },
    svg('rect', { width, height: AXIS - 6, class: 'ground' }),
    ...marks.map((t, i) => svg(
      'text', { x: x(t), y: 12, 'text-anchor': 'middle', class: near(t) ? 'covered' : null }, i === marks.length - 1 ? ms(t) : count(t),
    )),
    ...(delayMs === null ? [] : [svg(
      'g', { class: 'delay' },
      svg('text', { x: Math.max(x(delayMs), 40), y: 12, 'text-anchor': 'middle' }, narrow ? ms(delayMs) : `backup at ${ms(delayMs)}`),
    )]),
  );
}

/** @param {Race} race @param {number} width */
const marksOf = (race, width) => ticks(race.spanMs, width < NARROW ? 4 : 8);

/** The delay, where a lane is long enough for it. @param {Race} race */
const delayShown = (race) => (race.delayMs !== null && race.delayMs <= race.spanMs ? race.delayMs : null);
