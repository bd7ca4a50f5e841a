/**
 * A lane: a request with its attempts as bars. Hops follow each other from left to
 * right; leaves and their attempts are one below the other.
 *
 * @typedef {import('./race.js').Race} Race
 * @typedef {import('./race.js').Shown} Shown
 * @typedef {import('./model.js').RequestState} RequestState
 * @typedef {import('./model.js').Attempt} Attempt
 */
import { scaleOf } from './axis.js';
import { bar, commit, ghost } from './bars.js';
import { svg } from './dom.js';
import { isOpen, waitedMs } from './model.js';
import { commitsOf, requestStory } from './stories.js';
import { ms, seconds } from './text.js';

const PAD = 8; // pixels of a lane that are no bars
const TALLEST = 96; // pixels of bars

/** The most rows of bars: of more leaves the slowest are drawn. */
const ROWS = 32;

/**
 * @typedef {object} Lane
 * @property {Shown} shown
 * @property {number} top
 * @property {number} height
 * @property {Map<string, number>} rows which row an attempt of a leaf has
 * @property {number} pitch from one row to the next
 * @property {SVGElement} group what a person chooses: the ground and the bars
 * @property {SVGElement} name its number, beside the bars; the group's label says it too
 * @property {SVGElement} result what it came to, likewise
 * @property {string} drawn what it shows, to leave it alone while that stays
 */

/** @param {Shown} shown @param {Race} race @param {number} width @returns {Lane} */
export function makeLane(shown, race, width) {
  const { name, arrival } = scaleOf(race, width);
  return {
    shown, top: 0, height: 0, rows: new Map(), pitch: 0, drawn: '', result: svg('g'),
    group: svg('g', { class: 'lane', role: 'option', tabindex: -1, 'data-request': shown.request }),
    name: svg(
      'g', {},
      svg('text', { x: name, 'text-anchor': 'end', class: 'name' }, String(shown.request)),
      ...(arrival === null ? [] : [svg('text', { x: arrival }, seconds(shown.arrivalMs))]),
    ),
  };
}

/** What a lane has in the document. @param {Lane} lane */
export const partsOf = (lane) => [lane.group, lane.name, lane.result];

/** Gives a lane its place, high enough for all attempts that its request will have. @param {Lane} lane @param {Race} race @param {number} top @param {number} pitch */
export function placeLane(lane, race, top, pitch) {
  lane.rows = rowsOf(race.final.requests.get(lane.shown.request)?.attempts ?? []);
  const rows = Math.max(2, lane.rows.size);
  const height = Math.min(rows * pitch, TALLEST) + PAD;
  if (lane.top === top && lane.height === height) return;
  Object.assign(lane, { top, height, pitch: (height - PAD) / rows, drawn: '' });
  for (const part of partsOf(lane)) part.setAttribute('transform', `translate(0 ${top})`);
  for (const text of lane.name.children) text.setAttribute('y', String(height / 2 + 4));
}

/** @param {Attempt} a */
const rowKey = (a) => `${a.leaf}.${a.attempt}`;

/** The rows of a request, by leaf and attempt; of very many leaves those of the slowest. @param {Attempt[]} attempts @returns {Map<string, number>} */
function rowsOf(attempts) {
  /** @type {Map<number, {slowest: number, keys: Map<string, number>}>} */
  const leaves = new Map();
  for (const a of attempts) {
    const leaf = leaves.get(a.leaf) ?? { slowest: 0, keys: new Map() };
    leaf.slowest = Math.max(leaf.slowest, a.endedMs ?? Infinity);
    leaf.keys.set(rowKey(a), a.attempt);
    leaves.set(a.leaf, leaf);
  }
  let chosen = [...leaves];
  if (attempts.length > ROWS) {
    let room = ROWS;
    chosen = chosen.sort(([, a], [, b]) => (a.slowest === b.slowest ? 0 : b.slowest - a.slowest)).filter(([, { keys }], i) => (room -= keys.size) >= 0 || i === 0);
  }
  chosen.sort(([a], [b]) => a - b);
  const keys = chosen.flatMap(([, leaf]) => [...leaf.keys].sort(([, a], [, b]) => a - b).map(([key]) => key));
  return new Map(keys.map((key, i) => [key, i]));
}

