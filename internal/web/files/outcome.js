/**
 * The outcome: what a run comes to, what else applies to it, and the doubts about its
 * figures. What hedging made better or worse shows by sign and words too, never by
 * color alone.
 *
 * @typedef {import('./answers.js').Outcome} Outcome
 * @typedef {import('./answers.js').Metrics} Metrics
 */
import { html } from './dom.js';
import { label } from './text.js';

/** The signs of the effects. @type {Record<string, string>} */
const signs = { better: '✓', worse: '✕', neutral: '=' };

/** Verdicts that are neither better nor worse have signs of their own. @type {Record<string, string>} */
const neutral = { BASELINE: '○', INCONCLUSIVE: '?', OVERLOADED: '!' };

/** The effect that is shown; a newer server may know others. @param {string | undefined} effect @returns {'better' | 'worse' | 'neutral'} */
export const effectOf = (effect) => (effect === 'better' || effect === 'worse' ? effect : 'neutral');

/** The sign of a verdict or a finding. @param {string} code @param {string | undefined} effect */
export const signOf = (code, effect) => (effectOf(effect) === 'neutral' ? neutral[code] ?? signs.neutral : signs[effectOf(effect)]);

/** A sign; the words beside it say the same. @param {string} text */
const sign = (text) => html('span', { class: 'sign', 'aria-hidden': 'true' }, text);

/** The headline's parts, for an element of the class outcome. @param {Outcome} outcome */
const parts = ({ verdict, effect, headline }) => [sign(signOf(verdict, effect)), html('strong', {}, headline)];

/** Shows a headline. @param {HTMLElement} root @param {Outcome} outcome */
export function showHeadline(root, outcome) {
  root.dataset.verdict = outcome.verdict;
  root.dataset.effect = effectOf(outcome.effect);
  root.replaceChildren(...parts(outcome));
}

/** A headline of its own. @param {Outcome} outcome */
export const headlineOf = (outcome) => html('p', { class: 'outcome', 'data-verdict': outcome.verdict, 'data-effect': effectOf(outcome.effect) }, ...parts(outcome));

/** What effects are called for those who do not see them. */
const said = { better: 'Better: ', worse: 'Worse: ', neutral: '' };

/** What else applies to a run, what got worse first, and the doubts. @param {Outcome} outcome @param {Metrics['warnings']} warnings */
export function findings(outcome, warnings) {
  const rank = (/** @type {string} */ effect) => ['worse', 'better', 'neutral'].indexOf(effectOf(effect));
  const found = [...outcome.findings].sort((a, b) => rank(a.effect) - rank(b.effect));
  return [
    ...found.map((f) => item(signOf(f.code, f.effect), effectOf(f.effect), said[effectOf(f.effect)], f)),
    ...warnings.map((w) => item('!', 'doubt', 'Doubt: ', w)),
  ];
}

/** @param {string} mark @param {string} kind @param {string} aloud @param {{code: string, detail: string}} of */
const item = (mark, kind, aloud, { code, detail }) => html(
  'li', { class: `finding ${kind}`, 'data-code': code }, sign(mark),
  html('span', {}, ...(aloud ? [html('span', { class: 'unseen' }, aloud)] : []), html('b', {}, label(code)), ` ${detail}`),
);
