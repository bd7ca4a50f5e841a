/**
 * The picture: everything that shows the run at the inspected time. `show` gives
 * it a run, `replace` other events of the same run, `draw` an instant; they may be
 * called at any time and in any order.
 *
 * @typedef {import('./race.js').Race} Race
 * @typedef {import('./race.js').Shown} Shown
 */
import { legend } from './bars.js';
import { makeCounters } from './counters.js';
import { byId, html, setText } from './dom.js';
import { makeLanes } from './lanes.js';
import { makeLog } from './log.js';
import { findings, makeMetrics } from './metrics.js';
import { inFlight, stateAt } from './model.js';
import { makeParts } from './parts.js';
import { shownAt } from './race.js';
import { makeRuler } from './ruler.js';
import { requestStory } from './stories.js';
import { makeTable } from './table.js';
import { makeTail } from './tail.js';
import { clock, count, plural, seconds, sign } from './text.js';

/** Half of a slider's thumb, in pixels: where its track begins. */
const THUMB = 12;

/** Requests; the lanes of more have a frame of their own. */
const FRAMED = 40;

export function makePicture() {
  const headline = byId('headline', HTMLElement);
  const tailFigure = byId('tail-figure', HTMLElement);
  const tailStory = byId('tail-story', HTMLElement);
  const story = byId('story', HTMLElement);
  const lanesFrame = byId('lanes-frame', HTMLElement);
  const slider = byId('at', HTMLInputElement);
  const atText = byId('at-text', HTMLElement);

  /** @type {Race | null} */
  let race = null;
  let atMs = 0;
  let selected = 0;
  /** The requests that are laid out. @type {Shown[]} */
  let rows = [];
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
  const ruler = makeRuler(byId('ruler', SVGSVGElement));
  const log = makeLog(byId('log', HTMLOListElement), byId('log-note', HTMLElement));
  const counters = makeCounters(byId('counters', HTMLElement));
  const table = makeTable(byId('data', HTMLTableElement), choose);
  const metrics = makeMetrics(byId('metrics', HTMLElement));
  const parts = makeParts(() => draw(atMs));

  lanesFrame.addEventListener('scroll', () => lanes.scrolled(lanesFrame.scrollTop), { passive: true });
  const resized = new ResizeObserver(() => {
    if (!race) return;
    layOut(race);
    draw(atMs);
  });
  for (const frame of [tailFigure, lanesFrame, slider]) resized.observe(frame);

  /** @param {Race} race */
  function layOut(race) {
    if (!race.stretch) tail.layOut(race, Math.max(tailFigure.clientWidth, 240), tailFigure.clientWidth < 520 ? 190 : 196);
    lanes.layOut(race, Math.max(lanesFrame.clientWidth, 280), rows);
    lanes.scrolled(lanesFrame.scrollTop);
    ruler.layOut(race, slider.clientWidth, THUMB);
  }

  /** @param {number} instant */
  function draw(instant) {
    if (!race) return;
    atMs = instant;
    const state = stateAt(race.events, atMs, race.base);
    const now = shownAt(race, state, selected);
    if (now.length !== rows.length || now.some((row, i) => row.request !== rows[i].request)) {
      rows = now;
      table.layOut(race, rows);
    }
    lanes.draw(state, atMs, selected, rows);
    parts.draw(state, atMs, selected);
    tail.draw(atMs, selected);
    ruler.draw(state);
    log.draw(atMs);
    counters.draw(state);
    table.draw(race, state, atMs, selected);
    metrics.draw(race, atMs >= race.run.durationMs);
    const shown = selected || (race.stretch ? rows.at(-1)?.request : Math.min(state.counters.arrived, rows.length));
    setText(story, shown ? requestStory(shown, state.requests.get(shown), atMs, race.without.get(shown)) : '');
    point(atMs);
    slider.setAttribute('aria-valuetext', `${seconds(Math.round(atMs))} of ${seconds(race.run.durationMs)}, ${situation(state)}`);
  }

  /** Says which instant is inspected, before it can be drawn. @param {number} instant */
  function point(instant) {
    setText(atText, clock(race?.stretch ? instant : Math.round(instant)));
    slider.value = String(instant / 1000);
  }

  return {
    /** @param {Race} next */
    show(next) {
      race = next;
      selected = 0;
      rows = shownAt(race, stateAt(race.events, 0, race.base), 0);
      const { outcome } = next.run;
      headline.dataset.verdict = outcome.verdict;
      headline.replaceChildren(html('span', { class: 'sign', 'aria-hidden': 'true' }, sign(outcome.verdict)), html('strong', {}, outcome.headline));
      byId('findings', HTMLElement).replaceChildren(...findings(outcome.findings));
      slider.max = String(next.run.durationMs / 1000);
      setText(tailStory, 'Hover, focus or tap a bar for its numbers.');
      byId('legend', HTMLElement).replaceChildren(...legend(signsOf(next)));
      const framed = rows.length > FRAMED || next.stretch !== null;
      lanesFrame.classList.toggle('scrolls', framed);
      if (framed) lanesFrame.setAttribute('tabindex', '0');
      else lanesFrame.removeAttribute('tabindex');
      setText(byId('lanes-note', HTMLElement), caption(next));
      parts.layOut(next, false);
      log.layOut(next, false);
      table.layOut(next, rows);
      layOut(next);
    },
    /** @param {Race} next the same run, other events of it */
    replace(next) {
      race = next;
      rows = [];
      parts.layOut(next, true);
      log.layOut(next, true);
      layOut(next);
    },
    draw,
    point,
    /** Keeps the latest lane in view, where the lanes have a frame of their own. */
    follow() {
      if (!race || !lanesFrame.classList.contains('scrolls')) return;
      const lane = lanes.latest(stateAt(race.events, atMs, race.base));
      if (lane && (lane.top < lanesFrame.scrollTop + lane.bottom - lane.top || lane.bottom > lanesFrame.scrollTop + lanesFrame.clientHeight)) {
        lanesFrame.scrollTop = race.stretch ? lane.bottom : lane.top - lanesFrame.clientHeight / 3;
      }
    },
  };
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
function caption({ stretch, run: { scenario: { workload } } }) {
  const leaves = workload.hops * workload.fanOut.leaves;
  return [
    'Each request from its own arrival, in ms.',
    ...(stretch ? [`Shown are the latest${stretch.every > 1 ? `, one of every ${count(stretch.every)},` : ''} and the oldest that are still open.`] : []),
    ...(leaves > 1 ? [`A bar is an attempt of one of its ${count(leaves)} leaves${leaves > 24 ? '; of many the slowest are drawn' : ''}.`] : []),
  ].join(' ');
}

/** What is going on, for those who hear it. @param {import('./model.js').State} state */
function situation(state) {
  const open = inFlight(state);
  const { answered, failed, expired } = state.counters;
  const so = [`${plural(answered, 'request')} answered`, ...(failed > 0 ? [`${count(failed)} failed`] : []), ...(expired > 0 ? [`${count(expired)} expired`] : [])].join(', ');
  if (state.complete) return `run complete, ${so}`;
  if (open.length === 0) return so;
  return `${so}, ${open.length === 1 && state.unseen === 0 ? `request ${open[0].request} in flight` : `${count(open.length + state.unseen)} in flight`}`;
}