/**
 * @param {Lane} lane
 * @param {Race} race
 * @param {number} width
 * @param {RequestState | undefined} r
 * @param {number} atMs
 * @param {boolean} selected
 */
export function drawLane(lane, race, width, r, atMs, selected) {
  const without = race.without.get(lane.shown.request);
  lane.group.setAttribute('class', `lane${r ? '' : ' to-come'}${r !== undefined && isOpen(r) ? ' live' : ''}`);
  lane.group.setAttribute('aria-selected', String(selected));
  lane.group.setAttribute('aria-label', requestStory(lane.shown.request, r, atMs, without));
  const drawn = r ? attempts(lane, race, width, r, atMs) : { bars: [], result: [] };
  lane.group.replaceChildren(svg('rect', { x: 0, y: 0.5, width, height: lane.height - 1, rx: 4, class: 'ground' }), ...drawn.bars);
  lane.name.classList.toggle('arrived', r !== undefined);
  lane.result.replaceChildren(...drawn.result);
}

/** @param {Lane} lane @param {Race} race @param {number} width @param {RequestState} r @param {number} atMs */
function attempts(lane, race, width, r, atMs) {
  const at = scaleOf(race, width).x;
  const x = (/** @type {number} */ t) => at(t - r.arrivedMs);
  const height = Math.max(lane.pitch - (lane.pitch < 5 ? 1 : 3), 1.5);
  const parts = [];
  let winnerEnd = x(r.endedMs ?? atMs);
  let winnerY = 4;
  for (const a of r.attempts) {
    const row = lane.rows.get(rowKey(a));
    if (row === undefined) continue;
    const y = 4 + row * lane.pitch;
    const end = x(a.endedMs ?? atMs);
    const clear = x(Math.max(...a.commits.map((c) => c.atMs))) + 4;
    parts.push(bar(a, { sent: x(a.sentMs), started: a.startedMs === null ? null : x(a.startedMs), end, y, height, clear }));
    parts.push(...a.commits.map((c) => commit(c.kind, x(c.atMs), y + height / 2)));
    if (a.state === 'won' && a.attempt === r.winnerAttempt && a.endedMs === r.endedMs) [winnerEnd, winnerY] = [end, y];
  }
  const primary = r.attempts[0];
  const without = race.without.get(r.request);
  if (without && primary?.hop === 0 && primary.state === 'cancelled' && primary.endedMs !== null) {
    const until = Math.min(atMs, r.arrivedMs + without.latencyMs);
    if (until > primary.endedMs) parts.push(ghost(x(primary.endedMs) + 5, x(until), 4 + height / 2, until < atMs));
  }
  return { bars: parts, result: r.endedMs === null ? [] : [result(r, winnerEnd, winnerY + height / 2 + 4, width)] };
}

/** What it came to, beside the winner's end: 225 ms. @param {RequestState} r @param {number} end @param {number} y @param {number} width */
function result(r, end, y, width) {
  const commits = commitsOf(r);
  const latency = ms(waitedMs(r, 0)) + (r.status === 'answered' ? '' : ` ${r.status}`);
  const length = 6.3 * (latency.length + (commits ? commits.text.length + 3 : 0));
  const fits = end + 9 + length < width;
  return svg(
    'text', { x: fits ? end + 9 : end - 18, y, 'text-anchor': fits ? 'start' : 'end', class: `result ${r.winner ?? ''}` },
    latency,
    ...(commits ? [svg('tspan', { class: commits.kind }, ` · ${commits.text}`)] : []),
  );
}
