/**
 * What a person sees of gain and price: harm by color and sign, the line that stays on
 * screen, doubts, and what a newer server may say.
 */
import assert from 'node:assert/strict';
import { accessibility, beyondTheSide, headline, persons, posted } from './browser.mjs';

const person = persons();

/** @typedef {import('playwright-core').Page} Page */

/** A run that misses deadlines, with hedging and without. */
const missing = {
  workload: { requests: 2000, arrival: { poisson: { ratePerSecond: 200 } }, deadlineMs: 200, durationMs: 0 },
  backend: { latency: { exponential: { meanMs: 40 } }, capacity: { cluster: { servers: 10 } } }, policy: { hedge: { delay: { ms: 10 }, cancel: 'never' } },
};

/** The sign, its color and its shape. @param {Page} page */
const look = (page) => page.locator('#headline').evaluate((e) => {
  const sign = /** @type {Element} */ (e.querySelector('.sign'));
  return { sign: sign.textContent, color: getComputedStyle(e).color, shape: getComputedStyle(sign).borderRadius };
});

person('harm, gain and neither differ in sign, shape and color', async (page) => {
  const looks = [];
  for (const [path, verdict] of [['/?delay=130', 'TAIL CUT'], ['/?delay=130&operation=write', 'DUPLICATE WRITES'], ['/?hedge=off', 'BASELINE']]) {
    await page.goto(path);
    await headline(page, verdict);
    looks.push(await look(page));
  }
  assert.deepEqual(looks.map((l) => l.sign), ['✓', '✕', '○']);
  assert.equal(new Set(looks.map((l) => l.color)).size, 3);
  assert.notEqual(looks[0].shape, looks[1].shape);
});

person('what got worse comes first, and says so to those who do not see it', async (page) => {
  const run = await posted(page, { preset: 'shared-queue-collapse', workload: { deadlineMs: 1000 } });
  await page.goto(`/?run=${run.id}`);
  await headline(page, run.outcome.headline);
  const shown = await page.locator('#findings .finding').evaluateAll((all) => all.map((e) => ({ code: e.getAttribute('data-code'), kind: e.className.split(' ')[1], text: e.textContent ?? '' })));
  assert.deepEqual(new Set(shown.map((f) => f.code)), new Set([...run.outcome.findings, ...run.metrics.warnings].map((f) => f.code)));
  assert.ok(shown.length > 2);
  const order = ['worse', 'better', 'neutral', 'doubt'];
  assert.deepEqual(shown.map((f) => f.kind), shown.map((f) => f.kind).sort((a, b) => order.indexOf(a) - order.indexOf(b)));
  for (const f of shown.filter((s) => s.kind === 'worse')) assert.match(f.text, /^✕Worse: /);
});

person('warnings are shown with their texts, before and after the run', async (page) => {
  const run = await posted(page, { preset: 'grpc-example' });
  assert.ok(run.metrics.warnings.length > 0);
  await page.goto(`/?run=${run.id}&at=${run.durationMs}`);
  await headline(page, run.outcome.headline);
  await page.locator('#metrics table').waitFor({ state: 'attached' });
  for (const { detail } of run.metrics.warnings) {
    for (const place of ['#findings', '#metrics']) assert.equal(await page.locator(`${place} .doubt`, { hasText: detail }).count(), 1, place);
  }
});

person('the metrics have the baseline beside the run', async (page) => {
  const run = await posted(page, missing);
  const { metrics: m } = run;
  await page.goto(`/?run=${run.id}&at=${run.durationMs}`);
  await headline(page, run.outcome.headline);
  await page.locator('#metrics table').waitFor({ state: 'attached' });
  const row = async (/** @type {string} */ name) => (await page.locator('#metrics tr', { has: page.getByRole('rowheader', { name, exact: true, includeHidden: true }) }).locator('td').allTextContents()).slice(0, 2);
  const texts = (/** @type {number[]} */ ...all) => all.map((n) => n.toLocaleString('en-US', { maximumFractionDigits: 3 }));
  assert.deepEqual(await row('Expired'), texts(m.baseline.expired, m.expired));
  assert.deepEqual(await row('Utilization (%)'), texts(m.baseline.utilizationPercent, m.utilizationPercent));
  assert.deepEqual(await row('Extra work (%)'), texts(0, m.extraWorkPercent));
  assert.deepEqual(await row('Answered whole and in time (%)'), texts(m.baseline.successPercent, m.successPercent));
});

