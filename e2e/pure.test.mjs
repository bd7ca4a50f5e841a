/**
 * The page's other pure parts: settings and addresses, scales, clock, words.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { curlOf, differenceOf, readAddress, writeAddress } from '../internal/web/files/address.js';
import { SHOWN } from '../internal/web/files/apistate.js';
import { nines } from '../internal/web/files/chart.js';
import { WHOLE } from '../internal/web/files/client.js';
import { advance, FOLLOWED, paceOf } from '../internal/web/files/clock.js';
import { grouped } from '../internal/web/files/lessons.js';
import { stateAt } from '../internal/web/files/model.js';
import { lineOf, placeOf, placesOf, pretty } from '../internal/web/files/places.js';
import { niceCeiling, rank, sorted, ticks } from '../internal/web/files/race.js';
import { baselineOf, beyondSettings, OPENING, scenarioWith, settingsOf } from '../internal/web/files/settings.js';
import { requestStory, serverStory } from '../internal/web/files/stories.js';
import { everyOf, narrower, spanAround } from '../internal/web/files/stretch.js';
import { clock, count, happened, said, seconds, signed } from '../internal/web/files/text.js';

const drill = {
  seed: 1,
  workload: { requests: 20, operation: 'read' },
  policy: { hedge: { delay: { ms: 50 }, maxAttempts: 2, budget: { percent: 100 }, cancel: 'onAnswer' } },
};

test('settings and scenario say the same', () => {
  assert.deepEqual(settingsOf(drill, OPENING), OPENING);
  assert.deepEqual(scenarioWith(drill, OPENING), drill);
  const changed = { hedge: true, delayMs: '12.345', budgetPercent: '10', cancel: false, operation: /** @type {const} */ ('write') };
  const scenario = scenarioWith(drill, changed);
  assert.deepEqual(scenario.policy, { hedge: { delay: { ms: 12.345 }, maxAttempts: 2, budget: { percent: 10 }, cancel: 'never' } });
  assert.deepEqual(settingsOf(scenario, OPENING), changed);
  const off = scenarioWith(scenario, { ...changed, hedge: false });
  assert.deepEqual(off.policy, { none: { cancel: 'never' } });
  assert.deepEqual(settingsOf(off, changed), { ...changed, hedge: false }, 'what the policy does not say stays as it was set');
  assert.deepEqual(scenarioWith(off, { ...changed, hedge: false, cancel: true }).policy, { none: { cancel: 'onAnswer' } });
});

test('a baseline cancels as its run does', () => {
  const cancellation = { cancel: 'onStart', cancelReach: 'waiting', cancelDelayMs: 2 };
  const none = { policy: { none: cancellation } };
  for (const policy of [{ hedge: { delay: { ms: 5 }, maxAttempts: 3, ...cancellation } }, none.policy]) assert.deepEqual(baselineOf({ policy }), none);
  assert.deepEqual(baselineOf({ policy: { grpc: {} } }), { policy: { none: {} } });
  assert.deepEqual(scenarioWith({ workload: {}, ...none }, { ...OPENING, operation: 'read' }).policy.hedge.cancelReach, 'waiting', 'and a run as its baseline');
});

test('settings leave alone what they cannot say', () => {
  const tied = { workload: { operation: 'read' }, policy: { hedge: { delay: { quantile: { percent: 95 } }, budget: { tokens: { burst: 5 } }, cancel: 'onStart' } } };
  const settings = settingsOf(tied, OPENING);
  assert.deepEqual([settings.delayMs, settings.budgetPercent, settings.cancel], ['', '', true]);
  assert.deepEqual(scenarioWith(tied, settings), tied);
  assert.deepEqual(scenarioWith(tied, { ...settings, delayMs: '7' }).policy.hedge.delay, { ms: 7 });
  assert.deepEqual(scenarioWith(drill, { ...OPENING, delayMs: 'soon' }).policy.hedge.delay, { ms: 'soon' }, 'the server says what is wrong');
});

