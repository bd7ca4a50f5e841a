/**
 * What a person sees of other runs than the drill: servers and their queues, long
 * runs, leaves and hops, and how the latencies are distributed.
 */
import assert from 'node:assert/strict';
import { headline, persons, posted } from './browser.mjs';

const person = persons();

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {number} n */
const server = (page, n) => page.locator(`#servers .server[data-server="${n}"]`);
/** The words beside a server's signs. @param {Page} page @param {number} n @param {string} kind */
const words = (page, n, kind) => page.locator(`#servers .words > g:nth-child(${n}) ${kind}`);
/** @param {Page} page @param {string} id @param {number | string} at */
const told = async (page, id, at) => (await page.request.get(`/runs/${id}/events?at=${at}&fromMs=${at}`)).json();
/** @param {Page} page */
const shownAt = async (page) => Number(new URL(page.url()).searchParams.get('at'));
/** The counters of the page in the words of the API. @param {Page} page */
const counters = async (page) => (await page.locator('#counters dd').allTextContents()).slice(0, 5).map((text) => Number(text.replaceAll(',', '')));
/** @param {any} state */
const countersOf = (state) => [state.arrived, state.answered, state.hedges, state.backupWins, state.suppressedHedges];
/** What the API was asked for events, in order. @param {string[]} requested */
const asked = (requested) => requested.map((url) => new URL(url)).filter((url) => url.pathname.endsWith('/events') && url.searchParams.has('at'))
  .map((url) => ({ fromMs: Number(url.searchParams.get('fromMs')), atMs: Number(url.searchParams.get('at')), more: url.searchParams.has('cursor') }));

const crowded = {
  workload: { requests: 60, arrival: { poisson: { ratePerSecond: 60 } }, durationMs: 0 },
  backend: {
    latency: { exponential: { meanMs: 40 } },
    capacity: { cluster: { servers: 3, slow: [{ server: 1, fromMs: 100, toMs: 600, factor: 8 }] } },
  },
  policy: { hedge: { delay: { ms: 60 }, cancel: 'never' } },
};

person('a cluster: each server shows what runs and what waits, as the API says', async (page) => {
  const run = await posted(page, crowded);
  let waited = 0;
  for (const at of [90, 400, 550.5]) {
    await page.goto(`/?run=${run.id}&at=${at}`);
    await headline(page, run.outcome.headline);
    await server(page, 3).waitFor();
    const { state } = await told(page, run.id, at);
    const live = state.inFlight.flatMap((/** @type {any} */ r) => r.attempts.map((/** @type {any} */ a) => ({ ...a, request: r.request })));
    for (const n of [1, 2, 3]) {
      const here = live.filter((/** @type {any} */ a) => a.server === n);
      const of = (/** @type {string} */ s, /** @type {string} */ role) => here.filter((/** @type {any} */ a) => a.state === s && a.role === role).length;
      const shown = async (/** @type {string} */ sign) => server(page, n).locator(sign).count();
      const chips = [await shown('.chip.primary'), await shown('.chip.backup')];
      const waiting = [of('waiting', 'primary'), of('waiting', 'backup')];
      assert.deepEqual([await shown('.busy.primary'), await shown('.busy.backup')], [of('running', 'primary'), of('running', 'backup')], `server ${n} at ${at}`);
      if (await words(page, n, '.more').count() === 0) assert.deepEqual(chips, waiting, `the queue of server ${n} at ${at}`);
      else assert.equal(await words(page, n, '.more').textContent(), `+${waiting[0] + waiting[1] - chips[0] - chips[1]}`);
      for (const a of here.filter((/** @type {any} */ a) => a.state === 'running')) assert.match(await server(page, n).getAttribute('aria-label') ?? '', new RegExp(`request ${a.request}'s ${a.role}`));
      waited += of('waiting', 'primary') + of('waiting', 'backup');
    }
  }
  assert.ok(waited > 5, `only ${waited} waited`);
  assert.match(await server(page, 1).getAttribute('aria-label') ?? '', /^Server 1, its work takes 8 times as long: works on /);
  // Told apart by shape, not only by color.
  const corners = await page.locator('#servers .legend .chip').evaluateAll((chips) => chips.map((c) => [c.getAttribute('class')?.trim(), Number(c.getAttribute('rx')) * 2 >= Number(c.getAttribute('width'))]));
  assert.deepEqual(corners, [['chip primary', false], ['chip backup', true]]);
});

