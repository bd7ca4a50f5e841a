/**
 * The three tables: what has happened so far as a list of events, the requests,
 * and the final metrics. Each is a function of the state at the inspected time.
 *
 * @typedef {import('./race.js').Race} Race
 * @typedef {import('./model.js').State} State
 * @typedef {import('./model.js').RequestState} RequestState
 */
import { html, setText } from './dom.js';
import { countAt, exactMs, isLive, stateAt, waitedMs } from './model.js';
import { clock, count, label, ms, said, seconds, sign, signed } from './text.js';

const SHOWN = 200; // the latest events that the list holds

/** The list of the events so far, the latest last; its frame, laid out from the bottom, keeps that in view. @param {HTMLOListElement} list @param {HTMLElement} note */
export function makeTrace(list, note) {
  /** @type {Race['events']} */
  let events = [];
  let from = 0;
  let to = 0;
  return {
    /** @param {Race} race */
    layOut(race) {
      events = race.events;
      list.replaceChildren();
      from = to = 0;
    },
    /** @param {number} atMs */
    draw(atMs) {
      const end = countAt(events, atMs);
      const start = Math.max(0, end - SHOWN);
      if (end === to && start === from) return;
      if (start >= to || end <= from) {
        list.replaceChildren(...events.slice(start, end).map(line));
      } else {
        for (; to > end; to--) list.lastElementChild?.remove();
        for (; from < start; from++) list.firstElementChild?.remove();
        if (from > start) list.prepend(...events.slice(start, from).map(line));
        if (to < end) list.append(...events.slice(to, end).map(line));
      }
      [from, to] = [start, end];
      const now = events[end - 1]?.atMs;
      for (let i = list.children.length - 1, seq = end - 1; i >= 0; i--, seq--) {
        const current = events[seq].atMs === now;
        const row = list.children[i];
        if (!current && !row.classList.contains('now')) break;
        row.classList.toggle('now', current);
      }
      setText(note, `${count(end)} of ${count(events.length)} events${start > 0 ? `; the latest ${SHOWN} are listed` : ''}`);
    },
  };
}

/** @param {Race['events'][number]} e */
const line = (e) => html(
  'li', { class: e.role ?? '', 'data-type': e.type },
  html('span', { class: 'at' }, clock(e.atMs)),
  html('span', { class: 'of' }, e.request ? `${e.request}` : ''),
  html('span', { class: 'what' }, said(e)),
);

/** The counters so far. @param {HTMLElement} root */
export function makeCounters(root) {
  /** @type {[string, (s: State) => string][]} */
  const shown = [
    ['Arrived', (s) => count(s.counters.arrived)],
    ['Answered', (s) => count(s.counters.answered)],
    ['Backups sent', (s) => count(s.counters.hedges)],
    ['Backup wins', (s) => count(s.counters.backupWins)],
    ['Suppressed', (s) => count(s.counters.suppressedHedges)],
    ['Loser work', (s) => ms(s.counters.loserWorkMs)],
    ['Duplicate writes', (s) => count(s.counters.duplicateWrites)],
    ['Failed', (s) => (s.counters.failed > 0 ? count(s.counters.failed) : '')],
    ['Expired', (s) => (s.counters.expired > 0 ? count(s.counters.expired) : '')],
  ];
  const values = shown.map(([name, value]) => {
    const dd = html('dd');
    const entry = html('div', {}, html('dt', {}, name), dd);
    entry.hidden = value(stateAt([], 0)) === '';
    root.append(entry);
    return { entry, dd, value };
  });
  return {
    /** A counter that has nothing to say is left out. @param {State} state */
    draw(state) {
      for (const { entry, dd, value } of values) {
        const text = value(state);
        setText(dd, text);
        entry.hidden = text === '';
      }
    },
  };
}

/**
 * The columns of the requests' table: what the law gives is known from the start,
 * the rest once it has happened.
 * @type {{name: string, short?: string, wide?: boolean, cell: (race: Race, row: Race['rows'][number], r: RequestState | undefined, atMs: number) => string}[]}
 */
const columns = [
  { name: 'Arrival', wide: true, cell: (_, row) => seconds(row.arrivalMs) },
  { name: 'Primary', wide: true, cell: (_, row) => (row.primaryMs === undefined ? '–' : count(row.primaryMs)) },
  { name: 'Backup', wide: true, cell: (_, row) => (row.backupMs === undefined ? '–' : count(row.backupMs)) },
  { name: 'Backup sent', short: 'Sent', cell: (_, __, r) => sent(r) },
  { name: 'Winner', cell: (_, __, r) => (!r ? '' : r.endedMs === null ? 'open' : r.winner ?? r.status) },
  { name: 'Latency', cell: (_, __, r, atMs) => (!r ? '' : r.endedMs === null ? `${count(waitedMs(r, atMs))} …` : count(waitedMs(r, atMs))) },
  { name: 'Without hedging', short: 'Without', cell: (race, row, r, atMs) => without(race, row.request, r, atMs) },
  { name: 'Loser work', short: 'Loser', cell: (_, __, r) => (r && r.endedMs !== null && !r.attempts.some(isLive) ? count(r.loserWorkMs) : '') },
  { name: 'Commits', cell: (_, __, r) => (r ? count(r.attempts.reduce((n, a) => n + a.commits.length, 0)) : '') },
];

/** @param {RequestState | undefined} r */
function sent(r) {
  const backups = r ? r.attempts.filter((a) => a.role === 'backup') : [];
  if (r && backups.length > 0) return backups.length === 1 ? count(exactMs(backups[0].sentMs - r.arrivedMs)) : `${backups.length} times`;
  if (!r) return '';
  return r.suppressed.length > 0 ? r.suppressed[0].reason : 'no';
}

