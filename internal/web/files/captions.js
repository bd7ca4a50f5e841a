/**
 * The captions: what is written beside the pictures of a run, and what the slider
 * says aloud.
 *
 * @typedef {import('./race.js').Race} Race
 */
import { legend } from './bars.js';
import { byId, html, setText } from './dom.js';
import { findings } from './metrics.js';
import { inFlight } from './model.js';
import { count, plural, sign } from './text.js';

/** Captions a run: its outcome, and what its pictures show. @param {Race} race */
export function captionRun(race) {
  const { outcome } = race.run;
  const headline = byId('headline', HTMLElement);
  headline.dataset.verdict = outcome.verdict;
  headline.replaceChildren(html('span', { class: 'sign', 'aria-hidden': 'true' }, sign(outcome.verdict)), html('strong', {}, outcome.headline));
  byId('findings', HTMLElement).replaceChildren(...findings(outcome.findings));
  byId('legend', HTMLElement).replaceChildren(...legend(signsOf(race)));
  setText(byId('lanes-note', HTMLElement), lanesNote(race));
}

/** Which signs a run can show. @param {Race} race */
function signsOf({ stretch, run: { scenario, metrics } }) {
  return {
    hedges: metrics.hedges > 0,
    ghosts: metrics.hedges > 0 && !stretch && scenario.workload.hops * scenario.workload.fanOut.leaves === 1,
    writes: scenario.workload.operation !== 'read',
    queues: !scenario.backend.capacity.unlimited,
    runsOn: scenario.policy.hedge?.cancel === 'never',
  };
}

/** What the lanes show. @param {Race} race */
function lanesNote({ stretch, run: { scenario: { workload } } }) {
  const leaves = workload.hops * workload.fanOut.leaves;
  return [
    'Each request from its own arrival, in ms.',
    ...(stretch ? [`Shown are the latest${stretch.every > 1 ? `, one of every ${count(stretch.every)},` : ''} and the oldest that are still open.`] : []),
    ...(leaves > 1 ? [`A bar is an attempt of one of its ${count(leaves)} leaves${leaves > 24 ? '; of many the slowest are drawn' : ''}.`] : []),
  ].join(' ');
}

/** The run at an instant, in a sentence for screen readers. @param {import('./model.js').State} state */
export function situation(state) {
  const open = inFlight(state);
  const { answered, failed, expired } = state.counters;
  const so = [`${plural(answered, 'request')} answered`, ...(failed > 0 ? [`${count(failed)} failed`] : []), ...(expired > 0 ? [`${count(expired)} expired`] : [])].join(', ');
  if (state.complete) return `run complete, ${so}`;
  if (open.length === 0) return so;
  return `${so}, ${open.length === 1 && state.unseen === 0 ? `request ${open[0].request} in flight` : `${count(open.length + state.unseen)} in flight`}`;
}