person('a step and a link move the servers as they move the lanes', async (page) => {
  const run = await posted(page, crowded);
  await page.goto(`/?run=${run.id}&at=400`);
  await headline(page, run.outcome.headline);
  await server(page, 1).waitFor();
  const before = await server(page, 1).getAttribute('aria-label');
  await page.getByRole('button', { name: 'Next event' }).click();
  assert.equal(await shownAt(page), (await told(page, run.id, 400)).nextMs);
  const labels = () => page.locator('#servers .server').evaluateAll((rows) => rows.map((r) => r.getAttribute('aria-label')));
  const after = await labels();
  assert.notEqual(after[0], before, 'what waits has waited longer');
  await page.reload();
  await server(page, 1).waitFor();
  assert.deepEqual(await labels(), after);
  await server(page, 2).focus();
  assert.equal(await page.locator('#servers .story').textContent(), after[1]);
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.locator('#servers .story').textContent(), after[2]);
});

person('a shared queue is shown once, before the servers', async (page) => {
  const run = await posted(page, { ...crowded, backend: { latency: { exponential: { meanMs: 60 } }, capacity: { cluster: { servers: 2, workers: 20, queue: 'shared' } } }, workload: { ...crowded.workload, requests: 300, arrival: { poisson: { ratePerSecond: 700 } } } });
  await page.goto(`/?run=${run.id}&at=300`);
  await headline(page, run.outcome.headline);
  await server(page, 0).waitFor();
  const { state } = await told(page, run.id, 300);
  const live = state.inFlight.flatMap((/** @type {any} */ r) => r.attempts);
  const count = (/** @type {string} */ s) => live.filter((/** @type {any} */ a) => a.state === s).length;
  assert.match(await server(page, 0).getAttribute('aria-label') ?? '', new RegExp(`^The shared queue: ${count('waiting')} wait`));
  assert.match(await server(page, 1).getAttribute('aria-label') ?? '', /^Server 1: 20 of 20 workers busy/);
  assert.match(await page.locator('#servers .story').textContent() ?? '', new RegExp(`${count('running')} attempts running, ${count('waiting')} waiting`));
});

person('many servers are shown in a window that the keyboard moves', async (page) => {
  const run = await posted(page, { ...crowded, backend: { latency: { exponential: { meanMs: 40 } }, capacity: { cluster: { servers: 40 } } } });
  await page.goto(`/?run=${run.id}&at=400`);
  await headline(page, run.outcome.headline);
  const name = page.locator('#servers h3');
  const next = page.getByRole('button', { name: 'Next servers' });
  const numbers = () => page.locator('#servers .server').evaluateAll((rows) => rows.map((r) => Number(r.getAttribute('data-server'))));
  await next.waitFor();
  assert.equal(await name.textContent(), 'Servers 1–16 of 40');
  assert.equal((await numbers()).length, 16);
  await next.focus();
  await page.keyboard.press('Enter');
  assert.equal(await name.textContent(), 'Servers 17–32 of 40');
  await page.keyboard.press('Enter');
  assert.deepEqual([(await numbers())[0], (await numbers()).at(-1)], [33, 40]);
  assert.equal(await next.getAttribute('aria-disabled'), 'true');
  await page.keyboard.press('Enter');
  assert.equal(await name.textContent(), 'Servers 33–40 of 40');
  await page.getByRole('button', { name: 'Previous servers' }).click();
  assert.equal((await numbers())[0], 17);
  await page.getByRole('button', { name: 'Next event' }).click();
  assert.equal((await numbers())[0], 17, 'an instant moves no window');
});

const large = {
  workload: { requests: 300000, arrival: { poisson: { ratePerSecond: 1000 } }, durationMs: 0 },
  backend: { latency: { exponential: { meanMs: 40 } }, capacity: { cluster: { servers: 60 } } },
  policy: { hedge: { delay: { ms: 120 } } },
};

