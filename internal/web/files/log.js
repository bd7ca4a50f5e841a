/**
 * The log: the latest events so far as a list, a function of the inspected time.
 *
 * @typedef {import('./race.js').Race} Race
 */
import { html, setText } from './dom.js';
import { countAt } from './instants.js';
import { clock, count, said } from './text.js';

const SHOWN = 200; // the latest events that the list holds

/** The list, the latest last; its frame, laid out from the bottom, keeps that in view. @param {HTMLOListElement} list @param {HTMLElement} note */
export function makeLog(list, note) {
  /** @type {Race['events']} */
  let events = [];
  let total = 0;
  // What the list holds, by numbers of events: those stay when a stretch moves on.
  let from = 1;
  let to = 1;

  return {
    /** @param {Race} race @param {boolean} sameRun */
    layOut(race, sameRun) {
      events = race.events;
      total = race.run.trace.total;
      list.classList.toggle('long', race.run.requests.total > 999);
      list.classList.toggle('fine', events.some((e) => !Number.isInteger(e.atMs)));
      if (sameRun) return;
      list.replaceChildren();
      from = to = 1;
    },
    /** @param {number} atMs */
    draw(atMs) {
      const first = events[0]?.seq ?? 1;
      const known = countAt(events, atMs);
      const end = first + known;
      const start = Math.max(first, end - SHOWN);
      if (end !== to || start !== from) move(first, start, end);
      const now = events[known - 1]?.atMs;
      for (let i = list.children.length - 1, k = known - 1; i >= 0; i--, k--) {
        const current = events[k].atMs === now;
        const row = list.children[i];
        if (!current && !row.classList.contains('now')) break;
        row.classList.toggle('now', current);
      }
      if (events.length === 0) return setText(note, `There are more events at this instant than can be listed, ${count(total)} in all.`);
      setText(note, `${count(end - 1)} of ${count(total)} events${start > 1 && known > 0 ? `; the latest ${known < SHOWN ? known : SHOWN} are listed` : ''}`);
    },
  };

  /** Lists the events from start to end, and leaves those that stay. @param {number} first the number of events[0] @param {number} start @param {number} end */
  function move(first, start, end) {
    const lines = (/** @type {number} */ i, /** @type {number} */ j) => events.slice(i - first, j - first).map(line);
    if (start >= to || end <= from) {
      list.replaceChildren(...lines(start, end));
    } else {
      for (; to > end; to--) list.lastElementChild?.remove();
      for (; from < start; from++) list.firstElementChild?.remove();
      if (from > start) list.prepend(...lines(start, from));
      if (to < end) list.append(...lines(to, end));
    }
    [from, to] = [start, end];
  }
}

/** @param {Race['events'][number]} e */
const line = (e) => html(
  'li', { class: e.role ?? '', 'data-type': e.type },
  html('span', { class: 'at' }, clock(e.atMs)),
  html('span', { class: 'of' }, e.request ? `${e.request}` : ''),
  html('span', { class: 'what' }, said(e)),
);