test('an address that is read is the one that was written', () => {
  const settings = { hedge: true, delayMs: '130', budgetPercent: '10', cancel: false, operation: /** @type {const} */ ('idempotentWrite') };
  const path = writeAddress(new URL('https://drill.example/?at=7'), { run: 'v1.e30', preset: 'drill', settings, atMs: 15200.5, speed: '0.5' });
  assert.deepEqual(readAddress(new URL(path, 'https://drill.example')), { run: 'v1.e30', preset: 'drill', settings, atMs: 15200.5, speed: '0.5' });
  assert.deepEqual(readAddress(new URL('https://drill.example/')), { run: null, preset: null, settings: null, atMs: 0, speed: null });
  assert.equal(readAddress(new URL('https://drill.example/?at=-3')).atMs, 0);
  assert.equal(readAddress(new URL('https://drill.example/?at=x')).atMs, 0);
});

test('the command holds the difference that the id holds, quoted for a shell', () => {
  assert.deepEqual(differenceOf('v1.eyJwb2xpY3kiOnsiaGVkZ2UiOnsiZGVsYXkiOnsibXMiOjEzMH19fX0', drill), { policy: { hedge: { delay: { ms: 130 } } } });
  assert.equal(differenceOf('v2.whatever', drill), drill);
  assert.equal(curlOf('http://a', { x: "it's" }), `curl -sS http://a/runs -H 'Content-Type: application/json' -d '{"x":"it'\\''s"}'`);
});

test('scales are round', () => {
  assert.deepEqual([640, 900, 1250, 99.5, 1, 0.4].map(niceCeiling), [700, 900, 1300, 100, 1, 0.4]);
  assert.deepEqual(ticks(900, 8), [0, 200, 400, 600, 800]);
  assert.deepEqual(ticks(0.4, 4), [0, 0.1, 0.2, 0.3, 0.4]);
});

test('percentiles are nearest rank, without what only warms up', () => {
  assert.deepEqual([[95, 20], [50, 20], [99.9, 1000], [95, 1], [100, 7]].map(([p, n]) => rank(p, n)), [19, 10, 999, 1, 7]);
  const row = (/** @type {number} */ request, /** @type {number} */ latencyMs, warmup = false) => /** @type {any} */ ({ request, latencyMs, warmup });
  assert.deepEqual(sorted([row(1, 9, true), row(3, 5), row(2, 5), row(4, 1)]).map((r) => r.request), [4, 2, 3]);
});

test('at 1× a run plays in a minute, a very full one slower, and a frame that took too long is cut', () => {
  const run = (/** @type {number} */ durationMs, /** @type {number} */ total) => ({ durationMs, trace: { total } });
  assert.deepEqual([run(60000, 120), run(600000, 4000), run(60000, 8000), run(1000, 0)].map(paceOf), [1, 10, 0.5, 1 / 60]);
  assert.equal(advance(0, 16, 1, 1), 16);
  assert.equal(advance(0, 16, 2, 1), 32);
  assert.equal(advance(0, 16, 1, 10), 160);
  assert.equal(advance(1000, 60000, 0.25, 1), 1062.5);
});

test('what the settings cannot say of a scenario is said', () => {
  assert.deepEqual(beyondSettings(drill), {});
  assert.deepEqual(Object.keys(beyondSettings({ policy: { none: {} } })), ['cancel']);
  const other = { policy: { hedge: { delay: { quantile: {} }, budget: { tokens: {} }, cancel: 'onStart' } } };
  assert.deepEqual(Object.keys(beyondSettings(other)), ['delay', 'budget', 'cancel']);
  const grpc = { workload: { operation: 'read' }, policy: { grpc: { maxAttempts: 3 } } };
  assert.match(beyondSettings(grpc).hedge ?? '', /grpc/);
  const settings = settingsOf(grpc, OPENING);
  assert.deepEqual(scenarioWith(grpc, { ...settings, operation: 'write' }), { workload: { operation: 'write' }, policy: grpc.policy }, 'it stays');
  assert.deepEqual(scenarioWith(grpc, { ...settings, hedge: false }).policy, { none: { cancel: 'onAnswer' } });
});

