/**
 * The settings: what a person can change of a scenario with the page's controls.
 */

/** @typedef {'read' | 'write' | 'idempotentWrite'} Operation */

/**
 * @typedef {object} Settings
 * @property {boolean} hedge Hedge slow requests
 * @property {string} delayMs Send the backup after; as it was typed, for the server to judge
 * @property {string} budgetPercent Hedge budget
 * @property {boolean} cancel Cancel the loser when the winner answers
 * @property {Operation} operation
 */

/** The drill's own settings. @type {Readonly<Settings>} */
export const OPENING = { hedge: true, delayMs: '50', budgetPercent: '100', cancel: true, operation: 'read' };

/**
 * The settings of a scenario. What the policy does not say, because it does not
 * hedge, stays as it was set before.
 * @param {Record<string, any>} scenario resolved
 * @param {Settings} before
 * @returns {Settings}
 */
export function settingsOf(scenario, before) {
  const hedge = scenario.policy.hedge;
  const operation = scenario.workload.operation;
  if (!hedge) return { ...before, hedge: !scenario.policy.none, operation, ...(isOther(scenario.policy) ? { delayMs: '', budgetPercent: '' } : {}) };
  return {
    hedge: true,
    delayMs: numeral(hedge.delay.ms),
    budgetPercent: numeral(hedge.budget.percent),
    cancel: hedge.cancel !== 'never',
    operation,
  };
}

/** @param {number | undefined} n a delay that is learned, or a budget of tokens, is no number */
const numeral = (n) => (n === undefined ? '' : String(n));

/** What the settings cannot say of a scenario, by setting. @typedef {{hedge?: string, delay?: string, budget?: string, cancel?: string}} Beyond */

/** Whether a policy is of a kind that the settings do not know. @param {Record<string, any>} policy */
const isOther = (policy) => !policy.none && !policy.hedge && Object.keys(policy).length > 0;

/**
 * The sentences for what a scenario has and the settings do not.
 * @param {Record<string, any>} scenario resolved
 * @returns {Beyond}
 */
export function beyondSettings({ policy }) {
  const { hedge } = policy;
  const kind = (/** @type {object} */ alternative) => Object.keys(alternative).join();
  if (isOther(policy)) return { hedge: `The policy is ${kind(policy)}: change it in the scenario as JSON. Unchecked, it becomes none.` };
  if (!hedge) return {};
  return {
    ...('ms' in hedge.delay ? {} : { delay: `Not a fixed time, but ${kind(hedge.delay)}, as the scenario says. A number here takes its place.` }),
    ...('percent' in hedge.budget ? {} : { budget: `Not a percentage, but ${kind(hedge.budget)}, as the scenario says. A number here takes its place.` }),
    ...(hedge.cancel === 'onStart' ? { cancel: 'Copies are tied: the one that starts first withdraws the others.' } : {}),
  };
}

/**
 * The body of POST /runs: a scenario with other settings. An empty number leaves
 * that part as the scenario has it, if it has it.
 * @param {Record<string, any>} scenario resolved
 * @param {Settings} settings
 * @returns {Record<string, any>}
 */
export function scenarioWith(scenario, settings) {
  const workload = { ...scenario.workload, operation: settings.operation };
  if (!settings.hedge) return { ...scenario, workload, policy: { none: {} } };
  if (isOther(scenario.policy)) return { ...scenario, workload };
  const was = scenario.policy.hedge ?? {};
  const hedge = {
    ...was,
    ...(settings.delayMs === '' && was.delay && !('ms' in was.delay) ? {} : { delay: { ms: number(settings.delayMs) } }),
    ...(settings.budgetPercent === '' && was.budget && !('percent' in was.budget) ? {} : { budget: { percent: number(settings.budgetPercent) } }),
    cancel: cancelOf(was.cancel, settings.cancel),
  };
  return { ...scenario, workload, policy: { hedge } };
}

/** The number that was typed; what is none goes to the server as text, which says what is wrong. @param {string} typed */
const number = (typed) => (typed.trim() !== '' && Number.isFinite(Number(typed)) ? Number(typed) : typed);

/** Tied copies (onStart) cancel losers too, and stay tied. @param {string | undefined} was @param {boolean} cancel */
function cancelOf(was, cancel) {
  if (!cancel) return 'never';
  return was && was !== 'never' ? was : 'onAnswer';
}

/** The same scenario without hedges: the baseline. @param {Record<string, any>} scenario */
export const baselineOf = (scenario) => ({ ...scenario, policy: { none: {} } });
