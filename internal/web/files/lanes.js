/**
 * The lanes: a row for each request, with its attempts as bars, drawn as far as
 * the inspected time. All lanes share one axis, the time since the request's own
 * arrival: a race lasts a tenth of a second, and the run a minute.
 *
 * @typedef {import('./race.js').Race} Race
 * @typedef {import('./model.js').State} State
 * @typedef {import('./model.js').RequestState} RequestState
 */
import { bar, commit, ghost, patterns } from './bars.js';
import { roving, svg } from './dom.js';
import { isLive, waitedMs } from './model.js';
import { isSettled, ticks } from './race.js';
import { commitsOf, count, ms, requestStory, seconds } from './text.js';

const AXIS = 26; // pixels above the first lane

/**
 * @typedef {object} Lane
 * @property {number} request
 * @property {number} top
 * @property {number} height
 * @property {number} pitch from one attempt's bar to the next
 * @property {SVGElement} group
 * @property {string} drawn what it shows, to leave it alone while that stays
 */

/**
 * @param {SVGSVGElement} root
 * @param {(request: number) => void} chosen
 */
export function makeLanes(root, chosen) {
  /** @type {Lane[]} */
  let lanes = [];
  /** @type {{race: Race, width: number} | null} */
  let laid = null;
  roving(root, (option) => chosen(Number(option.getAttribute('data-request'))));

  return {
    /** Lays the lanes out for a run and a width. @param {Race} race @param {number} width */
    layOut(race, width) {
      laid = { race, width };
      lanes = place(race);
      const height = AXIS + lanes.reduce((sum, l) => sum + l.height, 0) + 1;
      root.setAttribute('width', String(width));
      root.setAttribute('height', String(height));
      root.replaceChildren(patterns(), axis(race, width, height), ...lanes.map((l) => l.group));
    },

    /** @param {State} state @param {number} atMs @param {number} selected */
    draw(state, atMs, selected) {
      if (!laid) return;
      for (const lane of lanes) {
        const r = state.requests.get(lane.request);
        const shows = `${r?.events ?? 0} ${r && !isSettled(laid.race, r, atMs) ? atMs : ''} ${lane.request === selected}`;
        if (shows === lane.drawn) continue;
        lane.drawn = shows;
        drawLane(lane, laid.race, laid.width, r, atMs, lane.request === selected);
      }
    },

    /** The latest lane that has begun, as the top and bottom that should be seen. @param {State} state */
    latest(state) {
      const lane = lanes[Math.min(state.counters.arrived, lanes.length) - 1];
      return lane ? { top: lane.top, bottom: lane.top + lane.height } : null;
    },
  };
}

/** Gives each request a lane high enough for all attempts that it will have. @param {Race} race @returns {Lane[]} */
function place(race) {
  const pitch = race.rows.length > 40 ? 9 : 14;
  let top = AXIS;
  return race.rows.map((row, i) => {
    const attempts = Math.max(2, race.final.requests.get(row.request)?.attempts.length ?? 2);
    const height = Math.min(attempts * pitch, 120) + 8;
    const group = svg('g', { class: 'lane', role: 'option', tabindex: i === 0 ? 0 : -1, 'data-request': row.request, transform: `translate(0 ${top})` });
    const lane = { request: row.request, top, height, pitch: (height - 8) / attempts, group, drawn: '' };
    top += height;
    return lane;
  });
}

/** Milliseconds since the arrival → pixels. @param {Race} race @param {number} width */
function scale(race, width) {
  const left = width < 520 ? 34 : 92;
  const right = width < 520 ? 12 : 24;
  return (/** @type {number} */ since) => left + (since / race.spanMs) * (width - left - right);
}

