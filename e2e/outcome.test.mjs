/**
 * What the page makes of outcomes: its brief figures against those of the server's
 * headlines, and the price line and the metrics of every lesson.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { brief, briefChange, briefly, share, shares } from '../internal/web/files/brief.js';
import { groupsOf } from '../internal/web/files/comparison.js';
import { effectOf, signOf } from '../internal/web/files/outcome.js';
import { partsOf } from '../internal/web/files/price.js';
import { startServer } from './server.mjs';

/** @typedef {import('../internal/web/files/answers.js').Run} Run */

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
after(() => server.stop());

/** @param {string} path @param {object} [body] */
const ask = async (path, body) => (await fetch(server.url + path, body && {
  method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
})).json();

/** @param {number} requests @param {number} deadlineMs @param {object} cluster @param {object} policy */
const world = (requests, deadlineMs, cluster, policy) => ({
  workload: { requests, arrival: { poisson: { ratePerSecond: 180 } }, deadlineMs, durationMs: 0 }, backend: { latency: { exponential: { meanMs: 40 } }, capacity: { cluster } }, policy,
});

/** Scenarios besides the lessons, whose outcomes differ from theirs. @type {object[]} */
const others = [
  { preset: 'shared-queue-collapse', workload: { deadlineMs: 1000 } },
  world(4000, 400, { servers: 7 }, { none: {} }),
  world(4000, 400, { servers: 7 }, { hedge: { delay: { ms: 100 } } }),
  world(4000, 200, { servers: 10 }, { hedge: { delay: { ms: 10 }, cancel: 'never' } }),
  world(4000, 200, { servers: 12, queueLimit: 2 }, { hedge: { delay: { ms: 30 } } }),
  { workload: { requests: 400, arrival: { paced: { intervalMs: 5 } }, durationMs: 0, fanOut: { leaves: 4, quorum: 3, afterMs: 80 } }, backend: { latency: { exponential: { meanMs: 40 } } }, policy: { hedge: { delay: { ms: 30 } } } },
  { workload: { requests: 20, deadlineMs: 5 } },
];

/** The runs of all lessons and of the other scenarios. @type {Run[]} */
const runs = [];
before(async () => {
  server = await startServer();
  const presets = (await ask('/presets')).items;
  for (const body of [...presets.map((/** @type {any} */ p) => ({ preset: p.name })), ...others]) {
    const run = await ask('/runs', body);
    assert.ok(run.scenario, JSON.stringify(run));
    runs.push(run);
  }
});

test('figures are as brief as the server spells them, and the price line has them', () => {
  const seen = { judged: 0, missed: 0, load: 0, verdicts: new Set() };
  for (const run of runs) {
    const { outcome, metrics: m } = run;
    const said = [outcome.headline, ...outcome.findings.map((f) => `${f.code} ${f.detail}`)].join('\n');
    seen.verdicts.add(outcome.verdict);
    const parts = new Map(partsOf(run).map((p) => [p.name, p]));
    const judged = parts.get(`p${m.judged.percentile} (ms)`);
    const [, told] = new RegExp(`p${m.judged.percentile} (.+?) ms`).exec(said) ?? [];
    if (told) assert.equal(judged?.text, told, said);
    if (told) seen.judged++;
    const [, missed] = /(\S+% → \S+%) missed/.exec(said) ?? /OVERLOADED, (\S+%) missed/.exec(said) ?? [];
    if (missed) assert.equal(parts.get('Missed')?.text, missed, said);
    if (missed) seen.missed++;
    assert.equal(parts.has('Missed'), (m.failed ?? 0) + (m.expired ?? 0) + (m.baseline.failed ?? 0) + (m.baseline.expired ?? 0) > 0);
    const [, load] = /(?:EXCESS.LOAD|TAIL.CUT.* ms),? (\+\S+%)/.exec(said) ?? [];
    if (load) assert.equal(parts.get('Extra load')?.text, load, said);
    if (load) seen.load++;
    assert.equal(parts.get('Extra load')?.effect === 'worse', /EXCESS.LOAD/.test(said));
    assert.equal(judged?.effect === 'better', /TAIL.CUT/.test(said));
    if (run.scenario.policy.none) assert.ok(!judged?.text.includes('→') && !parts.has('Extra load'), 'a run that is its own baseline has no price');
    assert.equal(effectOf(outcome.effect), outcome.effect);
  }
  console.log(`${seen.judged} judged percentiles, ${seen.missed} shares, ${seen.load} loads; ${[...seen.verdicts].join(', ')}`);
  assert.ok(seen.judged > 20 && seen.missed >= 3 && seen.load > 10 && seen.verdicts.size >= 7);
});

