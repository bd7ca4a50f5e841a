/**
 * The servers: a row for each, with what its workers do and who waits in its
 * queue, as of the inspected time. Of many servers a window is shown, that can be
 * moved.
 *
 * @typedef {import('./race.js').Race} Race
 */
import { clusterAt } from './cluster.js';
import { html, roving, setText, svg } from './dom.js';
import { drawn, key, ROW } from './rack.js';
import { serverStory } from './stories.js';
import { count, plural } from './text.js';

/** How many servers are shown at once. */
const WINDOW = 16;

/** @param {HTMLElement} root */
export function makeServers(root) {
  const name = html('h3', { id: 'servers-name' }, 'Servers');
  const list = svg('svg', { width: '100%', role: 'listbox', 'aria-label': 'Servers and their queues' });
  const story = html('p', { class: 'story' });
  const [before, after] = ['Previous servers', 'Next servers'].map((text) => html('button', { type: 'button' }, text));
  const walk = html('div', { class: 'walk' }, before, after);
  root.replaceChildren(name, key(), walk, list, story);

  /** @type {Race | null} */
  let race = null;
  let first = 1;
  let last = 0;
  /** @type {() => void} */
  let redraw = () => {};
  /** Which row the story is about: a server, 0 for the queue that all share, or none. @type {number | null} */
  let chosen = null;
  roving(list, (option) => {
    chosen = Number(option.getAttribute('data-server'));
    redraw();
  });
  /** @param {number} to */
  const move = (to) => {
    const most = race?.run.scenario.backend.capacity.cluster?.servers ?? 1;
    if (to < 1 || to > most) return;
    first = to;
    chosen = null;
    layOut();
    redraw();
  };
  before.addEventListener('click', () => move(first - WINDOW));
  after.addEventListener('click', () => move(first + WINDOW));

  /** The rows, and the words beside them. @type {Map<number, {row: SVGElement, words: SVGElement}>} */
  let rows = new Map();
  function layOut() {
    const cluster = race?.run.scenario.backend.capacity.cluster;
    if (!cluster) return;
    last = Math.min(first + WINDOW - 1, cluster.servers);
    const numbers = [...(cluster.queue === 'shared' ? [0] : []), ...Array.from({ length: last - first + 1 }, (_, i) => first + i)];
    rows = new Map(numbers.map((n, i) => {
      const transform = `translate(0 ${i * ROW})`;
      return [n, { row: svg('g', { class: 'server', role: 'option', tabindex: i === 0 ? 0 : -1, 'data-server': n, transform }), words: svg('g', { transform }) }];
    }));
    list.setAttribute('height', String(numbers.length * ROW));
    list.replaceChildren(svg('g', {}, ...[...rows.values()].map((r) => r.row)), svg('g', { class: 'words', 'aria-hidden': 'true' }, ...[...rows.values()].map((r) => r.words)));
    setText(name, cluster.servers > WINDOW ? `Servers ${first}–${last} of ${count(cluster.servers)}` : 'Servers');
    walk.hidden = cluster.servers <= WINDOW;
    before.setAttribute('aria-disabled', String(first === 1));
    after.setAttribute('aria-disabled', String(last === cluster.servers));
  }

  return {
    /** @param {Race} next @param {boolean} sameRun */
    layOut(next, sameRun) {
      race = next;
      root.hidden = !next.run.scenario.backend.capacity.cluster;
      if (sameRun) return;
      first = 1;
      chosen = null;
      layOut();
    },
    /** @param {import('./model.js').State} state @param {number} atMs @param {number} selected the request to point out */
    draw(state, atMs, selected) {
      const cluster = race?.run.scenario.backend.capacity.cluster;
      if (!cluster) return;
      redraw = () => {
        const now = clusterAt(state, atMs, cluster);
        const width = Math.max(list.clientWidth, 240);
        for (const [n, { row, words }] of rows) {
          const server = n === 0 ? { running: [], waiting: now.shared, down: false, factor: 1 } : now.servers[n - 1];
          row.setAttribute('aria-label', serverStory(n, server, cluster, atMs));
          row.setAttribute('aria-selected', String(n === chosen));
          row.classList.toggle('down', server.down);
          const shown = drawn(n, server, cluster, width, selected);
          row.replaceChildren(...shown.signs);
          words.replaceChildren(...shown.words);
        }
        const about = chosen === null ? null : rows.get(chosen)?.row.getAttribute('aria-label');
        setText(story, about ?? situation(now));
      };
      redraw();
    },
  };
}

/** All servers together, in a sentence. @param {import('./cluster.js').Cluster} now */
function situation({ servers, shared, unplaced }) {
  const running = servers.reduce((n, s) => n + s.running.length, 0);
  const waiting = servers.reduce((n, s) => n + s.waiting.length, shared.length);
  return `${plural(running, 'attempt')} running, ${count(waiting)} waiting.${unplaced > 0 ? ` ${count(unplaced)} more began before what is loaded here; where they are is not shown.` : ''}`;
}
