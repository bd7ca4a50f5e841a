/**
 * The page's model against the server: at a hundred instants of each run both must
 * say the same, to the last member.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inApiWords } from '../internal/web/files/apistate.js';
import { countAt, exactMs, neighbors } from '../internal/web/files/instants.js';
import { stateAt } from '../internal/web/files/model.js';
import { startServer } from './server.mjs';

/** @typedef {import('../internal/web/files/model.js').RequestState} RequestState */

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => { server = await startServer(); });
after(() => server.stop());

const INSTANTS = 100;

/** @param {number} requests @param {number} intervalMs @param {object} [more] */
const workload = (requests, intervalMs, more) => ({ requests, arrival: { paced: { intervalMs } }, durationMs: 0, ...more });

/** @param {number} ms of every attempt @param {object} cluster */
const backend = (ms, cluster) => ({ latency: { constant: { ms } }, capacity: { cluster } });

/** @param {object} [more] */
const hedge = (more) => ({ hedge: { delay: { ms: 15 }, ...more } });

/** @type {Record<string, object>} */
const scenarios = {
  'the drill': {},
  'no hedging': { policy: { none: {} } },
  'hedge only the tail': { policy: { hedge: { delay: { ms: 130 } } } },
  'budget spent early': { policy: { hedge: { budget: { percent: 10 } } } },
  'writes without a key, losers run on': { workload: { operation: 'write' }, policy: { hedge: { cancel: 'never' } } },
  'writes with a key': { workload: { operation: 'idempotentWrite' }, policy: { hedge: { delay: { ms: 130 } } } },
  'delays of microseconds, crowded': {
    workload: { requests: 20, arrival: { paced: { intervalMs: 33.337 } }, durationMs: 0 }, policy: { hedge: { delay: { ms: 70.123 } } },
  },
  'a full queue refuses': { workload: workload(8, 5), backend: backend(40, { servers: 1, queueLimit: 1 }), policy: { none: {} } },
  'a full queue refuses backups too': { workload: workload(8, 5), backend: backend(40, { servers: 1, queueLimit: 1 }), policy: hedge() },
  'a deadline passes': { workload: workload(8, 10, { deadlineMs: 60 }), backend: backend(40, { servers: 1, workers: 1 }), policy: hedge() },
  'a deadline passes, losers run on': {
    workload: workload(8, 10, { deadlineMs: 60, operation: 'write' }), backend: backend(40, { servers: 1, workers: 1 }), policy: hedge({ cancel: 'never' }),
  },
  'a server goes down': {
    workload: workload(30, 5, { deadlineMs: 100 }), backend: backend(20, { servers: 3, down: [{ server: 1, fromMs: 20, toMs: 120 }] }), policy: hedge({ maxAttempts: 3 }),
  },
  'hedges by chance, one queue for all': {
    workload: workload(30, 10), backend: backend(40, { servers: 3, queue: 'shared' }), policy: hedge({ maxAttempts: 4, probabilityPercent: 50 }),
  },
};

/** The events that a scenario is there for: without them it would show nothing. @type {Record<string, string[]>} */
const shows = {
  'a full queue refuses': ['attempt.refused', 'request.failed'],
  'a full queue refuses backups too': ['attempt.refused', 'request.failed'],
  'a deadline passes': ['attempt.cancelled', 'request.expired'],
  'a deadline passes, losers run on': ['request.expired', 'write.committed'],
  'a server goes down': ['attempt.lost', 'request.expired'],
  'hedges by chance, one queue for all': ['hedge.suppressed'],
};

