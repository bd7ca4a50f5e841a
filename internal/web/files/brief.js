/**
 * Brief figures: three significant digits, whole from 100 up, as in the API's
 * headlines; two of them have as many more digits as they need to differ. Pure.
 */
import { count } from './text.js';

/** The most digits that a figure in thousandths has before the point. */
const MOST_DIGITS = 19;

/** @param {number} thousandths @param {number} digits */
function short(thousandths, digits) {
  let unit = 1;
  for (let limit = 10 ** digits; thousandths >= limit && unit < 1000; limit *= 10) unit *= 10;
  return count((Math.floor((thousandths + unit / 2) / unit) * unit) / 1000);
}

/** @param {number} n */
const inThousandths = (n) => Math.round(n * 1000);

/** @param {number} n not negative */
export const brief = (n) => short(inThousandths(n), 3);

/** A change in percent, with its sign. @param {number} n */
export const briefChange = (n) => `${n < 0 ? '−' : '+'}${brief(Math.abs(n))}%`;

/** From one figure to another, apart where they differ: 640 → 226. @param {number} from @param {number} to */
export function briefly(from, to) {
  const [a, b] = [from, to].map(inThousandths);
  let digits = 3;
  while (a !== b && digits < MOST_DIGITS && short(a, digits) === short(b, digits)) digits++;
  return `${short(a, digits)} → ${short(b, digits)}`;
}

/** A part of a whole in percent: never 0% where there is a part, nor 100% where one is missing. @param {number} part @param {number} whole */
export function share(part, whole) {
  const thousandths = whole > 0 ? Math.round((part * 100000) / whole) : 0;
  if (part === 0 || part === whole) return `${short(thousandths, 3)}%`;
  if (thousandths === 0) return '<0.001%';
  if (thousandths === 100000) return '>99.999%';
  let digits = 3;
  while (short(thousandths, digits) === '100') digits++;
  return `${short(thousandths, digits)}%`;
}

/** Two parts of one whole, apart where they differ. @param {number} from @param {number} to @param {number} whole */
export function shares(from, to, whole) {
  const [a, b] = [share(from, whole), share(to, whole)];
  if (a !== b || from === to) return `${a} → ${b}`;
  const percent = (/** @type {number} */ n) => (n * 100) / whole;
  return briefly(percent(from), percent(to)).split(' → ').map((n) => `${n}%`).join(' → ');
}
