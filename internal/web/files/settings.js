/**
 * The settings: what a person can change of a scenario with the page's controls.
 */

/** @typedef {'read' | 'write' | 'idempotentWrite'} Operation */

/**
 * @typedef {object} Settings
 * @property {boolean} hedge Hedge slow requests
 * @property {string} delayMs Send the backup after; as it was typed, for the server to judge
 * @property {string} budgetPercent Hedge budget
 * @property {boolean} cancel Cancel the loser when the winner answers; without hedging, what a deadline ends
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
  if (scenario.policy.none) return { ...before, hedge: false, cancel: scenario.policy.none.cancel !== 'never', operation };
  if (!hedge) return { ...before, hedge: true, operation, delayMs: '', budgetPercent: '' };
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
  const { hedge, none } = policy;
  const kind = (/** @type {object} */ alternative) => Object.keys(alternative).join();
  if (isOther(policy)) return { hedge: `The policy is ${kind(policy)}: change it in the scenario as JSON. Unchecked, it becomes none.` };
  if (none) return { cancel: 'Without hedging, it cancels attempts that a deadline or the end of a hop leaves behind.' };
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
  if (!settings.hedge) return { ...scenario, workload, policy: noneOf(scenario.policy, settings.cancel) };
  if (isOther(scenario.policy)) return { ...scenario, workload };
  const was = scenario.policy.hedge ?? scenario.policy.none ?? {};
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

/** How attempts are cancelled, in every policy. */
const CANCELLATION = ['cancel', 'cancelReach', 'cancelDelayMs'];

/** A policy without hedges, that cancels as another does. @param {Record<string, any>} policy @param {boolean} [cancel] */
function noneOf(policy, cancel) {
  const was = policy.hedge ?? policy.none ?? {};
  const kept = Object.fromEntries(Object.entries(was).filter(([name]) => CANCELLATION.includes(name)));
  return { none: cancel === undefined ? kept : { ...kept, cancel: cancelOf(was.cancel, cancel) } };
}

/** The same scenario without hedges: the baseline. @param {Record<string, any>} scenario */
export const baselineOf = (scenario) => ({ ...scenario, policy: noneOf(scenario.policy) });
