/**
 * The page's model against the server: at a hundred instants of each run both must
 * say the same, to the last member; of a long run from a stretch of it alone.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { inApiWords } from '../internal/web/files/apistate.js';
import { clusterAt } from '../internal/web/files/cluster.js';
import { countAt, exactMs, justAfter, justBefore, neighbors } from '../internal/web/files/instants.js';
import { beginning, stateAt } from '../internal/web/files/model.js';
import { knows, nextInstant, raceOn } from '../internal/web/files/race.js';
import { shortened, stretchAround, stretchOn } from '../internal/web/files/stretch.js';
import { startServer } from './server.mjs';

/** @typedef {import('../internal/web/files/model.js').RequestState} RequestState */
/** @typedef {import('../internal/web/files/model.js').TraceEvent} TraceEvent */

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => { server = await startServer(); });
after(() => server.stop());

const INSTANTS = 100;

/** @param {number} requests @param {number} intervalMs @param {object} [more] */
const workload = (requests, intervalMs, more) => ({ requests, arrival: { paced: { intervalMs } }, durationMs: 0, ...more });

/** @param {number} ms of every attempt @param {object} cluster */
const backend = (ms, cluster) => ({ latency: { constant: { ms } }, capacity: { cluster } });

/** @param {number} requests @param {number} ratePerSecond @param {object} [more] */
const poisson = (requests, ratePerSecond, more) => ({ requests, arrival: { poisson: { ratePerSecond } }, durationMs: 0, ...more });

/** @param {number} meanMs @param {object} cluster */
const random = (meanMs, cluster) => ({ latency: { exponential: { meanMs } }, capacity: { cluster } });

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
  'servers go down and come back, all of them once': {
    workload: workload(60, 5, { deadlineMs: 80, operation: 'write', hops: 2, fanOut: { leaves: 3, quorum: 2, afterMs: 0 } }),
    backend: backend(12, { servers: 4, workers: 2, down: [{ server: 1, fromMs: 20, toMs: 120 }, { server: 3, fromMs: 100, toMs: 180 }, { server: 0, fromMs: 250, toMs: 270 }] }),
    policy: hedge({ cancel: 'never' }),
  },
  'a shared queue, servers go down': {
    workload: workload(40, 5, { deadlineMs: 120 }), backend: backend(20, { servers: 3, queue: 'shared', down: [{ server: 2, fromMs: 30, toMs: 90 }, { server: 2, fromMs: 150, toMs: 160 }] }), policy: hedge(),
  },
  'leaves fail, and then their requests': {
    workload: poisson(40, 60, { hops: 2, fanOut: { leaves: 4, quorum: 3, afterMs: 0 } }), backend: random(30, { servers: 3, queueLimit: 1 }), policy: hedge(),
  },
  'leaves, failures, time and deadline': {
    workload: poisson(60, 60, { hops: 3, deadlineMs: 115, fanOut: { leaves: 4, quorum: 3, afterMs: 45 } }),
    backend: random(25, { servers: 6, queueLimit: 2, down: [{ server: 2, fromMs: 200, toMs: 500 }] }), policy: hedge({ maxAttempts: 3 }),
  },
  'hedges by chance, one queue for all': {
    workload: workload(30, 10), backend: backend(40, { servers: 3, queue: 'shared' }), policy: hedge({ maxAttempts: 4, probabilityPercent: 50 }),
  },
  'the last to come is the first to start': {
    workload: poisson(40, 90), backend: random(30, { servers: 3, order: 'lifo', balance: 'roundRobin' }), policy: hedge({ cancel: 'never' }),
  },
  'hedges last, at servers with two workers, one of them slow': {
    workload: poisson(60, 120), backend: random(30, { servers: 2, workers: 2, order: 'hedgesLast', slow: [{ server: 2, fromMs: 100, toMs: 300, factor: 4 }] }), policy: hedge(),
  },
  'tied copies': { workload: poisson(60, 80), backend: random(30, { servers: 4 }), policy: hedge({ delay: { ms: 2 }, cancel: 'onStart', cancelDelayMs: 1 }) },
  'most leaves are enough': {
    workload: poisson(20, 20, { fanOut: { leaves: 6, quorum: 4, afterMs: 0 } }), backend: random(30, { servers: 6 }), policy: hedge({ cancel: 'never' }),
  },
  'hops whose time is up': {
    workload: poisson(20, 20, { hops: 3, fanOut: { leaves: 3, quorum: 0, afterMs: 60 } }), backend: { latency: { exponential: { meanMs: 40 } } }, policy: hedge(),
  },
  'one leaf whose time is up': { workload: poisson(20, 20, { fanOut: { leaves: 1, quorum: 0, afterMs: 40 } }), backend: random(40, { servers: 2 }), policy: hedge() },
  'writes to leaves': {
    workload: poisson(12, 20, { operation: 'write', commitMs: 10, hops: 2, fanOut: { leaves: 3, quorum: 2, afterMs: 0 } }), backend: random(40, { servers: 3 }), policy: hedge({ cancel: 'never' }),
  },
};

