/**
 * The final metrics against the baseline, once the run is complete: what applies to
 * it, in groups.
 *
 * @typedef {import('./race.js').Race} Race
 * @typedef {import('./answers.js').Metrics} Metrics
 * @typedef {import('./answers.js').Run} Run
 */
import { html } from './dom.js';
import { exactMs } from './instants.js';
import { count, label, ms, seconds, sign, signed } from './text.js';

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

/** A figure: its name, without hedging, in this run, in theory; null where it is not said. @typedef {[string, number | null, number, number?]} Figure */

/** The latencies, by the names that the API gives them. */
const LATENCIES = /** @type {const} */ ([
  ['mean', 'Mean latency'], ['p50', 'p50 latency'], ['p90', 'p90 latency'], ['p95', 'p95 latency'], ['p99', 'p99 latency'], ['p999', 'p99.9 latency'], ['max', 'Slowest'],
]);

/** @param {Run} run @returns {[string, Figure[]][]} */
function groups({ metrics: m, scenario }) {
  const latencies = LATENCIES.filter(([key]) => key !== 'p999' || m.requests >= 1000);
  const wins = m.leafWinsByAttempt ?? m.winsByAttempt ?? [];
  return [
    ['Latency', latencies.map(([key, name]) => [`${name} (ms)`, m.baseline.latencyMs[key], m.latencyMs[key], m.exact?.[key]])],
    ['Hedging', [
      ['Backups sent', 0, m.hedges],
      ['Backups suppressed', 0, m.suppressedHedges],
      ...suppressed(m),
      [`Extra load (%, limit ${count(scenario.judge.extraLoadLimitPercent)})`, 0, m.extraLoadPercent, m.exact?.extraLoadPercent],
      ['Answered by a backup', 0, m.backupWins],
      ...(wins.length > 2 || m.leafWinsByAttempt ? wins.map((n, i) => figure(`${m.leafWinsByAttempt ? 'Leaves' : 'Requests'} answered by attempt ${i + 1}`, n)) : []),
      ['Work spent on losers (ms)', 0, m.loserWorkMs],
    ]],
    ['Writes', scenario.workload.operation === 'read' ? [] : [['Duplicate writes', 0, m.duplicateWrites], ['Deduplicated writes', 0, m.deduplicatedWrites]]],
    ['Servers', m.utilizationPercent === undefined ? [] : [
      figure('Utilization (%)', m.utilizationPercent),
      figure('Waiting, on average', m.meanQueueLength),
      figure('Mean wait (ms)', m.waitMs?.mean),
      figure('p99 wait (ms)', m.waitMs?.p99),
      figure('Mean service (ms)', m.serviceMs?.mean),
    ]],
    ['Answers', [
      ...(m.answered === undefined ? [] : [figure('Answered', m.answered)]),
      ...(m.partial === undefined ? [] : [figure('Partial', m.partial)]),
      ...(m.completenessPercent === undefined ? [] : [figure('Completeness (%)', m.completenessPercent)]),
      ...(m.failed === undefined ? [] : [figure('Failed', m.failed), figure('Expired', m.expired)]),
      ...(m.answeredLatencyMs === undefined ? [] : [figure('p99 of those with an answer (ms)', m.answeredLatencyMs.p99)]),
    ]],
    ['Leaves', m.leafLatencyMs === undefined ? [] : [figure('p50 of a leaf (ms)', m.leafLatencyMs.p50), figure('p99 of a leaf (ms)', m.leafLatencyMs.p99)]],
  ];
}

/** A figure that the baseline does not say. @param {string} name @param {number | undefined} now @returns {Figure} */
const figure = (name, now) => [name, null, now ?? 0];

/** Why backups were suppressed, where there is more than one reason. @param {Metrics} m @returns {Figure[]} */
function suppressed(m) {
  const reasons = Object.entries(m.hedgesByReason ?? {}).filter(([, n]) => n > 0);
  return reasons.length < 2 ? [] : reasons.map(([reason, n]) => [`– by the ${reason}`, 0, n]);
}

/** @param {Run} run */
function metrics(run) {
  const { metrics: m, outcome } = run;
  const judged = `p${m.judged.percentile} latency (ms)`;
  const columns = ['Without hedging', 'This run', 'Change', ...(m.exact ? ['In theory'] : [])];
  return [
    html('p', { class: 'outcome', 'data-verdict': outcome.verdict }, html('span', { class: 'sign', 'aria-hidden': 'true' }, sign(outcome.verdict)), html('strong', {}, outcome.headline)),
    ...findings(outcome.findings),
    ...interval(m.judged),
    ...findings(m.warnings),
    html(
      'table', {},
      html('caption', {}, `${count(m.requests)} requests are counted. Percentiles are nearest rank${m.latencyMs.exact ? '' : ', from a histogram with buckets of 0.1 %'}.`),
      html('thead', {}, html('tr', {}, html('td'), ...columns.map((name) => html('th', { scope: 'col' }, name)))),
      ...groups(run).filter(([, figures]) => figures.length > 0).map(([name, figures]) => html(
        'tbody', {},
        html('tr', { class: 'group' }, html('th', { scope: 'rowgroup', colspan: columns.length + 1 }, name)),
        ...figures.map((f) => html('tr', { class: f[0] === judged ? 'judged' : '' }, ...cells(f, columns.length))),
      )),
    ),
  ];
}

/** @param {Figure} figure @param {number} columns */
function cells([name, without, now, theory], columns) {
  const texts = without === null ? ['–', count(now), '–'] : [count(without), count(now), signed(exactMs(now - without))];
  if (columns > 3) texts.push(theory === undefined ? '–' : count(theory));
  return [html('th', { scope: 'row' }, name), ...texts.map((text) => html('td', {}, text))];
}

/** How sure the difference of the judged percentile is. @param {Metrics['judged']} judged */
const interval = ({ percentile, differenceMs: d }) => (d ? [html(
  'p', { class: 'note' }, `p${percentile} differs by ${signed(d.estimate)} ms, with 95 % confidence by ${signed(d.low)} to ${signed(d.high)} ms.`,
)] : []);

/** What else applies to a run. @param {{code: string, detail: string}[]} found */
export const findings = (found) => found.map((f) => html('p', { class: 'finding' }, html('b', {}, label(f.code)), ` ${f.detail}`));

/** The summary of a run for the live region. @param {Race} race */
export const summary = ({ run }) => `Complete-run preview: ${run.outcome.headline}. p${run.metrics.judged.percentile} without hedging ${ms(run.metrics.judged.baselineMs)}, in this run ${ms(run.metrics.judged.ms)}.`;