/** @param {Race} race @param {number} width @param {number} height */
function axis(race, width, height) {
  const x = scale(race, width);
  const marks = ticks(race.spanMs, width < 520 ? 4 : 8);
  const near = (/** @type {number} */ t) => race.delayMs !== null && Math.abs(x(t) - x(race.delayMs)) < 44;
  const delay = race.delayMs === null || race.delayMs > race.spanMs ? [] : [svg(
    'g', { class: 'delay' },
    svg('line', { x1: x(race.delayMs), y1: AXIS - 6, x2: x(race.delayMs), y2: height }),
    svg('text', { x: Math.max(x(race.delayMs), 34), y: 12, 'text-anchor': 'middle' }, `⑂ ${ms(race.delayMs)}`),
  )];
  return svg(
    'g', { class: 'axis', 'aria-hidden': 'true' },
    ...marks.map((t) => svg('line', { x1: x(t), y1: AXIS - 4, x2: x(t), y2: height })),
    ...marks.map((t, i) => svg(
      'text',
      { x: Math.min(x(t), width - 20), y: 12, 'text-anchor': 'middle', class: near(t) ? 'covered' : null },
      i === marks.length - 1 ? ms(t) : count(t),
    )),
    ...delay,
  );
}

/**
 * @param {Lane} lane
 * @param {Race} race
 * @param {number} width
 * @param {RequestState | undefined} r
 * @param {number} atMs
 * @param {boolean} selected
 */
function drawLane(lane, race, width, r, atMs, selected) {
  const without = race.without.get(lane.request);
  const live = r !== undefined && (r.endedMs === null || r.attempts.some(isLive));
  lane.group.setAttribute('class', `lane${r ? '' : ' to-come'}${live ? ' live' : ''}`);
  lane.group.setAttribute('aria-selected', String(selected));
  lane.group.setAttribute('aria-label', requestStory(lane.request, r, atMs, without));
  const middle = lane.height / 2 + 4;
  // The label says all of it, in words; the drawing is for the eyes.
  lane.group.replaceChildren(svg(
    'g', { 'aria-hidden': 'true' },
    svg('rect', { x: 0, y: 0.5, width, height: lane.height - 1, rx: 4, class: 'ground' }),
    svg('text', { x: width < 520 ? 26 : 30, y: middle, 'text-anchor': 'end', class: 'name' }, String(lane.request)),
    ...(width < 520 ? [] : [svg('text', { x: 40, y: middle, class: 'when' }, seconds(arrivalOf(race, lane.request)))]),
    ...(r ? attempts(lane, race, width, r, atMs) : []),
  ));
}

/** @param {Race} race @param {number} request */
const arrivalOf = (race, request) => race.final.requests.get(request)?.arrivedMs ?? 0;

/** @param {Lane} lane @param {Race} race @param {number} width @param {RequestState} r @param {number} atMs */
function attempts(lane, race, width, r, atMs) {
  const at = scale(race, width);
  const x = (/** @type {number} */ t) => at(t - r.arrivedMs);
  const height = Math.max(lane.pitch - 3, 1.5);
  const parts = [];
  let winnerEnd = x(r.endedMs ?? atMs);
  let winnerY = 4;
  r.attempts.forEach((a, i) => {
    const y = 4 + i * lane.pitch;
    const end = x(a.endedMs ?? atMs);
    parts.push(bar(a, { sent: x(a.sentMs), started: a.startedMs === null ? null : x(a.startedMs), end, y, height }));
    parts.push(...a.commits.map((c) => commit(c.kind, x(c.atMs), y + height / 2)));
    if (a.state === 'won' && a.attempt === r.winnerAttempt) [winnerEnd, winnerY] = [end, y];
  });
  const primary = r.attempts[0];
  const without = race.without.get(r.request);
  if (without && primary?.state === 'cancelled' && primary.endedMs !== null) {
    const until = Math.min(atMs, r.arrivedMs + without.latencyMs);
    if (until > primary.endedMs) parts.push(ghost(x(primary.endedMs) + 5, x(until), 4 + height / 2, until < atMs));
  }
  if (r.endedMs !== null) parts.push(result(r, winnerEnd, winnerY + height / 2 + 4, width));
  return parts;
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