person('for 300,000 requests the page asks only for what is around the instant', async (page, { requested }) => {
  const run = await posted(page, large);
  await page.goto(`/?run=${run.id}&at=150000`);
  await headline(page, run.outcome.headline);
  await server(page, 1).waitFor();
  const first = asked(requested);
  assert.ok(first.length >= 2 && first.length < 8, `${first.length} answers`);
  const middle = await told(page, run.id, 150000);
  assert.deepEqual(await counters(page), countersOf(middle.state));
  const lanes = await page.locator('#lanes .lane').count();
  assert.ok(lanes > 12 && lanes < 30, `${lanes} lanes`);
  assert.match(await page.locator('#lanes .lane').last().getAttribute('aria-label') ?? '', /^Request 1\d\d,?\d\d\d, arrived at 1\d\d/);
  await page.getByText(/At 1×|at 1×, .* of it pass in a second/).first().waitFor();

  await page.getByRole('button', { name: 'Next event' }).click();
  const there = await shownAt(page);
  assert.equal(there, middle.nextMs);
  assert.deepEqual(await counters(page), countersOf((await told(page, run.id, there)).state));
  await page.keyboard.press('ArrowLeft');
  assert.equal(await shownAt(page), middle.previousMs);
  assert.equal(asked(requested).length, first.length, 'steps near the instant ask for nothing');

  await page.getByLabel('Inspection time').fill('20.5');
  await page.waitForFunction(() => !document.querySelector('#trace')?.hasAttribute('aria-busy') && document.querySelector('#counters dd')?.textContent?.startsWith('20,'));
  assert.deepEqual(await counters(page), countersOf((await told(page, run.id, 20500)).state));
  await page.keyboard.press('End');
  await page.locator('#metrics table').waitFor();
  assert.deepEqual(await counters(page), countersOf((await told(page, run.id, run.durationMs)).state));
  assert.match(await page.locator('#metrics').textContent() ?? '', /Utilization \(%\)/);
  const [, last] = /(\d+)$/.exec(await page.locator('#lanes .lane').last().locator('xpath=.').getAttribute('data-request') ?? '') ?? [];
  assert.ok(Number(last) > 299000);
  assert.ok(asked(requested).length < 20, 'never the whole trace');
});

person('a long run plays at a speed that can be followed, and asks for what is new alone', async (page, { requested }) => {
  const run = await posted(page, { ...large, workload: { ...large.workload, requests: 20000 } });
  await page.goto(`/?run=${run.id}&at=9000`);
  await headline(page, run.outcome.headline);
  await server(page, 1).waitFor();
  const before = asked(requested);
  const known = Math.max(...before.map((q) => q.atMs));
  await page.getByLabel('Speed').selectOption('2');
  await page.getByRole('button', { name: 'Play' }).click();
  await page.waitForFunction((to) => Number(/** @type {HTMLInputElement} */ (document.querySelector('#at')).value) * 1000 > to, known + 1, { timeout: 30000 });
  await page.getByRole('button', { name: 'Pause' }).click();
  const news = asked(requested).slice(before.length);
  assert.ok(news.length > 0);
  assert.ok(news.every((q) => q.fromMs > known), 'nothing twice');
  const at = await shownAt(page);
  assert.deepEqual(await counters(page), countersOf((await told(page, run.id, at)).state));
  assert.ok(at - 9000 < 1000, `${at - 9000} ms in some seconds: as much as the eye can follow`);
  await page.reload();
  await server(page, 1).waitFor();
  assert.equal(await shownAt(page), at);
  assert.deepEqual(await counters(page), countersOf((await told(page, run.id, at)).state));
});

person('leaves and hops: every attempt of a request is in its lane, partial answers are counted', async (page) => {
  const run = await posted(page, {
    workload: { requests: 20, arrival: { poisson: { ratePerSecond: 10 } }, durationMs: 0, hops: 2, fanOut: { leaves: 4, quorum: 3, afterMs: 60 } },
    backend: { latency: { exponential: { meanMs: 40 } } }, policy: { hedge: { delay: { ms: 50 } } },
  });
  assert.ok(run.metrics.partial > 0 && run.metrics.partial < 20);
  await page.goto(`/?run=${run.id}&at=${run.durationMs}`);
  await headline(page, run.outcome.headline);
  for (const row of run.requests.items) {
    const lane = page.locator(`#lanes .lane[data-request="${row.request}"]`);
    const sent = run.trace.items.filter((/** @type {any} */ e) => e.request === row.request && e.type === 'attempt.started').length;
    assert.equal(await lane.locator('.work').count(), sent, `request ${row.request}`);
    assert.match(await lane.getAttribute('aria-label') ?? '', row.status === 'partial' ? /Answered in part/ : /Answered by its/);
  }
  assert.ok((await page.locator('#counters div').filter({ visible: true }).allTextContents()).includes(`Partial${run.metrics.partial}`));
  assert.match(await page.locator('#lanes-note').textContent() ?? '', /an attempt of one of its 8 leaves/);
  const metrics = await page.locator('#metrics').textContent() ?? '';
  for (const text of ['Completeness (%)', 'Partial', 'p99 of a leaf (ms)', 'PARTIAL ANSWERS']) assert.ok(metrics.includes(text), text);
  assert.equal(await page.locator('#servers').isVisible(), false);
});

person('thousands of leaves at one instant: the state after them is shown', async (page, { requested }) => {
  const run = await posted(page, {
    workload: { requests: 6, arrival: { paced: { intervalMs: 100 } }, durationMs: 0, fanOut: { leaves: 3000, quorum: 0, afterMs: 0 } },
    backend: { latency: { uniform: { minMs: 5, maxMs: 90 } } }, policy: { none: {} },
  });
  await page.goto(`/?run=${run.id}&at=200`);
  await headline(page, run.outcome.headline);
  await page.locator('#lanes .lane[data-request="3"]').waitFor();
  assert.equal((await counters(page))[0], 3);
  assert.ok(await page.locator('#lanes .lane[data-request="3"] .work').count() <= 40, 'of many leaves some');
  assert.match(await page.locator('#story').textContent() ?? '', /2,996 more attempts/);
  assert.ok(asked(requested).length < 8);
});