for (const [name, scenario] of Object.entries(scenarios)) {
  test(`${name}: the page and the server agree at ${INSTANTS} instants`, async () => {
    const run = await (await fetch(`${server.url}/runs`, {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(scenario),
    })).json();
    assert.ok(run.trace, JSON.stringify(run));
    const events = run.trace.items;
    assert.equal(events.length, run.trace.total);
    for (const type of shows[name] ?? []) assert.ok(events.some((/** @type {any} */ e) => e.type === type), `no ${type}`);
    const instants = someInstants(events, run.durationMs);
    assert.equal(instants.length, INSTANTS);
    for (const at of instants) {
      const said = await (await fetch(`${server.url}/runs/${run.id}/events?at=${at}`)).json();
      const state = stateAt(events, at);
      assert.deepEqual(inApiWords(state), said.state, `state at ${at}`);
      assert.deepEqual(events.slice(0, countAt(events, at)), said.items, `events at ${at}`);
      assert.deepEqual(neighbors(events, at), { previousMs: said.previousMs, nextMs: said.nextMs }, `neighbors of ${at}`);
      assert.equal(state.complete, said.complete, `complete at ${at}`);
    }
    const last = stateAt(events, run.durationMs);
    const lives = [...last.requests.values()];
    const lifeMs = (/** @type {RequestState} */ r) => exactMs((r.endedMs ?? 0) - r.arrivedMs);
    const slowestMs = Math.max(...lives.filter((r) => r.status === 'answered').map(lifeMs));
    const countedMs = (/** @type {RequestState} */ r) => (r.status === 'failed' ? Math.max(lifeMs(r), slowestMs) : lifeMs(r)); // no failure counts as fast
    assert.deepEqual(
      run.requests.items.map((/** @type {any} */ r) => [r.request, r.status, r.attempts, r.latencyMs, r.winnerAttempt, r.loserWorkMs, r.commits]),
      lives.map((r) => [
        r.request, r.status, r.attempts.length, countedMs(r), r.winnerAttempt, r.loserWorkMs, r.attempts.reduce((n, a) => n + a.commits.length, 0),
      ]),
    );
    assert.equal(last.counters.loserWorkMs, run.metrics.loserWorkMs);
    assert.equal(last.counters.failed, run.metrics.failed ?? 0);
    assert.equal(last.counters.expired, run.metrics.expired ?? 0);
  });
}

/**
 * Instants of every kind: the ends, instants with events, just before and after
 * them, and some at random, the same in every run of the test.
 * @param {{atMs: number}[]} events
 * @param {number} durationMs
 */
function someInstants(events, durationMs) {
  const chosen = new Set([0, durationMs]);
  let seed = 1;
  const random = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  while (chosen.size < INSTANTS) {
    const near = events[Math.floor(random() * events.length)].atMs;
    const at = [near, near - 0.001, near + 0.001, random() * durationMs][Math.floor(random() * 4)];
    chosen.add(exactMs(Math.min(Math.max(at, 0), durationMs)));
  }
  return [...chosen];
}

test('a request is what its events say', () => {
  const state = stateAt([
    { seq: 1, atMs: 0, type: 'request.arrived', request: 1 },
    { seq: 2, atMs: 0, type: 'attempt.sent', request: 1, attempt: 1, role: 'primary', replica: 2 },
    { seq: 3, atMs: 5, type: 'attempt.sent', request: 1, attempt: 2, role: 'backup', replica: 1 },
    { seq: 4, atMs: 5, type: 'attempt.started', request: 1, attempt: 2, role: 'backup', replica: 1 },
    { seq: 5, atMs: 6, type: 'some.news', request: 1 },
    { seq: 6, atMs: 9.5, type: 'attempt.answered', request: 1, attempt: 2, role: 'backup', status: 'OK' },
    { seq: 7, atMs: 9.5, type: 'request.answered', request: 1, attempt: 2, role: 'backup' },
    { seq: 8, atMs: 9.5, type: 'attempt.cancelled', request: 1, attempt: 1, role: 'primary', state: 'waiting', workMs: 0 },
  ], 9.5);
  const r = state.requests.get(1);
  assert.equal(r?.winner, 'backup');
  assert.deepEqual(r?.attempts.map((a) => [a.role, a.state, a.startedMs, a.endedMs]), [['primary', 'cancelled', null, 9.5], ['backup', 'won', 5, 9.5]]);
  assert.deepEqual(inApiWords(state).inFlight, []);
});
