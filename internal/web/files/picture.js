/**
 * The picture: everything that shows the run at the inspected time. `show` gives
 * it a run, `replace` other events of the same run, `draw` an instant; they may be
 * called at any time and in any order.
 *
 * @typedef {import('./race.js').Race} Race
 * @typedef {import('./race.js').Shown} Shown
 * @typedef {import('./model.js').State} State
 */
import { captionRun, situation } from './captions.js';
import { CountersSoFar } from './counters.js';
import { byId, setText } from './dom.js';
import { Lanes } from './lanes.js';
import { Log } from './log.js';
import { FinalMetrics } from './metrics.js';
import { stateAt } from './model.js';
import { Parts } from './parts.js';
import { shownAt } from './race.js';
import { Ruler } from './ruler.js';
import { requestStory } from './stories.js';
import { Table } from './table.js';
import { Tail } from './tail.js';
import { clock, seconds } from './text.js';

/** Half of a slider's thumb, in pixels: where its track begins. */
const THUMB = 12;

/** Requests; the lanes of more have a frame of their own. */
const FRAMED = 40;

export class Picture {
  #tailFigure = byId('tail-figure', HTMLElement);
  #tailStory = byId('tail-story', HTMLElement);
  #story = byId('story', HTMLElement);
  #frame = byId('lanes-frame', HTMLElement);
  #slider = byId('at', HTMLInputElement);
  #atText = byId('at-text', HTMLElement);

  #lanes = new Lanes(byId('lanes', SVGSVGElement), (request) => this.#choose(request));
  #tail = new Tail(byId('tail', SVGSVGElement), (request, sentence) => {
    setText(this.#tailStory, `${sentence}.`);
    this.#choose(request);
  });
  #ruler = new Ruler(byId('ruler', SVGSVGElement));
  #log = new Log(byId('log', HTMLOListElement), byId('log-note', HTMLElement));
  #counters = new CountersSoFar(byId('counters', HTMLElement));
  #table = new Table(byId('data', HTMLTableElement), (request) => this.#choose(request));
  #metrics = new FinalMetrics(byId('metrics', HTMLElement));
  #parts = new Parts(() => this.draw(this.#atMs));

  /** @type {Race | null} */
  #race = null;
  #atMs = 0;
  #selected = 0;
  /** The requests that are laid out. @type {Shown[]} */
  #rows = [];

  constructor() {
    this.#frame.addEventListener('scroll', () => this.#lanes.scrolled(this.#frame.scrollTop), { passive: true });
    const resized = new ResizeObserver(() => {
      if (!this.#race) return;
      this.#layOut(this.#race);
      this.draw(this.#atMs);
    });
    for (const frame of [this.#tailFigure, this.#frame, this.#slider]) resized.observe(frame);
  }

  /** @param {number} request */
  #choose(request) {
    if (request === this.#selected) return;
    this.#selected = request;
    this.draw(this.#atMs);
  }

  /** @param {Race} race */
  #layOut(race) {
    if (!race.stretch) this.#tail.layOut(race, Math.max(this.#tailFigure.clientWidth, 240), this.#tailFigure.clientWidth < 520 ? 190 : 196);
    this.#lanes.layOut(race, Math.max(this.#frame.clientWidth, 280), this.#rows);
    this.#lanes.scrolled(this.#frame.scrollTop);
    this.#ruler.layOut(race, this.#slider.clientWidth, THUMB);
  }

  /** @param {Race} race */
  show(race) {
    this.#race = race;
    this.#selected = 0;
    this.#rows = shownAt(race, stateAt(race.events, 0, race.base), 0);
    captionRun(race);
    setText(this.#tailStory, 'Hover, focus or tap a bar for its numbers.');
    this.#slider.max = String(race.run.durationMs / 1000);
    const framed = this.#rows.length > FRAMED || race.stretch !== null;
    this.#frame.classList.toggle('scrolls', framed);
    if (framed) this.#frame.setAttribute('tabindex', '0');
    else this.#frame.removeAttribute('tabindex');
    this.#parts.layOut(race, false);
    this.#log.layOut(race, false);
    this.#table.layOut(race, this.#rows);
    this.#layOut(race);
  }

  /** @param {Race} race the same run, other events of it */
  replace(race) {
    this.#race = race;
    this.#rows = [];
    this.#parts.layOut(race, true);
    this.#log.layOut(race, true);
    this.#layOut(race);
  }

  /** @param {number} instant */
  draw(instant) {
    const race = this.#race;
    if (!race) return;
    this.#atMs = instant;
    const state = stateAt(race.events, instant, race.base);
    this.#chooseRows(race, state);
    this.#lanes.draw(state, instant, this.#selected, this.#rows);
    this.#parts.draw(state, instant, this.#selected);
    this.#tail.draw(instant, this.#selected);
    this.#ruler.draw(state);
    this.#log.draw(instant);
    this.#counters.draw(state);
    this.#table.draw(race, state, instant, this.#selected);
    this.#metrics.draw(race, instant >= race.run.durationMs);
    this.#tell(race, state);
    this.point(instant);
    this.#slider.setAttribute('aria-valuetext', `${seconds(Math.round(instant))} of ${seconds(race.run.durationMs)}, ${situation(state)}`);
  }

  /** As a long run goes on, other requests are shown. @param {Race} race @param {State} state */
  #chooseRows(race, state) {
    const now = shownAt(race, state, this.#selected);
    if (now.length === this.#rows.length && now.every((row, i) => row.request === this.#rows[i].request)) return;
    this.#rows = now;
    this.#table.layOut(race, now);
  }

  /** Tells the story of the selected request, or of the latest. @param {Race} race @param {State} state */
  #tell(race, state) {
    const shown = this.#selected || (race.stretch ? this.#rows.at(-1)?.request : Math.min(state.counters.arrived, this.#rows.length));
    setText(this.#story, shown ? requestStory(shown, state.requests.get(shown), this.#atMs, race.without.get(shown)) : '');
  }

  /** Says which instant is inspected, before it can be drawn. @param {number} instant */
  point(instant) {
    setText(this.#atText, clock(this.#race?.stretch ? instant : Math.round(instant)));
    this.#slider.value = String(instant / 1000);
  }

  /** Keeps the latest lane in view, where the lanes have a frame of their own. */
  follow() {
    const race = this.#race;
    const frame = this.#frame;
    if (!race || !frame.classList.contains('scrolls')) return;
    const lane = this.#lanes.latest(stateAt(race.events, this.#atMs, race.base));
    if (lane && (lane.top < frame.scrollTop + lane.bottom - lane.top || lane.bottom > frame.scrollTop + frame.clientHeight)) {
      frame.scrollTop = race.stretch ? lane.bottom : lane.top - frame.clientHeight / 3;
    }
  }
}