person('the distribution has an axis of nines, without hedging and with it, and a table', async (page) => {
  await page.goto('/?delay=130');
  await headline(page, 'TAIL CUT');
  const figure = page.locator('#distribution-figure');
  await page.locator('#distribution').scrollIntoViewIfNeeded();
  await figure.locator('.curve').nth(1).waitFor();
  const { points } = await (await page.request.get(`/runs/${new URL(page.url()).searchParams.get('run')}/distribution`)).json();
  const upper = points.filter((/** @type {any} */ p) => p.percent >= 50);
  assert.deepEqual(await figure.locator('.curve-name').allTextContents(), ['without hedging', 'with hedging']);
  assert.equal(await figure.locator('.percentile text').textContent(), 'p95 640 → 226 ms');
  // 50 % is as far from 90 % as the axis says: 0.699 nines, and 90 % to 95 % is 0.301 of them.
  const at = async (/** @type {number} */ percent) => Number(await figure.locator('.dot.baseline').nth(upper.findIndex((/** @type {any} */ p) => p.percent === percent)).getAttribute('cx'));
  const [p50, p90, p95] = [await at(50), await at(90), await at(95)];
  assert.ok(Math.abs((p95 - p90) / (p90 - p50) - 0.301 / 0.699) < 0.01, `${p50}, ${p90}, ${p95}`);
  await figure.getByText('The same as a table').click();
  assert.deepEqual(
    await figure.locator('tbody tr').evaluateAll((rows) => rows.map((r) => [...r.children].map((c) => c.textContent?.replaceAll(',', '')))),
    upper.map((/** @type {any} */ p) => [p.percent === 100 ? 'slowest' : `${p.percent} %`, String(p.baselineMs), String(p.ms)]),
  );
  const option = figure.getByRole('option', { name: /^p90:/ });
  await option.focus();
  assert.match(await figure.locator('.story').textContent() ?? '', /^p90: 450 ms without hedging, \d+ ms with\.$/);
  await page.keyboard.press('ArrowDown');
  assert.match(await figure.locator('.story').textContent() ?? '', /^p91: 640 ms/);
  await page.getByLabel('Hedge slow requests').uncheck();
  await headline(page, 'BASELINE');
  await page.locator('#distribution').scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelectorAll('#distribution-figure .curve').length === 1);
});

person('the distribution of a long run is in the preview, in the place of the bars', async (page) => {
  const run = await posted(page, { ...large, workload: { ...large.workload, requests: 20000 } });
  await page.goto(`/?run=${run.id}`);
  await headline(page, run.outcome.headline);
  await page.locator('#preview .curve').nth(1).waitFor();
  assert.equal(await page.locator('#tail-figure').isVisible(), false);
  assert.ok((await page.locator('#preview .axis').textContent() ?? '').includes('99.9 %'));
  await page.goto('/');
  await headline(page, 'EXCESS LOAD');
  assert.equal(await page.locator('#tail-figure').isVisible(), true);
  assert.equal(await page.locator('#preview .curve').count(), 0);
});

person('a distribution that does not come is said, and the rest goes on', async (page, { faults }) => {
  await page.route('**/distribution', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto('/');
  await headline(page, 'EXCESS LOAD');
  await page.locator('#distribution').scrollIntoViewIfNeeded();
  await page.getByText('The distribution could not be loaded.').waitFor();
  assert.equal(await page.locator('#trouble').isVisible(), false);
  faults.length = 0; // 503, on the console
});

person('a stretch that cannot be loaded is said, and trying again goes on', async (page, { faults }) => {
  const run = await posted(page, { ...large, workload: { ...large.workload, requests: 20000 } });
  await page.goto(`/?run=${run.id}`);
  await headline(page, run.outcome.headline);
  await page.route('**/events?*', (route) => route.abort());
  await page.getByLabel('Inspection time').fill('15');
  await page.getByRole('alert').getByText('The connection to the server is lost.').waitFor();
  await page.unroute('**/events?*');
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await page.waitForFunction(() => document.querySelector('#counters dd')?.textContent?.startsWith('1'));
  assert.deepEqual(await counters(page), countersOf((await told(page, run.id, 15000)).state));
  assert.equal(await page.getByRole('alert').isVisible(), false);
  faults.length = 0; // the aborted requests, on the console
});