test('a pointer leads to its place, whatever the text looks like', () => {
  const text = '{"a/b": [1, {"c~d": true}],\n "e": {"f": "x, y: }"},\n "\\u0067": 5}';
  const places = placesOf(text);
  const at = (/** @type {string} */ pointer) => {
    const place = places.get(pointer);
    return place && text.slice(place.from, place.to);
  };
  assert.deepEqual([...places.keys()], ['', '/a~1b', '/a~1b/0', '/a~1b/1', '/a~1b/1/c~0d', '/e', '/e/f', '/g']);
  assert.deepEqual(['/a~1b', '/a~1b/0', '/a~1b/1/c~0d', '/e', '/e/f', '/g'].map(at), ['"a/b"', '1', '"c~d": true', '"e"', '"f": "x, y: }"', '"\\u0067": 5']);
  const found = (/** @type {{pointer?: string, detail: string}} */ fault) => {
    const { from, to } = placeOf(text, fault);
    return text.slice(from, to);
  };
  assert.equal(found({ pointer: '/e/f/g/h', detail: '' }), '"f": "x, y: }"', 'what is not there is around');
  assert.equal(found({ pointer: '/nowhere', detail: '' }), '{');
  assert.equal(found({ pointer: '', detail: 'Not JSON at byte 8: it says so.' }), '[');
  assert.equal(lineOf(text, places.get('/g')?.from ?? 0), 3);
  for (const broken of ['', ' ', '{', '{"a"', '{"a":', '{"a": "b', '{"a": 1,}', '[1, 2', '}', ':', '"', '{"a" 1}', '{1: 2}', 'nonsense', '[,]', '{"a\\']) {
    const { from, to } = placeOf(broken, { pointer: '/a/0', detail: '' });
    assert.ok(from >= 0 && to <= broken.length && from <= to, JSON.stringify(broken));
    placeOf(broken, { detail: 'Not JSON at byte 99: it says so.' });
  }
});

test('JSON is written as a person reads it, and is the same', () => {
  const value = { seed: 1, policy: { hedge: { delay: { ms: 50 }, cancel: 'onAnswer' } }, table: Array.from({ length: 60 }, (_, i) => i * 7), empty: {}, none: [], text: 'a "b"', parts: Array.from({ length: 3 }, (_, i) => ({ weight: i, latency: { lognormal: { medianMs: 12.5, sigma: 0.5 } } })) };
  const text = pretty(value);
  assert.deepEqual(JSON.parse(text), value);
  assert.ok(text.split('\n').every((line) => line.length <= 90), text);
  assert.ok(text.split('\n').length < 20, 'what fits into a line is in one');
  assert.equal(pretty({ a: 1, b: [1, 2] }), '{"a": 1, "b": [1, 2]}');
});

test('lessons are grouped by what they have, and stay in their order', () => {
  const lesson = (/** @type {string} */ name, /** @type {object} */ more) => /** @type {any} */ ({
    name, scenario: { workload: { hops: 1, fanOut: { leaves: 1 } }, backend: { latency: { exponential: {} }, capacity: { unlimited: {} } }, ...more },
  });
  const cluster = { backend: { latency: { exponential: {} }, capacity: { cluster: {} } } };
  const groups = grouped([lesson('a', {}), lesson('b', cluster), lesson('c', {}), lesson('d', { ...cluster, workload: { hops: 2, fanOut: { leaves: 1 } } }), lesson('e', cluster)]);
  assert.deepEqual(groups.map(([, some]) => some.map((p) => p.name)), [['a', 'c'], ['b', 'e'], ['d']]);
});

test('each further nine has the same room', () => {
  assert.deepEqual([90, 99, 99.9, 99.99].map((p) => Math.round(nines(p) * 1000) / 1000), [1, 2, 3, 4]);
});

test('a span holds its instant, and gets narrower around it', () => {
  const run = /** @type {any} */ ({ durationMs: 300000, trace: { total: 2000000 }, requests: { total: 300000 }, metrics: { latencyMs: { p95: 160, p99: 200 } } });
  for (const at of [0, 0.5, 150000, 299999.5, 300000]) {
    let span = spanAround(run, at);
    for (let i = 0; i < 40; i++) {
      assert.ok(span.fromMs >= 0 && span.fromMs <= at && at <= span.toMs && span.toMs <= run.durationMs, JSON.stringify(span));
      const next = narrower(span, at, 10000);
      assert.ok(next.toMs - next.fromMs < span.toMs - span.fromMs || span.fromMs === span.toMs);
      span = next;
    }
    assert.ok(span.toMs - span.fromMs < 0.01, 'at last it is the instant');
  }
  assert.ok(everyOf(run) > 1);
  assert.equal(everyOf(/** @type {any} */ ({ ...run, requests: { total: 500 }, trace: { total: 100000 } })), 1);
});

test('what is written of stretches is what is built', () => {
  const page = readFileSync(new URL('../docs/decisions/stretches.md', import.meta.url), 'utf8');
  for (const figure of [`${WHOLE.requests} requests and ${count(WHOLE.events)} events`, `never more than ${count(FOLLOWED)} events`, `the list holds all: ${count(SHOWN.requests)} requests`]) {
    assert.ok(page.includes(figure), figure);
  }
});

