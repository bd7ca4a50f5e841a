/**
 * The bars: how an attempt looks in each of its states. Lanes and legend draw with
 * the same functions, so the legend is right.
 *
 * Place and pattern show role and state too, never color alone.
 *
 * @typedef {import('./model.js').Attempt} Attempt
 */
import { svg } from './dom.js';

/** The patterns that bars are filled with; one for each role, once in a document. */
export function patterns() {
  return svg('defs', {}, ...['primary', 'backup'].map((role) => svg(
    'pattern',
    { id: `hatch-${role}`, width: 5, height: 5, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
    svg('rect', { width: 5, height: 5, class: `hatch-ground ${role}` }),
    svg('line', { x1: 1, y1: 0, x2: 1, y2: 5, class: `hatch-line ${role}` }),
  )));
}

/** What a state looks like. @type {Record<Attempt['state'], string>} */
const looks = {
  waiting: 'waiting', running: 'running', won: 'won', late: 'late',
  cancelled: 'cancelled', refused: 'broken', lost: 'broken',
};

/**
 * @param {{role: string, state: Attempt['state']}} a
 * @param {{sent: number, started: number | null, end: number, y: number, height: number, clear?: number}} place in
 *   pixels; clear is the end of the last commit, which the winner's mark leaves alone
 */
export function bar(a, { sent, started, end, y, height, clear = 0 }) {
  const look = looks[a.state];
  const middle = y + height / 2;
  const parts = [];
  if ((started ?? end) > sent + 0.5) {
    parts.push(svg('line', { x1: sent, y1: middle, x2: started ?? end, y2: middle, class: `wait ${a.role}` }));
  }
  if (started !== null || look === 'broken') {
    const x = started ?? sent;
    const width = Math.max(end - x, 1.5);
    parts.push(svg('rect', {
      x, y: y + 0.5, width, height: height - 1, rx: Math.min(2.5, width / 2), class: `work ${look} ${a.role}`,
      fill: look === 'cancelled' ? `url(#hatch-${a.role})` : null,
    }));
    if (look === 'running') parts.push(svg('line', { x1: end, y1: y - 1, x2: end, y2: y + height + 1, class: `head ${a.role}` }));
    const mark = height >= 8 ? markOf(look, Math.max(x, clear), end, middle) : null;
    if (mark) parts.push(mark);
  }
  return svg('g', { class: 'attempt' }, ...parts);
}

/** ✓ in the winner's end, ✕ at a cancelled one's. @param {string} look @param {number} x @param {number} end @param {number} y */
function markOf(look, x, end, y) {
  if (look === 'won' && end - x >= 14) {
    return svg('path', { d: `M${end - 11} ${y}l2.5 2.8l4.5 -5.6`, class: 'tick' });
  }
  if (look === 'cancelled' || look === 'broken') {
    return svg('path', { d: `M${end - 3} ${y - 3}l6 6m0 -6l-6 6`, class: `cross ${look}` });
  }
  return null;
}

/**
 * A commit of a write: a full diamond; a second one, that duplicates it, is larger
 * and has a ring; one that the key deduplicates is hollow.
 * @param {'first' | 'duplicate' | 'deduplicated'} kind
 * @param {number} x
 * @param {number} y the middle of the bar
 */
export function commit(kind, x, y) {
  const r = kind === 'duplicate' ? 5.5 : 4;
  const diamond = svg('path', { d: `M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z`, class: `commit ${kind}` });
  if (kind !== 'duplicate') return diamond;
  return svg('g', {}, svg('circle', { cx: x, cy: y, r: 8, class: 'commit-ring' }), diamond);
}

/**
 * How long the request would still have taken without hedges.
 * @param {number} from
 * @param {number} to as far as the inspected time
 * @param {number} y
 * @param {boolean} ended
 */
export function ghost(from, to, y, ended) {
  return svg(
    'g', { class: 'ghost' },
    svg('line', { x1: from, y1: y, x2: to, y2: y }),
    ...(ended ? [svg('line', { x1: to, y1: y - 5, x2: to, y2: y + 5, class: 'stop' })] : []),
  );
}

/**
 * What the signs mean, as far as a run can have them.
 * @param {{hedges: boolean, writes: boolean, queues: boolean, runsOn: boolean, cancels: boolean, ghosts: boolean}} run
 */
export function legend({ hedges, writes, queues, runsOn, cancels, ghosts }) {
  const at = { sent: 2, started: 2, end: 34, y: 4, height: 12 };
  /** @type {[string, SVGElement, boolean][]} */
  const entries = [
    ['Primary running', bar({ role: 'primary', state: 'running' }, at), true],
    ['Backup running', bar({ role: 'backup', state: 'running' }, at), hedges],
    ['Won', svg('g', {}, bar({ role: 'primary', state: 'won' }, { ...at, end: 17 }), bar({ role: 'backup', state: 'won' }, { ...at, sent: 19, started: 19 })), hedges],
    ['Answered', bar({ role: 'primary', state: 'won' }, at), !hedges],
    ['Cancelled', bar({ role: 'primary', state: 'cancelled' }, { ...at, end: 31 }), cancels && !runsOn],
    ['Ran on, too late', bar({ role: 'primary', state: 'late' }, at), hedges && runsOn],
    ['Waiting', bar({ role: 'primary', state: 'waiting' }, { ...at, started: null }), queues],
    ['Committed', commit('first', 18, 10), writes],
    ['Committed twice', commit('duplicate', 18, 10), writes && hedges],
    ['Deduplicated', commit('deduplicated', 18, 10), writes && hedges],
    ['Without hedging', ghost(2, 32, 10, true), ghosts],
  ];
  return entries.filter(([, , shown]) => shown).map(([name, sign]) => {
    const item = document.createElement('li');
    item.append(svg('svg', { width: 36, height: 20, 'aria-hidden': 'true' }, sign), name);
    return item;
  });
}
