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
  { name: 'Winner', cell: (_, __, r) => (!r ? '' : r.status === 'ended' ? '–' : r.winner ?? r.status) },
  { name: 'Latency', cell: (_, __, r, atMs) => (!r ? '' : r.status === 'ended' ? '–' : `${count(waitedMs(r, atMs))}${r.status === 'open' ? ' …' : ''}`) },
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

/** @param {{wide?: boolean, name: string}} column */
const kind = ({ wide, name }) => `${wide ? 'wide ' : ''}${name.toLowerCase().replace(' ', '-')}`;

/** What a line shows is left alone while that stays. @typedef {{shown: Shown, tr: HTMLTableRowElement, cells: HTMLElement[], drawn: string}} Line */

/** The table of the requests. */
export class Table {
  #table;
  /** @type {Line[]} */
  #lines = [];

  /** @param {HTMLTableElement} table @param {(request: number) => void} chosen */
  constructor(table, chosen) {
    this.#table = table;
    table.addEventListener('click', (e) => {
      const tr = e.target instanceof Element ? e.target.closest('tr[data-request]') : null;
      if (tr) chosen(Number(tr.getAttribute('data-request')));
    });
  }

  /** @param {Race} race @param {Shown[]} rows */
  layOut(race, rows) {
    this.#lines = rows.map((shown) => {
      const cells = columns.map((c) => html('td', { class: kind(c) }));
      return { shown, cells, drawn: '', tr: html('tr', { 'data-request': shown.request }, html('th', { scope: 'row' }, String(shown.request)), ...cells) };
    });
    this.#table.classList.toggle('long', race.stretch !== null);
    this.#table.classList.toggle('reads', race.run.scenario.workload.operation === 'read');
    this.#table.tHead?.replaceChildren(head());
    this.#table.tBodies[0].replaceChildren(...this.#lines.map((l) => l.tr));
  }

  /** @param {Race} race @param {State} state @param {number} atMs @param {number} selected */
  draw(race, state, atMs, selected) {
    for (const line of this.#lines) {
      const { request } = line.shown;
      const r = state.requests.get(request);
      const shows = `${r?.events ?? -1} ${r && !isSettled(race, r, atMs) ? atMs : ''} ${request === selected}`;
      if (shows === line.drawn) continue;
      line.drawn = shows;
      line.cells.forEach((cell, k) => setText(cell, columns[k].cell(race, line.shown, r, atMs)));
      const look = `${r ? (r.status === 'open' ? 'live' : `won-by-${r.winner ?? 'none'}`) : 'to-come'}${request === selected ? ' selected' : ''}`;
      if (line.tr.className !== look) line.tr.className = look;
    }
  }
}

const head = () => html('tr', {}, html('th', { scope: 'col' }, '#'), ...columns.map((c) => html(
  'th', { scope: 'col', class: kind(c) },
  ...(c.short ? [html('span', { class: 'long' }, c.name), html('abbr', { class: 'short', title: c.name }, c.short)] : [c.name]),
)));
