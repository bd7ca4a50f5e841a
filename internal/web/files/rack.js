/**
 * The rack: how a replica looks, with its workers and its queue.
 *
 * Primary and backup differ in shape and pattern too: a primary is a box, a backup
 * is round and, where it waits, hatched.
 *
 * @typedef {import('./cluster.js').Held} Held
 * @typedef {import('./cluster.js').Replica} Replica
 */
import { html, svg } from './dom.js';
import { count } from './text.js';

/** How high a replica's row is. */
export const ROW = 30;

const LEFT = 38; // the numbers
const BOX = { width: 46, height: 20 }; // a worker with room for the number of its request
const CHIP = 10; // a waiting attempt

/**
 * @param {number} n
 * @param {Replica} held
 * @param {{workers: number}} cluster
 * @param {{down: boolean, factor: number}} trouble
 * @param {number} width
 * @param {number} selected
 */
export function drawn(n, { running, waiting }, { workers }, trouble, width, selected) {
  /** @type {SVGElement[]} */
  const parts = [
    svg('rect', { x: 0, y: 1, width, height: ROW - 2, rx: 4, class: 'ground' }),
    svg('text', { x: LEFT - 10, y: 19, 'text-anchor': 'end', class: 'name' }, n === 0 ? 'all' : String(n)),
  ];
  let x = LEFT;
  if (n > 0) {
    parts.push(...workersOf(running, workers, x, width * 0.5 - LEFT, selected));
    x = Math.max(LEFT + Math.min(workers * (BOX.width + 4), width * 0.5 - LEFT) + 8, LEFT + BOX.width + 12);
  }
  const word = trouble.down ? 'down' : trouble.factor !== 1 ? `${count(trouble.factor)}× as long` : '';
  const room = width - x - (word ? 7 * word.length + 8 : 0) - 34;
  const fits = Math.max(0, Math.floor(room / (CHIP + 2)));
  const chips = waiting.slice(0, waiting.length > fits ? fits : undefined);
  parts.push(...chips.map((held, i) => chip(held, x + i * (CHIP + 2), selected)));
  x += chips.length * (CHIP + 2) + 2;
  if (waiting.length > chips.length) {
    parts.push(svg('text', { x, y: 19, class: 'more' }, `+${count(waiting.length - chips.length)}`));
  }
  if (word) parts.push(svg('text', { x: width - 4, y: 19, 'text-anchor': 'end', class: 'trouble-word' }, word));
  return parts;
}

/** Its workers: boxes with numbers where there is room, without where there is little, a bar where there is none. @param {Held[]} running @param {number} workers @param {number} left @param {number} room @param {number} selected */
function workersOf(running, workers, left, room, selected) {
  const wide = workers * (BOX.width + 4) <= room;
  const pitch = wide ? BOX.width + 4 : room / workers;
  const y = (ROW - BOX.height) / 2;
  if (pitch < 8) return busy(running, workers, left, room, y);
  return Array.from({ length: workers }, (_, i) => {
    const x = left + i * pitch;
    const held = running[i];
    const box = { x, y, width: pitch - (wide ? 4 : 2), height: BOX.height };
    if (!held) return svg('rect', { ...box, rx: 3, class: 'idle' });
    const { role } = held.attempt;
    return svg(
      'g', { class: held.request === selected ? 'chosen' : null },
      svg('rect', { ...box, rx: role === 'backup' ? 10 : 3, class: `busy ${role}` }),
      ...(wide ? [svg('text', { x: x + box.width / 2, y: 19, 'text-anchor': 'middle', class: 'of' }, String(held.request))] : []),
    );
  });
}

/** Many workers: how many of them are busy, with whom. @param {Held[]} running @param {number} workers @param {number} x @param {number} width @param {number} y */
function busy(running, workers, x, width, y) {
  const backups = running.filter((h) => h.attempt.role === 'backup').length;
  const of = (/** @type {number} */ n) => (n / workers) * width;
  const primaries = running.length - backups;
  return [
    svg('rect', { x, y, width, height: BOX.height, class: 'idle' }),
    svg('rect', { x, y, width: of(primaries), height: BOX.height, class: 'busy primary' }),
    svg('rect', { x: x + of(primaries), y, width: of(backups), height: BOX.height, class: 'busy backup', fill: 'url(#hatch-backup)' }),
    svg('text', { x: x + 4, y: 19, class: 'of' }, `${count(running.length)} of ${count(workers)}`),
  ];
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
    'ul', { class: 'legend', 'aria-label': 'Signs of the replicas' },
    html('li', {}, sign(worker('primary'), waits('primary')), 'Primary at work, waiting'),
    html('li', {}, sign(worker('backup'), waits('backup')), 'Backup at work, waiting'),
  );
}