/** Events and what is said of them. @type {[Partial<import('../internal/web/files/model.js').TraceEvent> & {type: string}, string][]} */
const sayings = [
  [{ type: 'request.arrived' }, 'Arrives'],
  [{ type: 'attempt.sent', attempt: 1, role: 'primary' }, 'Primary sent'],
  [{ type: 'attempt.sent', attempt: 3, role: 'backup', hop: 1, leaf: 4, server: 7 }, 'Backup 2 of leaf 1.4 sent: a hedge to server 7'],
  [{ type: 'attempt.started', attempt: 1, role: 'primary', waitedMs: 0 }, 'Primary starts'],
  [{ type: 'attempt.started', attempt: 1, role: 'primary', waitedMs: 12.5, server: 3 }, 'Primary starts at server 3 after 12.5 ms of waiting'],
  [{ type: 'attempt.answered', attempt: 2, role: 'backup', status: 'OK', state: 'running', workMs: 95, won: true }, 'Backup won after 95 ms of work'],
  [{ type: 'attempt.answered', attempt: 1, role: 'primary', status: 'OK', state: 'running', workMs: 640, serviceMs: 640, won: false, latencyMs: 640 }, 'Primary answers too late, after 640 ms of work'],
  [{ type: 'attempt.answered', attempt: 1, role: 'primary', status: 'OK', state: 'running', workMs: 40, serviceMs: 40, won: true, latencyMs: 55 }, 'Primary won after 40 ms of work, 55 ms after it was sent'],
  [{ type: 'attempt.started', attempt: 2, role: 'backup', waitedMs: 0, extra: true }, 'Backup starts: extra load'],
  [{ type: 'attempt.started', attempt: 2, role: 'backup', waitedMs: 0, extra: false }, 'Backup starts'],
  [{ type: 'attempt.cancelled', attempt: 1, role: 'primary', state: 'running', workMs: 225, serviceMs: 640, by: 'answer', latencyMs: 225 }, 'Primary cancelled after 225 of 640 ms: the request was answered'],
  [{ type: 'attempt.cancelled', hop: 1, leaf: 2, attempt: 1, role: 'primary', state: 'running', workMs: 5, serviceMs: 9, by: 'answer', latencyMs: 5 }, 'Primary of leaf 1.2 cancelled after 5 of 9 ms: its leaf was answered'],
  [{ type: 'attempt.cancelled', attempt: 2, role: 'backup', state: 'waiting', workMs: 0, serviceMs: 9, by: 'start', latencyMs: 5 }, 'Backup cancelled while it waited: another copy has started'],
  [{ type: 'attempt.cancelled', hop: 1, leaf: 2, attempt: 1, role: 'primary', state: 'waiting', workMs: 0, serviceMs: 9, by: 'quorum', latencyMs: 5 }, 'Primary of leaf 1.2 cancelled while it waited: enough leaves answered'],
  [{ type: 'attempt.cancelled', hop: 1, leaf: 2, attempt: 1, role: 'primary', state: 'running', workMs: 5, serviceMs: 9, by: 'time', latencyMs: 5 }, 'Primary of leaf 1.2 cancelled after 5 of 9 ms: its time was up'],
  [{ type: 'attempt.cancelled', hop: 1, leaf: 2, attempt: 1, role: 'primary', state: 'running', workMs: 5, serviceMs: 9, by: 'failure', latencyMs: 5 }, 'Primary of leaf 1.2 cancelled after 5 of 9 ms: too many leaves failed'],
  [{ type: 'attempt.cancelled', attempt: 1, role: 'primary', state: 'running', workMs: 60, serviceMs: 80, by: 'deadline', latencyMs: 60 }, 'Primary cancelled at the deadline after 60 of 80 ms'],
  [{ type: 'attempt.cancelled', attempt: 1, role: 'primary', state: 'running', workMs: 225 }, 'Primary cancelled after 225 ms of work'],
  [{ type: 'attempt.cancelled', attempt: 1, role: 'primary', state: 'waiting', workMs: 0 }, 'Primary cancelled while it waited'],
  [{ type: 'attempt.refused', attempt: 1, role: 'primary', server: 2, status: 'RESOURCE_EXHAUSTED', state: 'sent', workMs: 0 }, 'Primary refused: RESOURCE_EXHAUSTED'],
  [{ type: 'attempt.lost', attempt: 1, role: 'primary', server: 2, state: 'sent', workMs: 0 }, 'Primary lost: server 2 is down'],
  [{ type: 'attempt.lost', attempt: 1, role: 'primary', server: 2, state: 'waiting', workMs: 0 }, 'Primary lost while it waited'],
  [{ type: 'attempt.lost', attempt: 1, role: 'primary', server: 2, state: 'running', workMs: 8 }, 'Primary lost after 8 ms of work'],
  [{ type: 'hedge.suppressed', attempt: 2, role: 'backup', reason: 'budget' }, 'Backup not sent: budget'],
  [{ type: 'write.committed', attempt: 1, role: 'primary', duplicate: false }, 'Primary commits the write'],
  [{ type: 'write.committed', attempt: 2, role: 'backup', duplicate: true }, 'Backup commits again: a duplicate write'],
  [{ type: 'write.deduplicated', attempt: 2, role: 'backup' }, 'Backup commits again; the key deduplicates it'],
  [{ type: 'leaf.answered', hop: 1, leaf: 3, attempt: 1, role: 'primary', latencyMs: 40 }, 'Leaf 1.3 answered after 40 ms'],
  [{ type: 'leaf.failed', hop: 1, leaf: 3, latencyMs: 0 }, 'Leaf 1.3 failed after 0 ms'],
  [{ type: 'hop.ended', hop: 1, by: 'quorum', latencyMs: 80, leavesAnswered: 3 }, 'Hop 1 ended after 80 ms: enough leaves answered'],
  [{ type: 'hop.ended', hop: 2, by: 'time', latencyMs: 60, leavesAnswered: 1 }, 'Hop 2 ended after 60 ms: its time was up'],
  [{ type: 'hop.ended', hop: 2, by: 'failure', latencyMs: 6, leavesAnswered: 0 }, 'Hop 2 ended after 6 ms: too many leaves failed'],
  [{ type: 'hop.ended', hop: 2, by: 'deadline', latencyMs: 70, leavesAnswered: 0 }, 'Hop 2 ended after 70 ms: the deadline passed'],
  [{ type: 'request.answered', attempt: 2, role: 'backup', latencyMs: 225, partial: false }, 'Answered by its backup in 225 ms'],
  [{ type: 'request.answered', hop: 2, leaf: 1, attempt: 1, role: 'primary', latencyMs: 300, leavesAnswered: 5, partial: true }, 'Answered in part by its primary in 300 ms'],
  [{ type: 'request.answered', latencyMs: 60, leavesAnswered: 2, partial: true }, 'Answered in part after 60 ms: its time was up'],
  [{ type: 'request.failed', latencyMs: 0 }, 'Failed after 0 ms'],
  [{ type: 'request.failed', hop: 1, leaf: 3, latencyMs: 5, leavesAnswered: 1 }, 'Failed after 5 ms: too many leaves failed, at last leaf 1.3'],
  [{ type: 'request.expired', latencyMs: 60 }, 'Expired after 60 ms: its deadline passed'],
  [{ type: 'server.down', server: 2 }, 'Server 2 is down'],
  [{ type: 'server.up', server: 2 }, 'Server 2 is back'],
  [{ type: 'run.completed' }, 'Run completed'],
];