/** The events that a scenario is there for: without them it would show nothing. @type {Record<string, string[]>} */
const shows = {
  'a full queue refuses': ['attempt.refused sent', 'request.failed'],
  'a full queue refuses backups too': ['attempt.refused sent', 'request.failed'],
  'a deadline passes': ['attempt.cancelled waiting', 'attempt.cancelled by deadline', 'request.expired'],
  'a deadline passes, losers run on': ['request.expired', 'write.committed'],
  'a server goes down': ['server.down', 'server.up', 'attempt.lost sent', 'request.expired'],
  'servers go down and come back, all of them once': ['server.down', 'server.up', 'attempt.lost running', 'attempt.lost waiting', 'attempt.lost sent', 'hop.ended by deadline'],
  'a shared queue, servers go down': ['server.down', 'server.up', 'attempt.lost running'],
  'leaves fail, and then their requests': ['leaf.failed', 'hop.ended by failure', 'request.failed'],
  'leaves, failures, time and deadline': ['leaf.failed', 'hop.ended by quorum', 'hop.ended by time', 'hop.ended by failure', 'hop.ended by deadline', 'attempt.lost running', 'request.answered in part'],
  'hedges by chance, one queue for all': ['hedge.suppressed'],
  'the last to come is the first to start': ['attempt.started'],
  'tied copies': ['attempt.cancelled waiting', 'attempt.cancelled by start'],
  'most leaves are enough': ['leaf.answered', 'attempt.answered', 'hop.ended by quorum'],
  'hops whose time is up': ['leaf.answered', 'attempt.cancelled running', 'attempt.cancelled by time', 'hop.ended by time', 'request.answered in part'],
  'one leaf whose time is up': ['request.answered in part'],
  'writes to leaves': ['write.committed'],
};

/** The type of an event, with what tells it from others of its type. @param {TraceEvent} e */
const kindsOf = (e) => [e.type, ...(e.state ? [`${e.type} ${e.state}`] : []), ...(e.by ? [`${e.type} by ${e.by}`] : []), ...(e.partial ? [`${e.type} in part`] : [])];

/** The members of an event that the page knows. */
const known = [.../@typedef \{object\} TraceEvent[^]*?\*\//.exec(readFileSync(new URL('../internal/web/files/model.js', import.meta.url), 'utf8'))?.[0].matchAll(/@property \{[^}]+\} \[?(\w+)/g) ?? []].map(([, name]) => name);

for (const [name, scenario] of Object.entries(scenarios)) {
  test(`${name}: the page and the server agree at ${INSTANTS} instants`, async () => {
    const run = await play(scenario);
    const events = run.trace.items;
    assert.equal(events.length, run.trace.total);
    const kinds = new Set(events.flatMap(kindsOf));
    assert.deepEqual(events.flatMap((/** @type {TraceEvent} */ e) => Object.keys(e)).filter((/** @type {string} */ member) => !known.includes(member)), [], 'members that the page does not know');
    for (const kind of shows[name] ?? []) assert.ok(kinds.has(kind), `no ${kind}, but ${[...kinds].join(', ')}`);
    const start = beginning();
    const instants = someInstants(events, 0, run.durationMs);
    assert.equal(instants.length, INSTANTS);
    for (const at of instants) {
      const said = await (await fetch(`${server.url}/runs/${run.id}/events?at=${at}`)).json();
      const state = stateAt(events, at, start);
      assert.deepEqual(inApiWords(state), said.state, `state at ${at}`);
      assert.deepEqual(events.slice(0, Math.min(countAt(events, at), 1000)), said.items, `events at ${at}`);
      assert.equal(countAt(events, at), said.total);
      assert.deepEqual(neighbors(events, at), { previousMs: said.previousMs, nextMs: said.nextMs }, `neighbors of ${at}`);
      assert.equal(state.complete, said.complete, `complete at ${at}`);
    }
    const last = stateAt(events, run.durationMs, start);
    const lives = [...last.requests.values()];
    const lifeMs = (/** @type {RequestState} */ r) => r.latencyMs ?? 0;
    for (const r of lives) assert.equal(lifeMs(r), exactMs((r.endedMs ?? 0) - r.arrivedMs), `the latency of request ${r.request}`);
    assert.deepEqual(
      run.requests.items.map((/** @type {any} */ r) => [r.request, r.status, r.attempts, r.latencyMs, r.leavesAnswered ?? 0, r.winnerAttempt, r.loserWorkMs, r.commits]),
      lives.map((r) => [
        r.request, r.status, r.attempts.length, lifeMs(r), r.leavesAnswered, r.winnerAttempt, r.loserWorkMs, r.attempts.reduce((n, a) => n + a.commits.length, 0),
      ]),
    );
    assert.equal(last.counters.loserWorkMs, run.metrics.loserWorkMs);
    assert.equal(last.counters.failed, run.metrics.failed ?? 0);
    assert.equal(last.counters.expired, run.metrics.expired ?? 0);
    assert.equal(last.counters.partial, run.metrics.partial ?? 0);
  });
}

/** @param {object} scenario */
async function play(scenario) {
  const run = await (await fetch(`${server.url}/runs`, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(scenario),
  })).json();
  assert.ok(run.trace, JSON.stringify(run));
  for (let next = run.trace.next; next;) {
    const page = await (await fetch(server.url + next)).json();
    run.trace.items.push(...page.items);
    next = page.next;
  }
  return run;
}

