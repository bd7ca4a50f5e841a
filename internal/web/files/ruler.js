/**
 * The ruler above the inspection time: a sign for each request at its arrival, which
 * shows where in the run something happens.
 *
 * @typedef {import('./race.js').Race} Race
 * @typedef {import('./model.js').State} State
 */
import { svg } from './dom.js';
import { commitsOf } from './stories.js';

const HEIGHT = 14;

export class Ruler {
  #root;
  /** @type {{request: number, element: SVGElement}[]} */
  #signs = [];

  /** @param {SVGSVGElement} root */
  constructor(root) {
    this.#root = root;
  }

  /** @param {Race} race @param {number} width @param {number} inset where the track of the slider begins */
  layOut(race, width, inset) {
    const x = (/** @type {number} */ t) => inset + (t / race.run.durationMs) * (width - 2 * inset);
    this.#signs = race.rows.map((row) => ({
      request: row.request,
      element: svg('path', { transform: `translate(${x(row.arrivalMs)} ${HEIGHT / 2})` }),
    }));
    this.#root.setAttribute('width', String(width));
    this.#root.setAttribute('height', String(HEIGHT));
    this.#root.replaceChildren(...stretch(race, x), ...this.#signs.map((s) => s.element));
  }

  /** @param {State} state */
  draw(state) {
    for (const { request, element } of this.#signs) {
      const r = state.requests.get(request);
      const kind = !r ? 'to-come' : r.status === 'open' ? 'live' : commitsOf(r)?.kind === 'duplicate' ? 'duplicate' : r.winner ?? 'ended';
      if (element.getAttribute('class') === kind) continue;
      element.setAttribute('class', kind);
      element.setAttribute('d', shapes[kind]);
    }
  }
}

/** The part of a long run that is loaded. @param {Race} race @param {(t: number) => number} x */
function stretch({ stretch }, x) {
  if (!stretch) return [];
  const from = x(Math.max(0, stretch.fromMs));
  return [svg('rect', { x: from, y: HEIGHT / 2 - 3, width: Math.max(3, x(stretch.toMs) - from), height: 6, rx: 2, class: 'loaded' })];
}

/** @type {Record<string, string>} */
const shapes = {
  'to-come': 'M0 -3V3',
  live: 'M0 -6V6',
  primary: 'M0 -4V4',
  ended: 'M0 -4V4',
  backup: 'M-5 5L0 -5L5 5Z',
  duplicate: 'M-5 0L0 -5L5 0L0 5Z',
};
