/**
 * The log: the latest events so far as a list, a function of the inspected time.
 *
 * @typedef {import('./race.js').Race} Race
 */
import { html, setText } from './dom.js';
import { countAt } from './instants.js';
import { clock, count, said } from './text.js';

const SHOWN = 200; // the latest events that the list holds

/** The list, the latest last; its frame, laid out from the bottom, keeps that in view. */
export class Log {
  #list;
  #note;
  /** @type {Race['events']} */
  #events = [];
  #total = 0;
  // What the list holds, by numbers of events: those stay when a stretch moves on.
  #from = 1;
  #to = 1;

  /** @param {HTMLOListElement} list @param {HTMLElement} note */
  constructor(list, note) {
    this.#list = list;
    this.#note = note;
  }

  /** @param {Race} race @param {boolean} sameRun */
  layOut(race, sameRun) {
    this.#events = race.events;
    this.#total = race.run.trace.total;
    this.#list.classList.toggle('long', race.run.requests.total > 999);
    this.#list.classList.toggle('fine', race.events.some((e) => !Number.isInteger(e.atMs)));
    if (sameRun) return;
    this.#list.replaceChildren();
    this.#from = this.#to = 1;
  }

  /** @param {number} atMs */
  draw(atMs) {
    const first = this.#events[0]?.seq ?? 1;
    const known = countAt(this.#events, atMs);
    const end = first + known;
    const start = Math.max(first, end - SHOWN);
    if (end !== this.#to || start !== this.#from) this.#move(first, start, end);
    this.#pointOut(known - 1);
    const total = count(this.#total);
    const latest = start > 1 && known > 0 ? `; the latest ${Math.min(known, SHOWN)} are listed` : '';
    setText(this.#note, this.#events.length > 0 ? `${count(end - 1)} of ${total} events${latest}` : `There are more events at this instant than can be listed, ${total} in all.`);
  }

  /** Lists the events from start to end, and leaves those that stay. @param {number} first the number of events[0] @param {number} start @param {number} end */
  #move(first, start, end) {
    const list = this.#list;
    const lines = (/** @type {number} */ i, /** @type {number} */ j) => this.#events.slice(i - first, j - first).map(line);
    if (start >= this.#to || end <= this.#from) {
      list.replaceChildren(...lines(start, end));
    } else {
      for (; this.#to > end; this.#to--) list.lastElementChild?.remove();
      for (; this.#from < start; this.#from++) list.firstElementChild?.remove();
      if (this.#from > start) list.prepend(...lines(start, this.#from));
      if (this.#to < end) list.append(...lines(this.#to, end));
    }
    [this.#from, this.#to] = [start, end];
  }

  /** Points out the events of the latest instant. @param {number} last which event the list ends with */
  #pointOut(last) {
    const now = this.#events[last]?.atMs;
    for (let i = this.#list.children.length - 1, k = last; i >= 0; i--, k--) {
      const isNow = this.#events[k].atMs === now;
      const row = this.#list.children[i];
      if (!isNow && !row.classList.contains('now')) return;
      row.classList.toggle('now', isNow);
    }
  }
}

/** @param {Race['events'][number]} e */
const line = (e) => html(
  'li', { class: e.role ?? '', 'data-type': e.type },
  html('span', { class: 'at' }, clock(e.atMs)),
  html('span', { class: 'of' }, e.request ? `${e.request}` : ''),
  html('span', { class: 'what' }, said(e)),
);