/** @param {Race} race @param {number} request @param {RequestState | undefined} r @param {number} atMs */
function without(race, request, r, atMs) {
  const row = race.without.get(request);
  return row && r && atMs >= row.arrivalMs + row.latencyMs ? count(row.latencyMs) : '';
}

/** The table of the requests. @param {HTMLTableElement} table @param {(request: number) => void} chosen */
export function makeTable(table, chosen) {
  /** @type {{request: number, tr: HTMLTableRowElement, cells: HTMLElement[]}[]} */
  let lines = [];
  table.addEventListener('click', (e) => {
    const tr = e.target instanceof Element ? e.target.closest('tr[data-request]') : null;
    if (tr) chosen(Number(tr.getAttribute('data-request')));
  });
  const kind = (/** @type {{wide?: boolean, name: string}} */ c) => `${c.wide ? 'wide ' : ''}${c.name.toLowerCase().replace(' ', '-')}`;
  return {
    /** @param {Race} race */
    layOut(race) {
      const head = html('tr', {}, html('th', { scope: 'col' }, '#'), ...columns.map((c) => html(
        'th', { scope: 'col', class: kind(c) },
        ...(c.short ? [html('span', { class: 'long' }, c.name), html('abbr', { class: 'short', title: c.name }, c.short)] : [c.name]),
      )));
      lines = race.rows.map((row) => {
        const cells = columns.map((c) => html('td', { class: kind(c) }));
        return { request: row.request, cells, tr: html('tr', { 'data-request': row.request }, html('th', { scope: 'row' }, String(row.request)), ...cells) };
      });
      table.classList.toggle('reads', race.run.scenario.workload.operation === 'read');
      table.tHead?.replaceChildren(head);
      table.tBodies[0].replaceChildren(...lines.map((l) => l.tr));
    },
    /** @param {Race} race @param {State} state @param {number} atMs @param {number} selected */
    draw(race, state, atMs, selected) {
      lines.forEach(({ request, tr, cells }, i) => {
        const r = state.requests.get(request);
        cells.forEach((cell, k) => setText(cell, columns[k].cell(race, race.rows[i], r, atMs)));
        const look = `${r ? (r.endedMs === null ? 'live' : `won-by-${r.winner ?? 'none'}`) : 'to-come'}${request === selected ? ' selected' : ''}`;
        if (tr.className !== look) tr.className = look;
      });
    },
  };
}

/** The final metrics against the baseline, once the run is complete. @param {HTMLElement} root */
export function makeMetrics(root) {
  /** @type {Race | null | undefined} */
  let shown;
  return {
    /** @param {Race} race @param {boolean} complete */
    draw(race, complete) {
      const show = complete ? race : null;
      if (show === shown) return;
      shown = show;
      root.replaceChildren(...(show ? metrics(show) : [html(
        'p', { class: 'not-yet' }, `Outcome and final metrics appear at ${seconds(race.run.durationMs)}, when the run is complete.`,
      )]));
    },
  };
}

/** The latencies of the final metrics. */
const LATENCIES = /** @type {const} */ ([
  ['mean', 'Mean latency'], ['p50', 'p50 latency'], ['p90', 'p90 latency'], ['p95', 'p95 latency'], ['p99', 'p99 latency'], ['max', 'Slowest'],
]);

/** @param {Race} race */
function metrics({ run }) {
  const { metrics: m, outcome } = run;
  const limit = run.scenario.judge.extraLoadLimitPercent;
  /** @type {[string, number, number][]} */
  const rows = [
    ...LATENCIES.map(([key, name]) => /** @type {[string, number, number]} */ ([`${name} (ms)`, m.baseline.latencyMs[key], m.latencyMs[key]])),
    ['Backups sent', 0, m.hedges],
    ['Backups suppressed', 0, m.suppressedHedges],
    [`Extra load (%, limit ${count(limit)})`, 0, m.extraLoadPercent],
    ['Answered by a backup', 0, m.backupWins],
    ['Work spent on losers (ms)', 0, m.loserWorkMs],
    ['Duplicate writes', 0, m.duplicateWrites],
    ['Deduplicated writes', 0, m.deduplicatedWrites],
  ];
  const judged = `p${m.judged.percentile} latency (ms)`;
  return [
    html('p', { class: 'outcome', 'data-verdict': outcome.verdict }, html('span', { class: 'sign', 'aria-hidden': 'true' }, sign(outcome.verdict)), html('strong', {}, outcome.headline)),
    ...findings(outcome),
    html(
      'table', {},
      html('caption', {}, `Percentiles are nearest rank${m.latencyMs.exact ? '' : ', from a histogram with buckets of 0.1 %'}.`),
      html('thead', {}, html('tr', {}, html('td'), ...['Without hedging', 'This run', 'Change'].map((name) => html('th', { scope: 'col' }, name)))),
      html('tbody', {}, ...rows.map(([name, without, now]) => html(
        'tr', { class: name === judged ? 'judged' : '' },
        html('th', { scope: 'row' }, name), html('td', {}, count(without)), html('td', {}, count(now)), html('td', {}, signed(exactMs(now - without))),
      ))),
    ),
  ];
}

/** What else applies to a run. @param {Race['run']['outcome']} outcome */
export const findings = (outcome) => outcome.findings.map((f) => html('p', { class: 'finding' }, html('b', {}, label(f.code)), ` ${f.detail}`));
