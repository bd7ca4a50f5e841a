/**
 * The cluster as it stands: what each server works on, and who waits where, in the
 * order in which the waiting ones will start. Pure.
 *
 * @typedef {import('./model.js').State} State
 * @typedef {import('./model.js').Attempt} Attempt
 */
import { isLive } from './model.js';

/** @typedef {{request: number, attempt: Attempt}} Held */
/** @typedef {{running: Held[], waiting: Held[]}} Server */

/**
 * @typedef {object} Cluster
 * @property {Server[]} servers by number, from 1: the first is at 0
 * @property {Held[]} shared who waits in a queue that all share
 * @property {number} unplaced live attempts of which it is not known where they are
 */

/**
 * @param {State} state
 * @param {{servers: number, order: string, queue: string}} cluster the scenario's
 * @returns {Cluster}
 */
export function clusterAt(state, cluster) {
  const { order, queue } = cluster;
  const servers = Array.from({ length: cluster.servers }, () => /** @type {Server} */ ({ running: [], waiting: [] }));
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

/** Who starts first. @type {Record<string, (a: Held, b: Held) => number>} */
const orders = {
  fifo: bySending,
  lifo: (a, b) => bySending(b, a),
  hedgesLast: (a, b) => Number(a.attempt.role === 'backup') - Number(b.attempt.role === 'backup') || bySending(a, b),
};

/**
 * What is wrong with a server at an instant: it is down, or slow by a factor.
 * @param {{slow?: {server: number, fromMs: number, toMs: number, factor: number}[], down?: {server: number, fromMs: number, toMs: number}[]}} cluster
 * @param {number} server
 * @param {number} atMs
 */
export function troubleOf(cluster, server, atMs) {
  const now = (/** @type {{server: number, fromMs: number, toMs: number}} */ w) => (w.server === 0 || w.server === server) && w.fromMs <= atMs && atMs < w.toMs;
  return {
    down: (cluster.down ?? []).some(now),
    factor: (cluster.slow ?? []).filter(now).reduce((product, w) => product * w.factor, 1),
  };
}
