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
const NARROW = 520; // pixels; below, the arrivals are left out

/**
 * @typedef {object} Lane
 * @property {number} request
 * @property {number} top
 * @property {number} height
 * @property {number} pitch from one attempt's bar to the next
 * @property {SVGElement} group what a person chooses: the ground and the bars
 * @property {SVGElement} name its number, beside the bars; the group's label says it too
 * @property {SVGElement} result what it came to, likewise
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
  /** @type {SVGElement | null} */
  let head = null;
  roving(root, (option) => chosen(Number(option.getAttribute('data-request'))));

  return {
    /** Lays the lanes out for a run and a width. @param {Race} race @param {number} width */
    layOut(race, width) {
      laid = { race, width };
      lanes = place(race, width);
      const height = AXIS + lanes.reduce((sum, l) => sum + l.height, 0) + 1;
      head = numbers(race, width);
      root.setAttribute('width', String(width));
      root.setAttribute('height', String(height));
      root.replaceChildren(patterns(), axis(race, width, height), ...lanes.map((l) => l.group), svg('g', { class: 'words', 'aria-hidden': 'true' }, ...lanes.flatMap((l) => [l.name, l.result])), head);
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

    /** Keeps the axis' numbers in view when the lanes scroll in a frame of their own. @param {number} top */
    scrolled(top) {
      head?.setAttribute('transform', `translate(0 ${top})`);
    },

    /** The latest lane that has begun, as the top and bottom that should be seen. @param {State} state */
    latest(state) {
      const lane = lanes[Math.min(state.counters.arrived, lanes.length) - 1];
      return lane ? { top: lane.top, bottom: lane.top + lane.height } : null;
    },
  };
}

/** Gives each request a lane high enough for all attempts that it will have. @param {Race} race @param {number} width @returns {Lane[]} */
function place(race, width) {
  const pitch = race.rows.length > 40 ? 9 : 14;
  let top = AXIS;
  return race.rows.map((row, i) => {
    const attempts = Math.max(2, race.final.requests.get(row.request)?.attempts.length ?? 2);
    const height = Math.min(attempts * pitch, 120) + 8;
    const transform = `translate(0 ${top})`;
    const group = svg('g', { class: 'lane', role: 'option', tabindex: i === 0 ? 0 : -1, 'data-request': row.request, transform });
    const middle = height / 2 + 4;
    const name = svg(
      'g', { transform },
      svg('text', { x: width < NARROW ? 26 : 30, y: middle, 'text-anchor': 'end', class: 'name' }, String(row.request)),
      ...(width < NARROW ? [] : [svg('text', { x: 40, y: middle }, seconds(row.arrivalMs))]),
    );
    const lane = { request: row.request, top, height, pitch: (height - 8) / attempts, group, name, result: svg('g', { transform }), drawn: '' };
    top += height;
    return lane;
  });
}

/** Milliseconds since the arrival → pixels. @param {Race} race @param {number} width */
function scale(race, width) {
  const left = width < NARROW ? 34 : 92;
  const right = width < NARROW ? 52 : 64; // a result fits beside the longest bar
  return (/** @type {number} */ since) => left + (since / race.spanMs) * (width - left - right);
}

/** The lines of the axis, behind the lanes. @param {Race} race @param {number} width @param {number} height */
function axis(race, width, height) {
  const x = scale(race, width);
  return svg(
    'g', { class: 'axis', 'aria-hidden': 'true' },
    ...marksOf(race, width).map((t) => svg('line', { x1: x(t), y1: AXIS - 4, x2: x(t), y2: height })),
    ...(delayShown(race) === null ? [] : [svg('g', { class: 'delay' }, svg('line', { x1: x(delayShown(race) ?? 0), y1: AXIS - 6, x2: x(delayShown(race) ?? 0), y2: height }))]),
  );
}

/** The numbers of the axis, above the lanes and before them: they stay when the lanes scroll. @param {Race} race @param {number} width */
function numbers(race, width) {
  const x = scale(race, width);
  const marks = marksOf(race, width);
  const delayMs = delayShown(race);
  const near = (/** @type {number} */ t) => delayMs !== null && Math.abs(x(t) - x(delayMs)) < (width < NARROW ? 44 : 74);
  return svg(
    'g', { class: 'axis scale', 'aria-hidden': 'true' },
    svg('rect', { width, height: AXIS - 6, class: 'ground' }),
    ...marks.map((t, i) => svg(
      'text', { x: x(t), y: 12, 'text-anchor': 'middle', class: near(t) ? 'covered' : null }, i === marks.length - 1 ? ms(t) : count(t),
    )),
    ...(delayMs === null ? [] : [svg(
      'g', { class: 'delay' },
      svg('text', { x: Math.max(x(delayMs), 40), y: 12, 'text-anchor': 'middle' }, width < NARROW ? ms(delayMs) : `backup at ${ms(delayMs)}`),
    )]),
  );
}

/** @param {Race} race @param {number} width */
const marksOf = (race, width) => ticks(race.spanMs, width < NARROW ? 4 : 8);

/** The delay, where a lane is long enough for it. @param {Race} race */
const delayShown = (race) => (race.delayMs !== null && race.delayMs <= race.spanMs ? race.delayMs : null);

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
  const drawn = r ? attempts(lane, race, width, r, atMs) : { bars: [], result: [] };
  lane.group.replaceChildren(svg('rect', { x: 0, y: 0.5, width, height: lane.height - 1, rx: 4, class: 'ground' }), ...drawn.bars);
  lane.name.classList.toggle('arrived', r !== undefined);
  lane.result.replaceChildren(...drawn.result);
}

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
    const clear = x(Math.max(...a.commits.map((c) => c.atMs))) + 4;
    parts.push(bar(a, { sent: x(a.sentMs), started: a.startedMs === null ? null : x(a.startedMs), end, y, height, clear }));
    parts.push(...a.commits.map((c) => commit(c.kind, x(c.atMs), y + height / 2)));
    if (a.state === 'won' && a.attempt === r.winnerAttempt) [winnerEnd, winnerY] = [end, y];
  });
  const primary = r.attempts[0];
  const without = race.without.get(r.request);
  if (without && primary?.state === 'cancelled' && primary.endedMs !== null) {
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