/**
 * Instants of every kind: the ends, instants with events, just before and after
 * them, and some at random, the same in every run of the test.
 * @param {{atMs: number}[]} events
 * @param {number} fromMs
 * @param {number} toMs
 * @param {number} [instants]
 */
function someInstants(events, fromMs, toMs, instants = INSTANTS) {
  const chosen = new Set([fromMs, toMs]);
  let seed = 1;
  const random = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  for (let tries = 0; chosen.size < instants && tries < 20 * instants; tries++) {
    const near = events[Math.floor(random() * events.length)].atMs;
    const at = [near, near - 0.001, near + 0.001, fromMs + random() * (toMs - fromMs)][Math.floor(random() * 4)];
    chosen.add(exactMs(Math.min(Math.max(at, fromMs), toMs)));
  }
  return [...chosen];
}

/** How a stretch's events are asked for, and how many came. */
function asking(/** @type {string} */ id) {
  const seen = { asked: 0, events: 0 };
  /** @type {import('../internal/web/files/stretch.js').Ask} */
  const ask = async (fromMs, atMs, most) => {
    seen.asked++;
    let path = `/runs/${id}/events?at=${atMs}&fromMs=${fromMs}&limit=${Math.min(most, 1000)}`;
    const first = await (await fetch(server.url + path)).json();
    assert.ok(first.state, JSON.stringify(first));
    const events = [...first.items];
    for (path = first.total > most ? '' : first.next; path;) {
      const page = await (await fetch(server.url + path)).json();
      events.push(...page.items);
      path = page.next;
    }
    seen.events += events.length;
    return { total: first.total, events, state: first.state, previousMs: first.previousMs, nextMs: first.nextMs };
  };
  return { ask, seen };
}

/** @type {Record<string, object>} */
const long = {
  'a cluster': { workload: poisson(3000, 150), backend: random(40, { servers: 8 }), policy: hedge({ delay: { ms: 80 } }) },
  'a queue that only grows': { workload: poisson(1200, 200), backend: random(40, { servers: 4, balance: 'roundRobin' }), policy: hedge({ cancel: 'never' }) },
  'a shared queue, losers run on': { workload: poisson(3000, 120), backend: random(40, { servers: 6, queue: 'shared' }), policy: hedge({ cancel: 'never' }) },
  'many leaves': { workload: poisson(40, 5, { hops: 2, fanOut: { leaves: 60, quorum: 55, afterMs: 60 } }), backend: { latency: { exponential: { meanMs: 20 } } }, policy: hedge() },
  'leaves fail, servers go down': {
    workload: poisson(900, 60, { hops: 2, deadlineMs: 200, fanOut: { leaves: 3, quorum: 2, afterMs: 60 } }),
    backend: random(30, { servers: 8, queueLimit: 3, down: [{ server: 2, fromMs: 3000, toMs: 6000 }, { server: 5, fromMs: 4500, toMs: 13000 }, { server: 1, fromMs: 11500, toMs: 12500 }] }), policy: hedge(),
  },
  'all servers go down, nobody hedges': {
    workload: poisson(3000, 80, { deadlineMs: 5000 }), backend: random(600, { servers: 60, down: [{ server: 0, fromMs: 10000, toMs: 10001 }] }), policy: { none: {} },
  },
  'all servers go down, losers run on': {
    workload: poisson(3000, 200, { deadlineMs: 2000 }), backend: random(40, { servers: 12, down: [{ server: 0, fromMs: 5000, toMs: 5001 }, { server: 3, fromMs: 9000, toMs: 9100 }] }), policy: hedge({ cancel: 'never', budget: { percent: 20 } }),
  },
  'more leaves at one instant than are asked for': { workload: workload(3, 20, { fanOut: { leaves: 3000, quorum: 0, afterMs: 0 } }), backend: { latency: { uniform: { minMs: 5, maxMs: 50 } } }, policy: { none: {} } },
};