for (const [width, height] of [[320, 640], [390, 844], [1360, 900]]) {
  person(`gain and price stay on screen and cover nothing, at ${width} pixels`, async (page) => {
    const run = await posted(page, missing);
    assert.ok(run.metrics.expired + run.metrics.baseline.expired > 0);
    await page.goto(`/?run=${run.id}`);
    await headline(page, run.outcome.headline);
    const line = page.locator('#price');
    for (const word of ['p95 (ms)', 'Missed', 'oad', 'ork']) assert.ok((await line.innerText()).includes(word), word);
    assert.ok((await line.innerText()).includes(run.outcome.headline));
    const places = await page.evaluate(async () => {
      const box = (/** @type {string} */ selector) => /** @type {Element} */ (document.querySelector(selector)).getBoundingClientRect();
      const all = [];
      for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
        scrollTo({ top: y, behavior: 'instant' });
        await new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); });
        const [price, replay, page] = [box('#price'), box('#replay'), box('.page')];
        all.push({ top: price.top, bottom: price.bottom, height: price.height, replay: replay.top, replayEnd: replay.bottom, page: page.top });
      }
      return all;
    });
    assert.ok(places.length > 3);
    for (const p of places) {
      assert.ok(p.top >= 0 && p.bottom <= height, `on screen: ${JSON.stringify(p)}`);
      assert.ok(p.top === 0 || p.page >= p.bottom, `above the page until it sticks: ${JSON.stringify(p)}`);
      assert.ok(p.replay >= p.bottom - 1 || p.replayEnd < p.bottom, `the replay is below it: ${JSON.stringify(p)}`);
      assert.ok(p.height <= 90 && p.height + p.replayEnd - p.replay < height / 2, `there is room for the rest: ${JSON.stringify(p)}`);
    }
    assert.ok(places.filter((p) => p.top === 0).length > 2, 'it sticks');
    for (const id of ['#edit', '#lesson-after', '#next']) {
      await page.locator(id).evaluate((e) => {
        scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
        /** @type {HTMLElement} */ (e).focus();
      });
      await page.waitForTimeout(100);
      const [of, price] = await Promise.all([page.locator(id).boundingBox(), line.boundingBox()]);
      assert.ok(of && price && of.y >= price.y + price.height - 1 && of.y + of.height <= height, `${id} is not covered: ${JSON.stringify([of, price])}`);
    }
    assert.deepEqual(await beyondTheSide(page), { sideways: 0, out: [] });
  }, { viewport: { width, height }, reducedMotion: 'reduce' });
}

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  for (const preset of ['shared-queue-collapse', 'one-down-server', 'talk-2012', 'grpc-example']) {
    person(`axe-core finds nothing: ${preset}, ${colorScheme}`, async (page) => {
      const run = await posted(page, { preset });
      await page.goto(`/?run=${run.id}&at=${run.durationMs}`);
      await headline(page, run.outcome.headline);
      await page.locator('#metrics table').waitFor({ state: 'attached' });
      assert.deepEqual((await accessibility(page)).found, []);
    }, { colorScheme, reducedMotion: 'reduce' });
  }
}

person('what a newer server says breaks nothing', async (page) => {
  const drill = await (await page.request.get('/runs/v1.e30')).json();
  const outcome = { ...drill.outcome, verdict: 'GOOD_NEWS', label: 'GOOD NEWS', headline: 'GOOD NEWS, 3', effect: 'splendid', findings: [{ code: 'SOME_NEWS', detail: 'of another kind', effect: 'odd' }] };
  const { extraWorkPercent: _, ...metrics } = drill.metrics;
  await page.route('**/runs/v1.e30', (route) => route.fulfill({ json: { ...drill, outcome, metrics } }));
  await page.goto('/?run=v1.e30&at=60000');
  await headline(page, 'GOOD NEWS, 3');
  assert.equal((await look(page)).sign, '=');
  await page.locator('#findings', { hasText: 'SOME NEWS of another kind' }).waitFor();
  await page.locator('#metrics table').waitFor({ state: 'attached' });
  assert.match(await page.locator('#price-parts').textContent() ?? '', /Extra work.*–/);
});