test('the metrics are those of the run and of its baseline', () => {
  const names = new Set();
  for (const run of runs) {
    const { metrics: m } = run;
    const figures = new Map(groupsOf(run).flatMap(([, all]) => all).map((f) => [f.name, f]));
    for (const [name, { without, now }] of figures) {
      names.add(name);
      assert.ok(without !== null || now !== null, name);
      assert.ok(without !== undefined && now !== undefined && !Number.isNaN(without) && !Number.isNaN(now), name);
    }
    const pair = (/** @type {string} */ name) => [figures.get(name)?.without, figures.get(name)?.now];
    assert.deepEqual(pair('p95 latency (ms)'), [m.baseline.latencyMs.p95, m.latencyMs.p95]);
    assert.deepEqual(pair('Expired'), [m.baseline.expired, m.expired]);
    assert.deepEqual(pair('Extra work (%)'), m.extraWorkPercent === undefined ? [undefined, undefined] : [0, m.extraWorkPercent]);
    assert.deepEqual(pair('p99 of those with an answer (ms)'), m.answeredLatencyMs || m.baseline.answeredLatencyMs ? [m.baseline.answeredLatencyMs?.p99 ?? null, m.answeredLatencyMs?.p99 ?? null] : [undefined, undefined]);
    if (m.recovery) assert.deepEqual(pair('Back from trouble after (ms)')[1], m.recovery.recovered ? m.recovery.afterMs : 'never');
  }
  console.log(`${names.size} figures: ${[...names].join(', ')}`);
  for (const name of ['Back from trouble after (ms)', 'Saturated', 'Answered whole and in time (%)', 'Completeness (%)', 'Duplicate writes']) assert.ok(names.has(name), name);
});

test('brief figures', () => {
  assert.deepEqual([0, 0.004, 1.5, 99.94, 99.96, 226.4, 1234567.8].map(brief), ['0', '0.004', '1.5', '99.9', '100', '226', '1,234,568']);
  assert.deepEqual([[640, 226], [12.341, 12.342], [5, 5], [5000.001, 5000.002]].map(([a, b]) => briefly(a, b)), ['640 → 226', '12.341 → 12.342', '5 → 5', '5,000.001 → 5,000.002']);
  assert.deepEqual([15, 0, -28.555, 1500].map(briefChange), ['+15%', '+0%', '−28.6%', '+1,500%']);
  assert.deepEqual([[0, 9], [9, 9], [1, 1e7], [1e7 - 1, 1e7], [99999, 100000], [1, 3]].map(([a, b]) => share(a, b)), ['0%', '100%', '<0.001%', '>99.999%', '99.999%', '33.3%']);
  assert.deepEqual([shares(0, 812, 20000), shares(33333, 33334, 100000), shares(2, 2, 4)], ['0% → 4.06%', '33.333% → 33.334%', '50% → 50%']);
});

test('every effect has a sign, and a verdict or an effect of a newer server breaks nothing', () => {
  assert.deepEqual([['TAIL_CUT', 'better'], ['COLLAPSE', 'worse'], ['NO_TAIL_GAIN', 'neutral'], ['INCONCLUSIVE', 'neutral'], ['NEWS', 'worse'], ['NEWS', 'splendid'], ['NEWS', undefined]]
    .map(([code, effect]) => signOf(code ?? '', effect)), ['✓', '✕', '=', '?', '✕', '=', '=']);
});