for (const [name, scenario] of Object.entries(long)) {
  test(`a stretch of a long run, ${name}: the page and the server agree`, async () => {
    const run = await play({ ...scenario, seed: 7 });
    const events = run.trace.items;
    let instants = 0;
    for (const at of [0, run.durationMs / 3, 12000, run.durationMs * 0.8, run.durationMs].map((ms) => exactMs(Math.min(ms, run.durationMs)))) {
      const { ask, seen } = asking(run.id);
      let stretch = await stretchAround(run, at, ask);
      stretch = await stretchOn(run, stretch, ask);
      assert.ok(seen.events < 15000 && seen.asked < 12, `${seen.events} events in ${seen.asked} answers`);
      const within = events.filter((/** @type {any} */ e) => e.atMs > stretch.fromMs && e.atMs <= stretch.toMs);
      assert.deepEqual(stretch.events, within);
      const race = raceOn(run, stretch);
      const [from, to] = [Math.max(0, justAfter(stretch.fromMs)), stretch.toMs];
      for (const instant of from >= to ? [to] : someInstants(within.length > 0 ? within : events, from, to, 12)) {
        assert.ok(knows(race, instant));
        const said = await (await fetch(`${server.url}/runs/${run.id}/events?at=${instant}&fromMs=${instant}`)).json();
        const state = stateAt(race.events, instant, race.base);
        assert.deepEqual(inApiWords(state), said.state, `state at ${instant} from ${stretch.fromMs}`);
        assert.deepEqual(state.down, stateAt(events, instant).down, `servers that are down at ${instant}`);
        if (instant < run.durationMs) assert.equal(nextInstant(race, instant), said.nextMs, `next after ${instant}`);
        instants++;
      }
    }
    console.log(`${name}: ${instants} instants of ${events.length} events`);
    assert.ok(instants > 4 && events.length > 4000);
  });
}

test('a stretch that grows long forgets what has ended, and nothing else', async () => {
  const run = await play({ workload: poisson(1500, 150), backend: random(40, { servers: 8 }), policy: hedge({ delay: { ms: 80 } }), seed: 3 });
  const whole = { fromMs: -0.001, toMs: run.durationMs, base: beginning(), events: run.trace.items, every: 1, previousMs: undefined, nextMs: undefined };
  const short = shortened(whole);
  assert.ok(short.events.length < whole.events.length / 2 && short.base.requests.size < 200, `${short.events.length} events, ${short.base.requests.size} requests`);
  for (const at of someInstants(short.events, justAfter(short.fromMs), run.durationMs, 20)) {
    assert.deepEqual(inApiWords(stateAt(short.events, at, short.base)), inApiWords(stateAt(whole.events, at, whole.base)), `at ${at}`);
  }
});

