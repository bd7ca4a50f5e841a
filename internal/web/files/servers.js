/**
 * The servers: a row for each, with what its workers do and what waits in its
 * queue, at the inspected time. If there are many servers, a window of them is
 * shown, which can be moved.
 *
 * @typedef {import('./race.js').Race} Race
 * @typedef {import('./model.js').State} State
 * @typedef {import('./cluster.js').Settings} Settings
 */
import { clusterAt } from './cluster.js';
import { html, roving, setText, svg } from './dom.js';
import { drawn, key, ROW } from './rack.js';
import { serverStory } from './stories.js';
import { count, plural } from './text.js';

/** How many servers are shown at once. */
const WINDOW = 16;

export class Servers {
  #root;
  #name = html('h3', { id: 'servers-name' }, 'Servers');
  #list = svg('svg', { width: '100%', role: 'listbox', 'aria-label': 'Servers and their queues' });
  #story = html('p', { class: 'story' });
  #before = html('button', { type: 'button' }, 'Previous servers');
  #after = html('button', { type: 'button' }, 'Next servers');
  #walk = html('div', { class: 'walk' }, this.#before, this.#after);

  /** @type {Settings | undefined} */
  #settings;
  #first = 1;
  /** Which row the story is about: a server, 0 for the shared queue, or none. @type {number | null} */
  #chosen = null;
  /** The rows, and the words beside them. @type {Map<number, {row: SVGElement, words: SVGElement}>} */
  #rows = new Map();
  /** What was drawn last. @type {{state: State, atMs: number, selected: number} | null} */
  #now = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
    root.replaceChildren(this.#name, key(), this.#walk, this.#list, this.#story);
    roving(this.#list, (option) => {
      this.#chosen = Number(option.getAttribute('data-server'));
      this.#redraw();
    });
    this.#before.addEventListener('click', () => this.#move(this.#first - WINDOW));
    this.#after.addEventListener('click', () => this.#move(this.#first + WINDOW));
  }

  /** @param {number} to */
  #move(to) {
    if (to < 1 || to > (this.#settings?.servers ?? 1)) return;
    this.#window(to);
    this.#redraw();
  }

  /** @param {Race} race @param {boolean} sameRun */
  layOut({ run }, sameRun) {
    this.#settings = run.scenario.backend.capacity.cluster;
    this.#root.hidden = !this.#settings;
    if (!sameRun) this.#window(1);
  }

  /** Makes the rows of the servers from a number on. @param {number} first */
  #window(first) {
    this.#first = first;
    this.#chosen = null;
    if (!this.#settings) return;
    const { servers, queue } = this.#settings;
    const last = Math.min(first + WINDOW - 1, servers);
    const numbers = [...(queue === 'shared' ? [0] : []), ...Array.from({ length: last - first + 1 }, (_, i) => first + i)];
    this.#rows = new Map(numbers.map((n, i) => {
      const transform = `translate(0 ${i * ROW})`;
      return [n, { row: svg('g', { class: 'server', role: 'option', tabindex: i === 0 ? 0 : -1, 'data-server': n, transform }), words: svg('g', { transform }) }];
    }));
    const rows = [...this.#rows.values()];
    this.#list.setAttribute('height', String(numbers.length * ROW));
    this.#list.replaceChildren(svg('g', {}, ...rows.map((r) => r.row)), svg('g', { class: 'words', 'aria-hidden': 'true' }, ...rows.map((r) => r.words)));
    setText(this.#name, servers > WINDOW ? `Servers ${first}–${last} of ${count(servers)}` : 'Servers');
    this.#walk.hidden = servers <= WINDOW;
    this.#before.setAttribute('aria-disabled', String(first === 1));
    this.#after.setAttribute('aria-disabled', String(last === servers));
  }

  /** @param {State} state @param {number} atMs @param {number} selected the request to point out */
  draw(state, atMs, selected) {
    this.#now = { state, atMs, selected };
    this.#redraw();
  }

  #redraw() {
    if (!this.#settings || !this.#now) return;
    const { state, atMs, selected } = this.#now;
    const now = clusterAt(state, atMs, this.#settings);
    const width = Math.max(this.#list.clientWidth, 240);
    for (const [n, { row, words }] of this.#rows) {
      const server = n === 0 ? { running: [], waiting: now.shared, down: false, factor: 1 } : now.servers[n - 1];
      row.setAttribute('aria-label', serverStory(n, server, this.#settings, atMs));
      row.setAttribute('aria-selected', String(n === this.#chosen));
      row.classList.toggle('down', server.down);
      const shown = drawn(n, server, this.#settings, width, selected);
      row.replaceChildren(...shown.signs);
      words.replaceChildren(...shown.words);
    }
    const about = this.#chosen === null ? null : this.#rows.get(this.#chosen)?.row.getAttribute('aria-label');
    setText(this.#story, about ?? situation(now));
  }
}

/** All servers together, in a sentence. @param {import('./cluster.js').Cluster} now */
function situation({ servers, shared, unplaced }) {
  const running = servers.reduce((n, s) => n + s.running.length, 0);
  const waiting = servers.reduce((n, s) => n + s.waiting.length, shared.length);
  const unknown = unplaced > 0 ? ` ${count(unplaced)} more began before what is loaded here; where they are is not shown.` : '';
  return `${plural(running, 'attempt')} running, ${count(waiting)} waiting.${unknown}`;
}
