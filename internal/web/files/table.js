/**
 * The table of the requests, a function of the state at the inspected time.
 *
 * @typedef {import('./race.js').Race} Race
 * @typedef {import('./race.js').Shown} Shown
 * @typedef {import('./model.js').State} State
 * @typedef {import('./model.js').RequestState} RequestState
 */
import { html, setText } from './dom.js';
import { exactMs } from './instants.js';
import { isOpen, waitedMs } from './model.js';
import { isSettled } from './race.js';
import { count, seconds } from './text.js';

/**
 * The columns of the requests' table: what the law gives is known from the start,
 * the rest once it has happened.
 * @type {{name: string, short?: string, wide?: boolean, cell: (race: Race, row: Shown, r: RequestState | undefined, atMs: number) => string}[]}
 */
const columns = [
  { name: 'Arrival', wide: true, cell: (_, row) => seconds(row.arrivalMs) },
  { name: 'Primary', wide: true, cell: (_, row) => (row.primaryMs === undefined ? '–' : count(row.primaryMs)) },
  { name: 'Backup', wide: true, cell: (_, row) => (row.backupMs === undefined ? '–' : count(row.backupMs)) },
  { name: 'Backup sent', short: 'Sent', cell: (_, __, r) => sent(r) },
  { name: 'Winner', cell: (_, __, r) => (!r ? '' : r.endedMs === null ? (isOpen(r) ? 'open' : '–') : r.winner ?? r.status) },
  { name: 'Latency', cell: (_, __, r, atMs) => (!r ? '' : r.endedMs === null ? (isOpen(r) ? `${count(waitedMs(r, atMs))} …` : '–') : count(waitedMs(r, atMs))) },
  { name: 'Without hedging', short: 'Without', cell: (race, row, r, atMs) => without(race, row.request, r, atMs) },
  { name: 'Loser work', short: 'Loser', cell: (_, __, r) => (r && !isOpen(r) ? count(r.loserWorkMs) : '') },
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
  /** What a line shows is left alone while that stays. @type {{request: number, tr: HTMLTableRowElement, cells: HTMLElement[], drawn: string}[]} */
  let lines = [];
  /** @type {Shown[]} */
  let shown = [];
  table.addEventListener('click', (e) => {
    const tr = e.target instanceof Element ? e.target.closest('tr[data-request]') : null;
    if (tr) chosen(Number(tr.getAttribute('data-request')));
  });
  const kind = (/** @type {{wide?: boolean, name: string}} */ c) => `${c.wide ? 'wide ' : ''}${c.name.toLowerCase().replace(' ', '-')}`;
  return {
    /** @param {Race} race @param {Shown[]} rows */
    layOut(race, rows) {
      shown = rows;
      const head = html('tr', {}, html('th', { scope: 'col' }, '#'), ...columns.map((c) => html(
        'th', { scope: 'col', class: kind(c) },
        ...(c.short ? [html('span', { class: 'long' }, c.name), html('abbr', { class: 'short', title: c.name }, c.short)] : [c.name]),
      )));
      lines = rows.map((row) => {
        const cells = columns.map((c) => html('td', { class: kind(c) }));
        return { request: row.request, cells, drawn: '', tr: html('tr', { 'data-request': row.request }, html('th', { scope: 'row' }, String(row.request)), ...cells) };
      });
      table.classList.toggle('long', race.stretch !== null);
      table.classList.toggle('reads', race.run.scenario.workload.operation === 'read');
      table.tHead?.replaceChildren(head);
      table.tBodies[0].replaceChildren(...lines.map((l) => l.tr));
    },
    /** @param {Race} race @param {State} state @param {number} atMs @param {number} selected */
    draw(race, state, atMs, selected) {
      lines.forEach((line, i) => {
        const { request, tr, cells } = line;
        const r = state.requests.get(request);
        const shows = `${r?.events ?? -1} ${r && !isSettled(race, r, atMs) ? atMs : ''} ${request === selected}`;
        if (shows === line.drawn) return;
        line.drawn = shows;
        cells.forEach((cell, k) => setText(cell, columns[k].cell(race, shown[i], r, atMs)));
        const look = `${r ? (r.endedMs === null ? 'live' : `won-by-${r.winner ?? 'none'}`) : 'to-come'}${request === selected ? ' selected' : ''}`;
        if (tr.className !== look) tr.className = look;
      });
    },
  };
}