for (const order of ['fifo', 'lifo', 'hedgesLast']) {
  for (const queue of ['perServer', 'shared']) {
    test(`servers work as they must: ${order}, ${queue}`, async () => {
      const cluster = { servers: 4, workers: 2, queue, order, balance: 'roundRobin' };
      const run = await play({ workload: poisson(150, 260), backend: random(30, cluster), policy: hedge({ cancel: 'never' }), seed: 5 });
      const events = run.trace.items;
      let started = 0;
      let crowds = 0;
      for (const [i, e] of events.entries()) {
        if (i > 0 && events[i - 1].atMs === e.atMs) continue;
        const before = clusterAt(stateAt(events, justBefore(e.atMs)), justBefore(e.atMs), run.scenario.backend.capacity.cluster);
        assert.equal(before.unplaced, 0);
        const held = [...before.servers.flatMap((s) => [...s.running, ...s.waiting]), ...before.shared];
        assert.equal(held.length, inApiWords(stateAt(events, justBefore(e.atMs))).inFlight.reduce((n, r) => n + r.attempts.length, 0));
        for (const { running, waiting } of before.servers) {
          assert.ok(running.length <= 2);
          if (waiting.length + before.shared.length > 0) assert.equal(running.length, 2, 'nothing waits for an idle worker');
          crowds = Math.max(crowds, waiting.length, before.shared.length);
        }
        // What starts after having waited is the head of the queue.
        const first = events.find((/** @type {any} */ s) => s.atMs === e.atMs && s.type === 'attempt.started');
        if (!first || events.some((/** @type {any} */ s) => s.atMs === e.atMs && s.type === 'attempt.sent')) continue;
        const line = queue === 'shared' ? before.shared : before.servers[first.server - 1].waiting;
        assert.deepEqual([line[0].request, line[0].attempt.attempt], [first.request, first.attempt], `what starts at ${e.atMs}`);
        started++;
      }
      console.log(`${order}, ${queue}: ${started} starts out of a queue of up to ${crowds}`);
      assert.ok(started > 20 && crowds > 3);
    });
  }
}

test('a request is what its events say', () => {
  /** @type {TraceEvent[]} */
  const events = [
    { seq: 1, atMs: 0, type: 'request.arrived', request: 1 },
    { seq: 2, atMs: 0, type: 'attempt.sent', request: 1, attempt: 1, role: 'primary', server: 2 },
    { seq: 3, atMs: 5, type: 'attempt.sent', request: 1, attempt: 2, role: 'backup', server: 1 },
    { seq: 4, atMs: 5, type: 'attempt.started', request: 1, attempt: 2, role: 'backup', server: 1, waitedMs: 0 },
    { seq: 5, atMs: 6, type: 'some.news', request: 1 },
    { seq: 6, atMs: 7, type: 'some.news' },
    { seq: 7, atMs: 9.5, type: 'attempt.answered', request: 1, attempt: 2, role: 'backup', status: 'OK', state: 'running', workMs: 4.5, won: true },
    { seq: 8, atMs: 9.5, type: 'request.answered', request: 1, attempt: 2, role: 'backup', latencyMs: 9.5, partial: false },
    { seq: 9, atMs: 9.5, type: 'attempt.cancelled', request: 1, attempt: 1, role: 'primary', state: 'waiting', workMs: 0 },
  ];
  const state = stateAt(events, 9.5);
  const r = state.requests.get(1);
  assert.equal(r?.winner, 'backup');
  assert.deepEqual(r?.attempts.map((a) => [a.role, a.state, a.startedMs, a.endedMs]), [['primary', 'cancelled', null, 9.5], ['backup', 'won', 5, 9.5]]);
  assert.deepEqual(inApiWords(state).inFlight, []);
});

test('the end of a request that began before the stretch says what the base could not', () => {
  const base = { ...beginning(), unseen: 1 };
  const state = stateAt([
    { seq: 7, atMs: 20, type: 'attempt.started', request: 1, hop: 1, leaf: 1, attempt: 1, role: 'primary', server: 3, waitedMs: 8 },
    { seq: 8, atMs: 22, type: 'attempt.cancelled', request: 1, hop: 1, leaf: 2, attempt: 2, role: 'backup', server: 1, state: 'running', workMs: 6 },
    { seq: 9, atMs: 30, type: 'attempt.answered', request: 1, hop: 1, leaf: 1, attempt: 1, role: 'primary', server: 3, status: 'OK', state: 'running', workMs: 10, won: true },
    { seq: 10, atMs: 30, type: 'request.answered', request: 1, hop: 1, leaf: 1, attempt: 1, role: 'primary', latencyMs: 28, leavesAnswered: 4, partial: true },
  ], 30, base);
  const r = state.requests.get(1);
  assert.deepEqual(r?.attempts.map((a) => [a.sentMs, a.startedMs, a.endedMs, a.state]), [[12, 20, 30, 'won'], [16, 16, 22, 'cancelled']]);
  assert.deepEqual([r?.arrivedMs, r?.latencyMs, r?.leavesAnswered, r?.status, r?.loserWorkMs], [2, 28, 4, 'partial', 6]);
  assert.deepEqual([state.unseen, base.unseen, state.counters.partial, state.counters.loserWorkMs], [0, 1, 1, 6]);
});
