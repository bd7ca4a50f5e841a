/**
 * The captions: what is written beside the pictures of a run, and what the slider
 * says aloud.
 *
 * @typedef {import('./race.js').Race} Race
 */
import { legend } from './bars.js';
import { byId, setText } from './dom.js';
import { inFlight } from './model.js';
import { findings, showHeadline } from './outcome.js';
import { showPrice } from './price.js';
import { count, plural } from './text.js';

/** Captions a run: its outcome, and what its pictures show. @param {Race} race */
export function captionRun(race) {
  const { outcome, metrics } = race.run;
  showHeadline(byId('headline', HTMLElement), outcome);
  byId('findings', HTMLElement).replaceChildren(...findings(outcome, metrics.warnings));
  showPrice(race.run);
  byId('legend', HTMLElement).replaceChildren(...legend(signsOf(race)));
  setText(byId('lanes-note', HTMLElement), lanesNote(race));
  const isMissed = [metrics, metrics.baseline].some((m) => (m.failed ?? 0) + (m.expired ?? 0) > 0);
  setText(byId('tail-note', HTMLElement), `Latencies in ms, sorted; filled as far as the inspected time${isMissed ? ', framed where missed' : ''}.`);
}

/** Which signs a run can show. @param {Race} race */
function signsOf({ stretch, run: { scenario, metrics } }) {
  return {
    hedges: metrics.hedges > 0,
    ghosts: metrics.hedges > 0 && !stretch && scenario.workload.hops * scenario.workload.fanOut.leaves === 1,
    writes: scenario.workload.operation !== 'read',
    queues: !scenario.backend.capacity.unlimited,
    runsOn: cancelOf(scenario.policy) === 'never',
    cancels: metrics.hedges > 0 || scenario.workload.deadlineMs > 0 || scenario.workload.fanOut.leaves > 1,
  };
}

/** @param {Record<string, any>} policy */
const cancelOf = ({ hedge, none }) => (hedge ?? none)?.cancel;

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
