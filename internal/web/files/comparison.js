/**
 * The comparison: the figures of a run beside those of its baseline, in groups; what
 * applies to neither is left out. Pure.
 *
 * @typedef {import('./answers.js').Figures} Figures
 * @typedef {import('./answers.js').Run} Run
 */
import { count, label } from './text.js';

/** What a cell holds: null where there is nothing to say. @typedef {number | string | null} Cell */
/** A figure: its name, without hedging, in this run, in theory. @typedef {{name: string, without: Cell, now: Cell, theory?: number}} Figure */

/** The latencies, by the names that the API gives them. */
const LATENCIES = /** @type {const} */ ([
  ['mean', 'Mean latency'], ['p50', 'p50 latency'], ['p90', 'p90 latency'], ['p95', 'p95 latency'], ['p99', 'p99 latency'], ['p999', 'p99.9 latency'], ['max', 'Slowest'],
]);

/** @param {Run} run @returns {[string, Figure[]][]} */
export function groupsOf({ metrics: m, scenario }) {
  /** @param {string} name @param {(figures: Figures) => Cell | undefined} of @param {number} [theory] @returns {Figure[]} */
  const pair = (name, of, theory) => {
    const [without, now] = [of(m.baseline) ?? null, of(m) ?? null];
    return without === null && now === null ? [] : [{ name, without, now, theory }];
  };
  const latencies = LATENCIES.filter(([key]) => key !== 'p999' || m.requests >= 1000);
  /** @type {[string, Figure[]][]} */
  const groups = [
    ['Latency', latencies.flatMap(([key, name]) => pair(`${name} (ms)`, (f) => f.latencyMs[key], m.exact?.[key]))],
    ['Requests', [
      ...pair('Answered whole and in time (%)', (f) => f.successPercent),
      ...pair('Answered', (f) => f.answered), ...pair('Failed', (f) => f.failed), ...pair('Expired', (f) => f.expired),
      ...pair('Partial', (f) => f.partial), ...pair('Completeness (%)', (f) => f.completenessPercent),
      ...pair('p99 of those with an answer (ms)', (f) => f.answeredLatencyMs?.p99),
    ]],
    ['Price', [
      { name: `Extra load (%, limit ${count(scenario.judge.extraLoadLimitPercent)})`, without: 0, now: m.extraLoadPercent, theory: m.exact?.extraLoadPercent },
      ...(m.extraWorkPercent === undefined ? [] : [{ name: 'Extra work (%)', without: 0, now: m.extraWorkPercent }]),
      ...pair('Work of winners (ms)', (f) => f.workMs?.useful), ...pair('Work spent on losers (ms)', (f) => f.loserWorkMs),
    ]],
    ['Hedging', [
      ...pair('Backups sent', (f) => f.hedges), ...pair('Backups suppressed', (f) => f.suppressedHedges), ...suppressed(m),
      ...pair('Answered by a backup', (f) => f.backupWins), ...wins(m),
    ]],
    ['Writes', scenario.workload.operation === 'read' ? [] : [...pair('Duplicate writes', (f) => f.duplicateWrites), ...pair('Deduplicated writes', (f) => f.deduplicatedWrites)]],
    ['Servers', m.utilizationPercent === undefined ? [] : [
      ...pair('Saturated', (f) => (f.saturated ? 'yes' : 'no')), ...pair('Utilization (%)', (f) => f.utilizationPercent), ...pair('Waiting, on average', (f) => f.meanQueueLength),
      ...pair('Mean wait (ms)', (f) => f.waitMs?.mean), ...pair('p99 wait (ms)', (f) => f.waitMs?.p99), ...pair('Mean service (ms)', (f) => f.serviceMs?.mean),
      ...pair('Back from trouble after (ms)', back),
    ]],
    ['Leaves', [...pair('p50 of a leaf (ms)', (f) => f.leafLatencyMs?.p50), ...pair('p99 of a leaf (ms)', (f) => f.leafLatencyMs?.p99)]],
  ];
  return groups.filter(([, figures]) => figures.length > 0);
}

/** How long after its trouble a run was back. @param {Figures} figures */
const back = ({ recovery }) => (recovery && (recovery.recovered ? recovery.afterMs : 'never'));

/** Why backups were suppressed, where there is more than one reason. @param {Figures} m @returns {Figure[]} */
function suppressed(m) {
  const reasons = Object.entries(m.suppressedByReason ?? {}).filter(([, n]) => n > 0);
  return reasons.length < 2 ? [] : reasons.map(([reason, n]) => ({ name: `– by the ${label(reason)}`, without: 0, now: n }));
}

/** Which attempts answered, where there are more than two, or leaves. @param {Run['metrics']} m @returns {Figure[]} */
function wins(m) {
  const [now, without] = [m, m.baseline].map((f) => f.leafWinsByAttempt ?? f.winsByAttempt ?? []);
  if (now.length <= 2 && !m.leafWinsByAttempt) return [];
  return now.map((n, i) => ({ name: `${m.leafWinsByAttempt ? 'Leaves' : 'Requests'} answered by attempt ${i + 1}`, without: without[i] ?? 0, now: n }));
}
