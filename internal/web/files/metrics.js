/**
 * The final metrics, once the run is complete: its figures beside the baseline's.
 *
 * @typedef {import('./race.js').Race} Race
 * @typedef {import('./answers.js').Metrics} Metrics
 * @typedef {import('./answers.js').Run} Run
 * @typedef {import('./comparison.js').Cell} Cell
 */
import { groupsOf } from './comparison.js';
import { html } from './dom.js';
import { exactMs } from './instants.js';
import { findings, headlineOf } from './outcome.js';
import { partsOf } from './price.js';
import { count, ms, seconds, signed } from './text.js';

export class FinalMetrics {
  #root;
  /** @type {Run | null | undefined} */
  #shown;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
  }

  /** @param {Race} race @param {boolean} complete */
  draw({ run }, complete) {
    const show = complete ? run : null;
    if (show === this.#shown) return;
    this.#shown = show;
    const notYet = () => html('p', { class: 'not-yet' }, `Outcome and final metrics appear at ${seconds(run.durationMs)}, when the run is complete.`);
    this.#root.replaceChildren(...(show ? metrics(show) : [notYet()]));
  }
}

/** @param {Run} run */
const metrics = (run) => [
  headlineOf(run.outcome),
  html('ul', { class: 'findings' }, ...findings(run.outcome, run.metrics.warnings)),
  ...interval(run.metrics.judged),
  table(run),
];

/** @param {Run} run */
function table(run) {
  const { metrics: m } = run;
  const judged = `p${m.judged.percentile} latency (ms)`;
  const columns = ['Without hedging', 'This run', 'Change', ...(m.exact ? ['In theory'] : [])];
  return html(
    'table', {},
    html('caption', {}, `${count(m.requests)} requests are counted. Percentiles are nearest rank${m.latencyMs.exact ? '' : ', from a histogram with buckets of 0.1 %'}.`),
    html('thead', {}, html('tr', {}, html('td'), ...columns.map((name) => html('th', { scope: 'col' }, name)))),
    ...groupsOf(run).map(([name, figures]) => html(
      'tbody', {},
      html('tr', { class: 'group' }, html('th', { scope: 'rowgroup', colspan: columns.length + 1 }, name)),
      ...figures.map((f) => html('tr', { class: f.name === judged ? 'judged' : '' }, ...cells(f, columns.length))),
    )),
  );
}

/** @param {import('./comparison.js').Figure} figure @param {number} columns */
function cells({ name, without, now, theory }, columns) {
  const change = typeof without === 'number' && typeof now === 'number' ? signed(exactMs(now - without)) : '–';
  const texts = [cell(without), cell(now), change, ...(columns > 3 ? [cell(theory ?? null)] : [])];
  return [html('th', { scope: 'row' }, name), ...texts.map((text) => html('td', {}, text))];
}

/** @param {Cell} c */
const cell = (c) => (c === null ? '–' : typeof c === 'number' ? (c < 0 ? signed(c) : count(c)) : c);

/** How sure the difference of the judged percentile is. @param {Metrics['judged']} judged */
const interval = ({ percentile, differenceMs: d }) => (d ? [html(
  'p', { class: 'note' }, `p${percentile} differs by ${signed(d.estimate)} ms, with 95 % confidence by ${signed(d.low)} to ${signed(d.high)} ms.`,
)] : []);

/** The summary of a run for the live region. @param {Race} race */
export function summary({ run }) {
  const { judged } = run.metrics;
  const rest = partsOf(run).filter((part) => part.isPrice || part.text.includes('%')).map(({ name, text }) => ` ${name} ${text.replace(' → ', ' without hedging, now ')}.`).join('');
  return `Complete-run preview: ${run.outcome.headline}. p${judged.percentile} without hedging ${ms(judged.baselineMs)}, in this run ${ms(judged.ms)}.${rest}`;
}