test('the page knows the members of an event that the contract has', () => {
  const contract = readFileSync(new URL('../api/openapi.yaml', import.meta.url), 'utf8');
  const model = readFileSync(new URL('../internal/web/files/model.js', import.meta.url), 'utf8');
  const listed = [.../^    Event:\n(?:      .*\n)*/m.exec(contract)?.[0].matchAll(/^        (\w+):/gm) ?? []].map(([, name]) => name);
  const known = [.../@typedef \{object\} TraceEvent[^]*?\*\//.exec(model)?.[0].matchAll(/@property \{[^}]+\} \[?(\w+)/g) ?? []].map(([, name]) => name);
  assert.ok(known.length > 15);
  assert.deepEqual(known.filter((name) => listed.includes(name)), listed, 'all, in its order');
});

test('every event is said in plain English', () => {
  for (const [event, sentence] of sayings) assert.equal(said({ seq: 1, atMs: 5, ...event }), sentence);
  const types = new Set(sayings.map(([{ type }]) => type));
  const contract = readFileSync(new URL('../api/openapi.yaml', import.meta.url), 'utf8');
  const listed = [.../^    EventType:\n(?:      .*\n)*/m.exec(contract)?.[0].matchAll(/- ([a-z]+\.[a-z]+)/g) ?? []].map(([, type]) => type);
  console.log(`${sayings.length} events of ${types.size} types, ${listed.length} of them in the contract`);
  assert.ok(listed.length > 14);
  assert.deepEqual(listed.filter((type) => !types.has(type)), []);
});

test('the story of a request tells of its leaves and hops', () => {
  /** @type {import('../internal/web/files/model.js').TraceEvent[]} */
  const events = [
    { seq: 1, atMs: 0, type: 'request.arrived', request: 1 },
    { seq: 2, atMs: 0, type: 'attempt.sent', request: 1, hop: 1, leaf: 1, attempt: 1, role: 'primary' },
    { seq: 3, atMs: 0, type: 'attempt.sent', request: 1, hop: 1, leaf: 2, attempt: 1, role: 'primary' },
    { seq: 4, atMs: 0, type: 'attempt.refused', request: 1, hop: 1, leaf: 2, attempt: 1, role: 'primary', status: 'RESOURCE_EXHAUSTED', state: 'sent', workMs: 0 },
    { seq: 5, atMs: 0, type: 'leaf.failed', request: 1, hop: 1, leaf: 2, latencyMs: 0 },
    { seq: 6, atMs: 0, type: 'attempt.started', request: 1, hop: 1, leaf: 1, attempt: 1, role: 'primary', waitedMs: 0 },
    { seq: 7, atMs: 9, type: 'attempt.answered', request: 1, hop: 1, leaf: 1, attempt: 1, role: 'primary', status: 'OK', state: 'running', workMs: 9, won: true },
    { seq: 8, atMs: 9, type: 'leaf.answered', request: 1, hop: 1, leaf: 1, attempt: 1, role: 'primary', latencyMs: 9 },
    { seq: 9, atMs: 9, type: 'hop.ended', request: 1, hop: 1, by: 'quorum', latencyMs: 9, leavesAnswered: 1 },
    { seq: 10, atMs: 30, type: 'hop.ended', request: 1, hop: 2, by: 'time', latencyMs: 21, leavesAnswered: 0 },
    { seq: 11, atMs: 30, type: 'request.answered', request: 1, latencyMs: 30, leavesAnswered: 1, partial: true },
  ];
  assert.equal(requestStory(1, stateAt(events, 30).requests.get(1), 30, undefined), 'Request 1, arrived at 0 s: primary of leaf 1.1 won at 9 ms; primary of leaf 1.2 refused at 0 ms; '
    + '1 leaf has answered; 1 leaf has failed; hop 1 ended after 9 ms: enough leaves answered; hop 2 ended after 21 ms: its time was up. Answered in part after 30 ms.');
});

test('the story of a server tells what is wrong with it', () => {
  const idle = { running: [], waiting: [], down: false, factor: 1 };
  assert.equal(serverStory(2, idle, { workers: 1 }, 0), 'Server 2: idle; nothing waits.');
  assert.equal(serverStory(2, { ...idle, down: true, factor: 4 }, { workers: 1 }, 0), 'Server 2 is down: idle; nothing waits.');
  assert.equal(serverStory(2, { ...idle, factor: 4 }, { workers: 1 }, 0), 'Server 2, its work takes 4 times as long: idle; nothing waits.');
  assert.equal(serverStory(0, idle, { workers: 1 }, 0), 'The shared queue: nothing waits.');
});

test('words', () => {
  assert.equal(seconds(15200), '15.2 s');
  assert.equal(clock(15200), '15.200 s');
  assert.equal(clock(70.123), '0.070123 s');
  assert.deepEqual([3, 0, -414].map(signed), ['+3', '0', '−414']);
  const cancelled = { seq: 1, atMs: 225, type: 'attempt.cancelled', request: 6, attempt: 1, role: /** @type {const} */ ('primary'), state: /** @type {const} */ ('running'), workMs: 225 };
  assert.equal(said({ seq: 1, atMs: 0, type: 'some.news', request: 1 }), 'Some.news', 'a type of a newer server is shown as it is');
  assert.equal(happened([cancelled]), '0.225 s. Request 6: primary cancelled after 225 ms of work.');
});
