/**
 * The page's model against the server: at a hundred instants of each run both must
 * say the same, to the last member.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { countAt, exactMs, inApiWords, neighbors, stateAt } from '../internal/web/files/model.js';
import { startServer } from './server.mjs';

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => { server = await startServer(); });
after(() => server.stop());

const INSTANTS = 100;

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
};

for (const [name, scenario] of Object.entries(scenarios)) {
  test(`${name}: the page and the server agree at ${INSTANTS} instants`, async () => {
    const run = await (await fetch(`${server.url}/runs`, {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(scenario),
    })).json();
    assert.ok(run.trace, JSON.stringify(run));
    const events = run.trace.items;
    assert.equal(events.length, run.trace.total);
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
    assert.deepEqual(
      run.requests.items.map((/** @type {any} */ r) => [r.request, r.latencyMs, r.winnerAttempt, r.loserWorkMs, r.commits]),
      [...last.requests.values()].map((r) => [
        r.request, exactMs((r.endedMs ?? 0) - r.arrivedMs), r.winnerAttempt, r.loserWorkMs, r.attempts.reduce((n, a) => n + a.commits.length, 0),
      ]),
    );
    assert.equal(last.counters.loserWorkMs, run.metrics.loserWorkMs);
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
