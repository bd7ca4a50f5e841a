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
import { drawLane, makeLane, placeLane } from './lane.js';
import { isSettled } from './race.js';

const CROWDED = 40; // requests; of more, or of a long run, the lanes are lower

/**
 * @param {SVGSVGElement} root
 * @param {(request: number) => void} chosen
 */
export function makeLanes(root, chosen) {
  /** @type {Lane[]} */
  let lanes = [];
  /** @type {{race: Race, width: number, rows: Shown[]} | null} */
  let laid = null;
  const behind = svg('g');
  const group = svg('g');
  const words = svg('g', { class: 'words', 'aria-hidden': 'true' });
  const head = svg('g');
  root.replaceChildren(patterns(), behind, group, words, head);
  roving(root, (option) => chosen(Number(option.getAttribute('data-request'))));

  /** Lanes that stay, stay in the document: one of them may have the focus. @param {Shown[]} rows */
  function place(rows) {
    if (!laid) return;
    const { race, width } = laid;
    const pitch = rows.length > CROWDED || race.stretch ? 9 : 14;
    const kept = new Map(lanes.map((lane) => [lane.shown.request, lane]));
    let top = AXIS;
    lanes = rows.map((shown) => {
      const lane = kept.get(shown.request) ?? makeLane(shown, race, width);
      kept.delete(shown.request);
      placeLane(lane, race, top, pitch);
      top += lane.height;
      return lane;
    });
    for (const lane of kept.values()) for (const part of [lane.group, lane.name, lane.result]) part.remove();
    lanes.forEach((lane, i) => {
      if (group.children[i] !== lane.group) group.insertBefore(lane.group, group.children[i] ?? null);
      if (!lane.name.parentNode) words.append(lane.name, lane.result);
    });
    if (!lanes.some((lane) => lane.group.getAttribute('tabindex') === '0')) lanes[0]?.group.setAttribute('tabindex', '0');
    root.setAttribute('height', String(top + 1));
    behind.replaceChildren(axisLines(race, width, top + 1));
    laid.rows = rows;
  }

  return {
    /** Lays the lanes out for a run, or the next stretch of it, and a width. @param {Race} race @param {number} width @param {Shown[]} rows */
    layOut(race, width, rows) {
      const same = laid && laid.race.run === race.run && laid.race.spanMs === race.spanMs && laid.width === width;
      laid = { race, width, rows };
      if (!same) {
        lanes = [];
        group.replaceChildren();
        words.replaceChildren();
        root.setAttribute('width', String(width));
        head.replaceChildren(axisNumbers(race, width));
      }
      place(rows);
    },

    /** @param {State} state @param {number} atMs @param {number} selected @param {Shown[]} rows */
    draw(state, atMs, selected, rows) {
      if (!laid) return;
      if (rows !== laid.rows && !(rows.length === lanes.length && rows.every((row, i) => row.request === lanes[i].shown.request))) place(rows);
      for (const lane of lanes) {
        const r = state.requests.get(lane.shown.request);
        const shows = `${r?.events ?? 0} ${r && !isSettled(laid.race, r, atMs) ? atMs : ''} ${lane.shown.request === selected}`;
        if (shows === lane.drawn) continue;
        lane.drawn = shows;
        drawLane(lane, laid.race, laid.width, r, atMs, lane.shown.request === selected);
      }
    },

    /** Keeps the axis' numbers in view when the lanes scroll in a frame of their own. @param {number} top */
    scrolled(top) {
      head.setAttribute('transform', `translate(0 ${top})`);
    },

    /** The latest lane that has begun, as the top and bottom that should be seen. @param {State} state */
    latest(state) {
      let lane;
      for (const l of lanes) if (state.requests.has(l.shown.request)) lane = l;
      return lane ? { top: lane.top, bottom: lane.top + lane.height } : null;
    },
  };
}
