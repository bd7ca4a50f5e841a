/**
 * The picture: everything that shows the run at the inspected time. `show` gives
 * it a run, `draw` an instant; both may be called at any time and in any order.
 *
 * @typedef {import('./race.js').Race} Race
 */
import { legend } from './bars.js';
import { byId, html, setText } from './dom.js';
import { makeLanes } from './lanes.js';
import { inFlight, stateAt } from './model.js';
import { findings, makeCounters, makeMetrics, makeTable, makeTrace } from './panels.js';
import { makeRuler } from './ruler.js';
import { makeTail } from './tail.js';
import { clock, count, ms, plural, requestStory, seconds, sign } from './text.js';

/** Half of a slider's thumb, in pixels: where its track begins. */
const THUMB = 12;

export function makePicture() {
  const headline = byId('headline', HTMLElement);
  const tailFigure = byId('tail-figure', HTMLElement);
  const tailStory = byId('tail-story', HTMLElement);
  const story = byId('story', HTMLElement);
  const lanesFrame = byId('lanes-frame', HTMLElement);
  const rulerRoot = byId('ruler', SVGSVGElement);
  const slider = byId('at', HTMLInputElement);
  const atText = byId('at-text', HTMLElement);

  /** @type {Race | null} */
  let race = null;
  let atMs = 0;
  let selected = 0;
  const choose = (/** @type {number} */ request) => {
    if (request === selected) return;
    selected = request;
    draw(atMs);
  };

  const lanes = makeLanes(byId('lanes', SVGSVGElement), choose);
  const tail = makeTail(byId('tail', SVGSVGElement), (request, sentence) => {
    setText(tailStory, `${sentence}.`);
    choose(request);
  });
  const ruler = makeRuler(rulerRoot);
  const trace = makeTrace(byId('log', HTMLOListElement), byId('log-note', HTMLElement));
  const counters = makeCounters(byId('counters', HTMLElement));
  const table = makeTable(byId('data', HTMLTableElement), choose);
  const metrics = makeMetrics(byId('metrics', HTMLElement));

  lanesFrame.addEventListener('scroll', () => lanes.scrolled(lanesFrame.scrollTop), { passive: true });
  const resized = new ResizeObserver(() => {
    if (!race) return;
    layOut(race);
    draw(atMs);
  });
  for (const frame of [tailFigure, lanesFrame, slider]) resized.observe(frame);

  /** @param {Race} race */
  function layOut(race) {
    tail.layOut(race, Math.max(tailFigure.clientWidth, 240), tailFigure.clientWidth < 520 ? 190 : 196);
    lanes.layOut(race, Math.max(lanesFrame.clientWidth, 280));
    lanes.scrolled(lanesFrame.scrollTop);
    ruler.layOut(race, slider.clientWidth, THUMB);
  }

  /** @param {number} instant */
  function draw(instant) {
    if (!race) return;
    atMs = instant;
    const state = stateAt(race.events, atMs);
    const complete = atMs >= race.run.durationMs;
    lanes.draw(state, atMs, selected);
    tail.draw(atMs, selected);
    ruler.draw(state);
    trace.draw(atMs);
    counters.draw(state);
    table.draw(race, state, atMs, selected);
    metrics.draw(race, complete);
    const shown = selected || Math.min(state.counters.arrived, race.rows.length);
    setText(story, shown ? requestStory(shown, state.requests.get(shown), atMs, race.without.get(shown)) : '');
    setText(atText, clock(Math.round(atMs)));
    slider.value = String(atMs / 1000);
    slider.setAttribute('aria-valuetext', `${seconds(Math.round(atMs))} of ${seconds(race.run.durationMs)}, ${situation(state)}`);
  }

  return {
    /** @param {Race} next */
    show(next) {
      race = next;
      selected = 0;
      const { outcome, metrics: m, scenario } = next.run;
      headline.dataset.verdict = outcome.verdict;
      headline.replaceChildren(html('span', { class: 'sign', 'aria-hidden': 'true' }, sign(outcome.verdict)), html('strong', {}, outcome.headline));
      byId('findings', HTMLElement).replaceChildren(...findings(outcome));
      slider.max = String(next.run.durationMs / 1000);
      setText(tailStory, 'Hover, focus or tap a bar for its numbers.');
      byId('legend', HTMLElement).replaceChildren(...legend({
        hedges: m.hedges > 0,
        writes: scenario.workload.operation !== 'read',
        queues: !scenario.backend.capacity.unlimited,
        runsOn: scenario.policy.hedge?.cancel === 'never',
      }));
      lanesFrame.classList.toggle('scrolls', next.rows.length > 40);
      if (next.rows.length > 40) lanesFrame.setAttribute('tabindex', '0');
      else lanesFrame.removeAttribute('tabindex');
      trace.layOut(next);
      table.layOut(next);
      layOut(next);
    },
    draw,
    /** Keeps the latest lane in view, where the lanes have a frame of their own. */
    follow() {
      if (!race || !lanesFrame.classList.contains('scrolls')) return;
      const lane = lanes.latest(stateAt(race.events, atMs));
      if (lane && (lane.top < lanesFrame.scrollTop + lane.bottom - lane.top || lane.bottom > lanesFrame.scrollTop + lanesFrame.clientHeight)) {
        lanesFrame.scrollTop = lane.top - lanesFrame.clientHeight / 3;
      }
    },
  };
}

/** What is going on, for those who hear it. @param {import('./model.js').State} state */
function situation(state) {
  const open = inFlight(state);
  const { answered, failed, expired } = state.counters;
  const so = [`${plural(answered, 'request')} answered`, ...(failed > 0 ? [`${count(failed)} failed`] : []), ...(expired > 0 ? [`${count(expired)} expired`] : [])].join(', ');
  if (state.complete) return `run complete, ${so}`;
  if (open.length === 0) return so;
  return `${so}, ${open.length === 1 ? `request ${open[0].request} in flight` : `${count(open.length)} in flight`}`;
}

/** The summary of a run for the live region. @param {Race} race */
export const summary = ({ run }) => `Complete-run preview: ${run.outcome.headline}. p${run.metrics.judged.percentile} without hedging ${ms(run.metrics.judged.baselineMs)}, in this run ${ms(run.metrics.judged.ms)}.`;
