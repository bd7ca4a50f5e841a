/**
 * The lanes: a row for each request that is shown, with its attempts as bars, drawn
 * as far as the inspected time. All lanes share one axis, the time since the
 * request's own arrival: a race lasts a tenth of a second, and the run a minute.
 *
 * @typedef {import('./race.js').Race} Race
 * @typedef {import('./race.js').Shown} Shown
 * @typedef {import('./lane.js').Lane} Lane
 * @typedef {import('./model.js').State} State
 */
import { AXIS, axisLines, axisNumbers } from './axis.js';
import { patterns } from './bars.js';
import { roving, svg } from './dom.js';
import { drawLane, makeLane, partsOf, placeLane } from './lane.js';
import { isSettled } from './race.js';

const CROWDED = 40; // requests; of more, or of a long run, the lanes are lower

export class Lanes {
  #root;
  #behind = svg('g');
  #group = svg('g');
  #words = svg('g', { class: 'words', 'aria-hidden': 'true' });
  #head = svg('g');

  /** @type {Lane[]} */
  #lanes = [];
  /** @type {{race: Race, width: number, rows: Shown[]} | null} */
  #laid = null;

  /** @param {SVGSVGElement} root @param {(request: number) => void} chosen */
  constructor(root, chosen) {
    this.#root = root;
    root.replaceChildren(patterns(), this.#behind, this.#group, this.#words, this.#head);
    roving(root, (option) => chosen(Number(option.getAttribute('data-request'))));
  }

  /** Lays the lanes out for a run, or the next stretch of it, and a width. @param {Race} race @param {number} width @param {Shown[]} rows */
  layOut(race, width, rows) {
    const before = this.#laid;
    const same = before && before.race.run === race.run && before.race.spanMs === race.spanMs && before.width === width;
    this.#laid = { race, width, rows };
    if (!same) this.#clear(race, width);
    this.#place(rows);
  }

  /** @param {Race} race @param {number} width */
  #clear(race, width) {
    this.#lanes = [];
    this.#group.replaceChildren();
    this.#words.replaceChildren();
    this.#root.setAttribute('width', String(width));
    this.#head.replaceChildren(axisNumbers(race, width));
  }

  /** @param {Shown[]} rows */
  #place(rows) {
    if (!this.#laid) return;
    const { race, width } = this.#laid;
    const pitch = rows.length > CROWDED || race.stretch ? 9 : 14;
    const kept = new Map(this.#lanes.map((lane) => [lane.shown.request, lane]));
    let top = AXIS;
    this.#lanes = rows.map((shown) => {
      const lane = kept.get(shown.request) ?? makeLane(shown, race, width);
      kept.delete(shown.request);
      placeLane(lane, race, top, pitch);
      top += lane.height;
      return lane;
    });
    this.#attach(kept.values());
    this.#root.setAttribute('height', String(top + 1));
    this.#behind.replaceChildren(axisLines(race, width, top + 1));
    this.#laid.rows = rows;
  }

  /** Puts the lanes into the document. Those that stay are not moved: one of them may have the focus. @param {Iterable<Lane>} gone */
  #attach(gone) {
    for (const lane of gone) for (const part of partsOf(lane)) part.remove();
    this.#lanes.forEach((lane, i) => {
      if (this.#group.children[i] !== lane.group) this.#group.insertBefore(lane.group, this.#group.children[i] ?? null);
      if (!lane.name.parentNode) this.#words.append(lane.name, lane.result);
    });
    if (!this.#lanes.some((lane) => lane.group.getAttribute('tabindex') === '0')) this.#lanes[0]?.group.setAttribute('tabindex', '0');
  }

  /** @param {State} state @param {number} atMs @param {number} selected @param {Shown[]} rows */
  draw(state, atMs, selected, rows) {
    if (!this.#laid) return;
    const { race, width } = this.#laid;
    const same = rows === this.#laid.rows || (rows.length === this.#lanes.length && rows.every((row, i) => row.request === this.#lanes[i].shown.request));
    if (!same) this.#place(rows);
    for (const lane of this.#lanes) {
      const r = state.requests.get(lane.shown.request);
      const isSelected = lane.shown.request === selected;
      const shows = `${r?.events ?? 0} ${r && !isSettled(race, r, atMs) ? atMs : ''} ${isSelected}`;
      if (shows === lane.drawn) continue;
      lane.drawn = shows;
      drawLane(lane, race, width, r, atMs, isSelected);
    }
  }

  /** Keeps the axis' numbers in view when the lanes scroll in a frame of their own. @param {number} top */
  scrolled(top) {
    this.#head.setAttribute('transform', `translate(0 ${top})`);
  }

  /** The latest lane that has begun, as the top and bottom that should be seen. @param {State} state */
  latest(state) {
    const lane = this.#lanes.findLast((l) => state.requests.has(l.shown.request));
    return lane ? { top: lane.top, bottom: lane.top + lane.height } : null;
  }
}
