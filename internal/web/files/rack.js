/**
 * The rack: how a server looks, with its workers and its queue.
 *
 * Primary and backup differ in shape and pattern too: a primary is a box, a backup
 * is round and, where it waits, hatched.
 *
 * @typedef {import('./cluster.js').Held} Held
 * @typedef {import('./cluster.js').Server} Server
 */
import { html, svg } from './dom.js';
import { count } from './text.js';

/** How high a server's row is. */
export const ROW = 30;

const LEFT = 38; // the numbers
const BOX = { width: 46, height: 20 }; // a worker with room for the number of its request
const CHIP = 10; // a waiting attempt

/** What a row shows: signs, and beside them, for the eye alone, words; the row's label says it all. @typedef {{signs: SVGElement[], words: SVGElement[]}} Drawn */

/**
 * @param {number} n
 * @param {Server} server
 * @param {{workers: number}} cluster
 * @param {number} width
 * @param {number} selected the request to point out
 * @returns {Drawn}
 */
export function drawn(n, { running, waiting, down, factor }, { workers }, width, selected) {
  /** @type {SVGElement[]} */
  const signs = [svg('rect', { x: 0, y: 1, width, height: ROW - 2, rx: 4, class: 'ground' })];
  /** @type {SVGElement[]} */
  const words = [word(LEFT - 10, 'end', 'name', n === 0 ? 'all' : String(n))];
  /** @param {Drawn} some */
  const add = (some) => {
    signs.push(...some.signs);
    words.push(...some.words);
  };
  let x = LEFT;
  if (n > 0) {
    const room = width * 0.5 - LEFT;
    add(workersOf(running, workers, x, room, selected));
    x += Math.max(Math.min(workers * (BOX.width + 4), room) + 8, BOX.width + 12);
  }
  const wrong = down ? 'down' : factor !== 1 ? `${count(factor)}× as long` : '';
  if (wrong) words.push(word(width - 4, 'end', 'trouble-word', wrong));
  add(queueOf(waiting, x, width - x - (wrong ? 7 * wrong.length + 8 : 0), selected));
  return { signs, words };
}

/** @param {number} x @param {'start' | 'middle' | 'end'} anchor @param {string} kind @param {string} text */
const word = (x, anchor, kind, text) => svg('text', { x, y: 19, 'text-anchor': anchor, class: kind }, text);

/** Its workers: boxes with numbers where there is room, without where there is little, a bar where there is none. @param {Held[]} running @param {number} workers @param {number} left @param {number} room @param {number} selected @returns {Drawn} */
function workersOf(running, workers, left, room, selected) {
  const wide = workers * (BOX.width + 4) <= room;
  const pitch = wide ? BOX.width + 4 : room / workers;
  const y = (ROW - BOX.height) / 2;
  if (pitch < 8) return busy(running, workers, left, room, y);
  const width = pitch - (wide ? 4 : 2);
  const signs = Array.from({ length: workers }, (_, i) => {
    const box = { x: left + i * pitch, y, width, height: BOX.height };
    if (!running[i]) return svg('rect', { ...box, rx: 3, class: 'idle' });
    const { request, attempt: { role } } = running[i];
    return svg('rect', { ...box, rx: role === 'backup' ? 10 : 3, class: `busy ${role}${request === selected ? ' chosen' : ''}` });
  });
  return { signs, words: wide ? running.map((h, i) => word(left + i * pitch + width / 2, 'middle', 'of', String(h.request))) : [] };
}

/** Many workers: how many of them are busy, with primaries and with backups. @param {Held[]} running @param {number} workers @param {number} x @param {number} width @param {number} y @returns {Drawn} */
function busy(running, workers, x, width, y) {
  const backups = running.filter((h) => h.attempt.role === 'backup').length;
  const of = (/** @type {number} */ n) => (n / workers) * width;
  const primaries = running.length - backups;
  const signs = [
    svg('rect', { x, y, width, height: BOX.height, class: 'idle' }),
    svg('rect', { x, y, width: of(primaries), height: BOX.height, class: 'busy primary' }),
    svg('rect', { x: x + of(primaries), y, width: of(backups), height: BOX.height, class: 'busy backup', fill: 'url(#hatch-backup)' }),
  ];
  return { signs, words: [word(x + 4, 'start', 'of', `${count(running.length)} of ${count(workers)}`)] };
}

/** What waits, as much as there is room for. @param {Held[]} waiting @param {number} left @param {number} room @param {number} selected @returns {Drawn} */
function queueOf(waiting, left, room, selected) {
  const pitch = CHIP + 2;
  const fits = Math.max(0, Math.floor((room - 34) / pitch));
  const chips = waiting.slice(0, fits);
  const more = waiting.length - chips.length;
  return {
    signs: chips.map((held, i) => chip(held, left + i * pitch, selected)),
    words: more > 0 ? [word(left + chips.length * pitch + 2, 'start', 'more', `+${count(more)}`)] : [],
  };
}

/** One that waits. @param {Held} held @param {number} x @param {number} selected */
function chip({ request, attempt: { role } }, x, selected) {
  const place = { y: (ROW - CHIP) / 2, x, width: CHIP, height: CHIP };
  return svg('rect', {
    ...place, rx: role === 'backup' ? CHIP / 2 : 1.5, class: `chip ${role}${request === selected ? ' chosen' : ''}`, fill: role === 'backup' ? 'url(#hatch-backup)' : null,
  });
}

/** What the signs mean. */
export function key() {
  const sign = (/** @type {SVGElement[]} */ ...parts) => svg('svg', { width: 34, height: ROW - 8, viewBox: `0 4 34 ${ROW - 8}`, 'aria-hidden': 'true' }, ...parts);
  const worker = (/** @type {'primary' | 'backup'} */ role) => svg('rect', { x: 0, y: 6, width: 18, height: 18, rx: role === 'backup' ? 9 : 3, class: `busy ${role}` });
  const waits = (/** @type {'primary' | 'backup'} */ role) => chip({ request: 0, attempt: /** @type {any} */ ({ role }) }, 23, -1);
  return html(
    'ul', { class: 'legend', 'aria-label': 'Signs of the servers' },
    html('li', {}, sign(worker('primary'), waits('primary')), 'Primary at work, waiting'),
    html('li', {}, sign(worker('backup'), waits('backup')), 'Backup at work, waiting'),
  );
}
