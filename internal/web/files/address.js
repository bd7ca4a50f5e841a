/**
 * The address: how a run, its settings and the inspected time are shared, as a link
 * and as a command.
 *
 * @typedef {import('./settings.js').Settings} Settings
 */
import { OPENING } from './settings.js';

/**
 * The difference from the drill, which is what a run's id holds.
 * @param {string} id
 * @param {object} scenario resolved, for ids that hold something else
 */
export function differenceOf(id, scenario) {
  const [version, code] = id.split('.');
  if (version !== 'v1') return scenario;
  const bytes = Uint8Array.from(atob(code.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}

/**
 * A command that asks the server for a run.
 * @param {string} origin
 * @param {object} scenario
 */
export function curlOf(origin, scenario) {
  const body = JSON.stringify(scenario).replaceAll("'", "'\\''");
  return `curl -sS ${origin}/runs -H 'Content-Type: application/json' -d '${body}'`;
}

/**
 * What an address asks for.
 * @typedef {object} Place
 * @property {string | null} run
 * @property {string | null} preset
 * @property {Settings | null} settings null if the address has none
 * @property {number} atMs
 * @property {string | null} speed
 */

/**
 * Reads an address. The run id says everything; the settings beside it are for
 * people, and for links that are written by hand.
 * @param {URL} url
 * @returns {Place}
 */
export function readAddress(url) {
  const q = url.searchParams;
  const at = Number(q.get('at') ?? 0);
  const named = ['hedge', 'delay', 'budget', 'cancel', 'operation'].some((name) => q.has(name));
  const operation = q.get('operation');
  return {
    run: q.get('run'),
    preset: q.get('preset'),
    atMs: Number.isFinite(at) && at > 0 ? at : 0,
    speed: q.get('speed'),
    settings: named ? {
      hedge: q.get('hedge') !== 'off',
      delayMs: q.get('delay') ?? OPENING.delayMs,
      budgetPercent: q.get('budget') ?? OPENING.budgetPercent,
      cancel: q.get('cancel') !== 'off',
      operation: operation === 'write' || operation === 'idempotentWrite' ? operation : 'read',
    } : null,
  };
}

/**
 * Writes an address: the settings, the time and the run.
 * @param {URL} url where the page is
 * @param {{run: string, preset: string | undefined, settings: Settings, atMs: number, speed: string}} place
 */
export function writeAddress(url, { run, preset, settings, atMs, speed }) {
  const q = new URLSearchParams();
  if (preset) q.set('preset', preset);
  q.set('hedge', settings.hedge ? 'on' : 'off');
  if (settings.hedge) {
    if (settings.delayMs !== '') q.set('delay', settings.delayMs);
    if (settings.budgetPercent !== '') q.set('budget', settings.budgetPercent);
  }
  q.set('cancel', settings.cancel ? 'on' : 'off');
  q.set('operation', settings.operation);
  q.set('at', String(atMs));
  if (speed !== '1') q.set('speed', speed);
  q.set('run', run);
  return `${url.pathname}?${q}`;
}
