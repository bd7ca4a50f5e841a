/**
 * The cluster at an instant: what each server works on, and which attempts wait
 * where, in the order in which they will start. Pure.
 *
 * @typedef {import('./model.js').State} State
 * @typedef {import('./model.js').Attempt} Attempt
 */
import { isLive } from './model.js';

/** @typedef {{request: number, attempt: Attempt}} Held */
/** @typedef {{running: Held[], waiting: Held[], down: boolean, factor: number}} Server its work takes factor times as long */
/** @typedef {{server: number, fromMs: number, toMs: number, factor: number}} Window in which one server is slow, or all, 0 */
/** @typedef {{servers: number, workers: number, order: string, queue: string, slow?: Window[]}} Settings the scenario's */

/**
 * @typedef {object} Cluster
 * @property {Server[]} servers by number, from 1: the first is at 0
 * @property {Held[]} shared what waits in a queue that all share
 * @property {number} unplaced live attempts whose place is not known
 */

/**
 * @param {State} state
 * @param {number} atMs its instant
 * @param {Settings} settings
 * @returns {Cluster}
 */
export function clusterAt(state, atMs, settings) {
  const { order, queue } = settings;
  const servers = Array.from({ length: settings.servers }, (_, i) => /** @type {Server} */ ({
    running: [], waiting: [], down: state.down.has(i + 1), factor: factorAt(settings, i + 1, atMs),
  }));
  /** @type {Held[]} */
  const shared = [];
  let unplaced = 0;
  for (const r of state.requests.values()) {
    for (const attempt of r.attempts) {
      if (!isLive(attempt)) continue;
      const held = { request: r.request, attempt };
      const server = servers[(attempt.server ?? 0) - 1];
      if (server) server[attempt.state === 'running' ? 'running' : 'waiting'].push(held);
      else if (queue === 'shared' && attempt.state === 'waiting') shared.push(held);
      else unplaced++;
    }
  }
  for (const { running, waiting } of servers) {
    running.sort((a, b) => (a.attempt.startedMs ?? 0) - (b.attempt.startedMs ?? 0) || bySending(a, b));
    waiting.sort(orders[order] ?? bySending);
  }
  shared.sort(orders[order] ?? bySending);
  return { servers, shared, unplaced: unplaced + state.unseen };
}

/** @param {Held} a @param {Held} b */
const bySending = (a, b) => a.attempt.sentMs - b.attempt.sentMs || a.attempt.sentSeq - b.attempt.sentSeq;

/** Which starts first. @type {Record<string, (a: Held, b: Held) => number>} */
const orders = {
  fifo: bySending,
  lifo: (a, b) => bySending(b, a),
  hedgesLast: (a, b) => Number(a.attempt.role === 'backup') - Number(b.attempt.role === 'backup') || bySending(a, b),
};

/** How many times as long work takes that starts at a server now. @param {Settings} settings @param {number} server @param {number} atMs */
const factorAt = ({ slow = [] }, server, atMs) => slow.filter((w) => covers(w, server, atMs)).reduce((product, w) => product * w.factor, 1);

/** @param {Window} w @param {number} server @param {number} atMs */
const covers = (w, server, atMs) => (w.server === 0 || w.server === server) && w.fromMs <= atMs && atMs < w.toMs;
