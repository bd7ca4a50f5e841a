/**
 * What a person does on the page, in a real browser.
 */
import assert from 'node:assert/strict';
import { grouped } from '../internal/web/files/lessons.js';
import { headline, persons } from './browser.mjs';

const person = persons();

const TITLE = 'Request hedging: race a backup against a slow primary';

/** @param {import('playwright-core').Page} page @param {number} request */
const lane = (page, request) => page.getByRole('listbox', { name: 'Requests and their attempts' }).getByRole('option').nth(request - 1);
/** @param {import('playwright-core').Page} page @param {number} request @param {string | RegExp} text */
async function laneSays(page, request, text) {
  const label = await lane(page, request).getAttribute('aria-label');
  assert.match(label ?? '', new RegExp(text));
}
/** @param {import('playwright-core').Page} page */
const atText = (page) => page.locator('#at-text').textContent();
/** @param {import('playwright-core').Page} page @param {string} at */
async function seek(page, at) {
  await page.getByLabel('Inspection time').fill(at);
}

person('opens as the drill does, and previews the outcome at once', async (page) => {
  await page.goto('/');
  await headline(page, 'EXCESS LOAD, +100%');
  assert.equal(await page.title(), TITLE);
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), TITLE);
  for (const part of ['Event trace', 'Computed data', 'Final metrics', 'Complete-run preview']) {
    assert.equal(await page.getByRole('heading', { name: part, exact: true }).count(), 1, part);
  }
  assert.equal(await page.getByLabel('Hedge slow requests').isChecked(), true);
  assert.equal(await page.getByLabel('Send the backup after').inputValue(), '50');
  assert.equal(await page.getByLabel('Hedge budget').inputValue(), '100');
  assert.equal(await page.getByLabel('Cancel the loser when the winner answers').isChecked(), true);
  assert.equal(await page.getByLabel('Operation').inputValue(), 'read');
  assert.deepEqual(await page.getByLabel('Speed').locator('option').allTextContents(), ['0.25×', '0.5×', '0.75×', '1×', '1.5×', '2×']);
  assert.equal(await atText(page), '0.000 s');
  assert.equal(await page.locator('#data tbody tr').count(), 20);
  assert.equal(await page.getByText('Outcome and final metrics appear at 60 s').count(), 1);
  assert.equal(await page.locator('#metrics table').count(), 0);
});

person('sets 130 ms and sees the tail cut, without and with hedging side by side', async (page) => {
  await page.goto('/');
  await headline(page, 'EXCESS LOAD');
  await seek(page, '20');
  await page.getByLabel('Send the backup after').fill('130');
  await headline(page, 'TAIL CUT, p95 640 → 226 ms');
  assert.equal(await atText(page), '0.000 s', 'a change rewinds');
  const marks = await page.locator('#tail .percentile text').allTextContents();
  assert.deepEqual(marks, ['p95 640 ms', 'p95 226 ms']);
  const judged = page.locator('#tail .judged');
  assert.match(await judged.nth(0).getAttribute('aria-label') ?? '', /^Request 6: 640 ms without hedging, 19 of 20/);
  assert.match(await judged.nth(1).getAttribute('aria-label') ?? '', /^Request 12: 226 ms with hedging, 19 of 20/);
  await judged.nth(0).hover();
  await page.getByText('Request 6: 640 ms without hedging').waitFor();
});

person('sends writes without a key and sees them duplicated; with a key, deduplicated', async (page) => {
  await page.goto('/?delay=130');
  await headline(page, 'TAIL CUT');
  await page.getByLabel('Operation').selectOption('write');
  await headline(page, 'DUPLICATE WRITES, 3');
  await seek(page, '60');
  assert.match(await page.locator('#lanes .words').textContent() ?? '', /225 ms · committed twice.*226 ms · committed twice.*233 ms · committed twice/s);
  assert.equal(await page.locator('#lanes .commit.duplicate').count(), 3);
  await page.getByLabel('Operation').selectOption('idempotentWrite');
  await headline(page, 'TAIL CUT');
  await seek(page, '60');
  assert.equal(await page.locator('#lanes .commit.deduplicated').count(), 3);
});

person('tries the other settings: each recomputes the run', async (page) => {
  await page.goto('/');
  await headline(page, 'EXCESS LOAD');
  await page.getByLabel('Hedge budget').fill('10');
  await headline(page, 'NO TAIL GAIN, p95 640 → 640 ms');
  await page.getByLabel('Hedge budget').fill('100');
  await page.getByLabel('Send the backup after').fill('500');
  await headline(page, 'TAIL CUT, p95 640 → 595 ms');
  await page.getByLabel('Cancel the loser when the winner answers').uncheck();
  await page.waitForURL(/cancel=off/);
  await seek(page, '60');
  await laneSays(page, 6, 'primary ran to its end at 640 ms, too late');
  await page.getByLabel('Hedge slow requests').uncheck();
  await headline(page, 'BASELINE, p95 640 ms');
  assert.equal(await page.getByLabel('Send the backup after').isDisabled(), true);
  await page.getByLabel('Cancel the loser when the winner answers').check();
  await page.waitForURL(/hedge=off&cancel=on/);
  await page.getByLabel('Cancel the loser when the winner answers').uncheck();
  await page.waitForURL(/hedge=off&cancel=off/);
  await page.getByLabel('Hedge slow requests').check();
  await headline(page, 'TAIL CUT, p95 640 → 595 ms');
  assert.equal(await page.getByLabel('Send the backup after').inputValue(), '500', 'what was set stays');
});

person('plays at 2×: requests 6, 12 and 17 are answered by their backups, the outcome at the end only', async (page) => {
  await page.goto('/?delay=130');
  await headline(page, 'TAIL CUT');
  await page.getByLabel('Speed').selectOption('2');
  const began = Date.now();
  await page.getByRole('button', { name: 'Play' }).click();
  for (const [request, latency] of [[6, 225], [12, 226], [17, 233]]) {
    await page.locator(`#lanes .lane[data-request="${request}"][aria-label*="by its backup after ${latency} ms"]`).waitFor({ timeout: 30000, state: 'attached' });
    assert.equal(await page.locator('#metrics table').count(), 0);
    assert.match(await page.locator('#live').textContent() ?? '', new RegExp(`request ${request}: answered by its backup`, 'i'));
  }
  await page.locator('#metrics .outcome', { hasText: 'TAIL CUT, p95 640 → 226 ms' }).waitFor({ timeout: 30000 });
  const tookS = (Date.now() - began) / 1000;
  console.log(`played at 2× in ${tookS.toFixed(1)} s`);
  assert.ok(tookS > 28 && tookS < 60, `${tookS} s`);
  assert.equal(await page.getByRole('button', { name: 'Play' }).count(), 1, 'it stops at the end');
  assert.equal(await atText(page), '60.000 s');
});

person('pauses, restarts, plays again', async (page) => {
  await page.goto('/');
  await headline(page, 'EXCESS LOAD');
  await page.getByRole('button', { name: 'Play' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.waitForTimeout(400);
  await page.getByRole('button', { name: 'Pause' }).click();
  const paused = await atText(page);
  assert.ok(parseFloat(paused ?? '') > 0);
  await page.waitForTimeout(200);
  assert.equal(await atText(page), paused);
  await page.getByRole('button', { name: 'Restart' }).click();
  assert.equal(await atText(page), '0.000 s');
});

person('steps through the whole run by Next event', async (page) => {
  await page.goto('/?delay=130');
  await headline(page, 'TAIL CUT');
  const run = await (await page.request.get('/runs/v1.eyJwb2xpY3kiOnsiaGVkZ2UiOnsiZGVsYXkiOnsibXMiOjEzMH19fX0')).json();
  const instants = [...new Set(run.trace.items.map((/** @type {any} */ e) => e.atMs))].filter((t) => t > 0);
  const next = page.getByRole('button', { name: 'Next event' });
  for (const instant of instants) {
    assert.equal(await page.locator('#metrics table').count(), 0);
    await next.click();
    assert.equal(await atText(page), `${(instant / 1000).toFixed(3)} s`);
  }
  assert.equal(instants.length, 43, 'nineteen later arrivals, twenty answers, three backups, the end');
  assert.equal(await page.locator('#log li').count(), run.trace.total);
  await page.locator('#metrics .outcome', { hasText: 'TAIL CUT, p95 640 → 226 ms' }).waitFor();
  assert.equal(await next.getAttribute('aria-disabled'), 'true');
});

person('seeks to 15.2 s: what is drawn is what has happened', async (page) => {
  await page.goto('/?delay=130');
  await headline(page, 'TAIL CUT');
  await seek(page, '15.2');
  await laneSays(page, 6, 'primary running for 200 ms; backup sent at 130 ms, running for 70 ms');
  await laneSays(page, 7, 'has not arrived; it comes at 18 s');
  const said = await (await page.request.get('/runs/v1.eyJwb2xpY3kiOnsiaGVkZ2UiOnsiZGVsYXkiOnsibXMiOjEzMH19fX0/events?at=15200')).json();
  assert.equal(await page.locator('#log li').count(), said.total);
  assert.deepEqual((await page.locator('#counters dd').allTextContents()).slice(0, 4), ['6', '5', '1', '0']);
  assert.match(await page.getByLabel('Inspection time').getAttribute('aria-valuetext') ?? '', /^15\.2 s of 60 s, 5 requests answered, request 6 in flight$/);
  const [axis, bar] = await Promise.all([
    page.locator('#lanes .delay line').boundingBox(), page.locator('#lanes .lane[data-request="6"] .work.backup').boundingBox(),
  ]);
  assert.ok(axis && bar && Math.abs(axis.x + axis.width / 2 - bar.x) < 1.5, 'the backup begins at the delay');
  assert.equal(await page.locator('#lanes .lane:nth-child(n) .work').count(), 7, 'six primaries and a backup');
});

person('hover, focus and tap tell the numbers', async (page) => {
  await page.goto('/?delay=130&at=60000');
  await headline(page, 'TAIL CUT');
  await lane(page, 12).hover();
  await page.locator('#story', { hasText: 'Request 12, arrived at 33 s: primary cancelled at 226 ms; backup sent at 130 ms, won at 226 ms. Answered by its backup after 226 ms; without hedging 900 ms.' }).waitFor();
  await lane(page, 1).focus();
  await page.keyboard.press('ArrowDown');
  await page.locator('#story', { hasText: 'Request 2, arrived' }).waitFor();
  assert.equal(await lane(page, 2).getAttribute('tabindex'), '0');
  await lane(page, 17).click();
  await page.locator('#story', { hasText: 'Request 17, arrived' }).waitFor();
});

person('a link reopens exactly this', async (page) => {
  await page.goto('/');
  await headline(page, 'EXCESS LOAD');
  await page.getByLabel('Send the backup after').fill('130');
  await headline(page, 'TAIL CUT');
  await page.getByLabel('Operation').selectOption('write');
  await headline(page, 'DUPLICATE WRITES, 3');
  await page.getByLabel('Speed').selectOption('0.5');
  await seek(page, '15.2');
  const url = new URL(page.url());
  assert.equal(url.searchParams.get('at'), '15200');
  assert.equal(url.searchParams.get('delay'), '130');
  assert.equal(url.searchParams.get('operation'), 'write');
  assert.equal(url.searchParams.get('preset'), 'write-without-key');
  assert.ok(url.searchParams.get('run')?.startsWith('v1.'));
  const before = await lane(page, 6).getAttribute('aria-label');
  await page.reload();
  await headline(page, 'DUPLICATE WRITES, 3');
  assert.equal(await atText(page), '15.200 s');
  assert.equal(await lane(page, 6).getAttribute('aria-label'), before);
  assert.equal(await page.getByLabel('Send the backup after').inputValue(), '130');
  assert.equal(await page.getByLabel('Speed').inputValue(), '0.5');
  await page.goBack();
  await headline(page, 'TAIL CUT');
  assert.equal(await page.getByLabel('Operation').inputValue(), 'read');
  await page.goto('/?preset=too-late&at=900');
  await headline(page, 'TAIL CUT, p95 640 → 595 ms');
  assert.equal(await atText(page), '0.900 s');
});

person('walks through the lessons, in the order in which they are listed', async (page) => {
  await page.goto('/');
  await headline(page, 'EXCESS LOAD');
  const groups = grouped((await (await page.request.get('/presets')).json()).items);
  const presets = groups.flatMap(([, some]) => some);
  await page.locator('#lessons li').nth(presets.length - 1).waitFor({ state: 'attached' });
  assert.deepEqual(await page.locator('#lessons summary').allTextContents(), groups.map(([name, some]) => `${name} (${some.length})`));
  const walked = groups[0][1].length + 1; // into the second group
  for (const [i, preset] of presets.slice(0, walked).entries()) {
    if (i > 0) await page.getByRole('button', { name: 'Next lesson' }).click();
    await page.locator('#lesson-text', { hasText: `Lesson ${i + 1} of ${presets.length}: ${preset.title}. ${preset.teaches}` }).waitFor();
    const { outcome } = await (await page.request.get(`/runs/${preset.id}/metrics`)).json();
    await headline(page, outcome.headline);
    assert.equal(await page.locator('#lessons [aria-current]').textContent(), preset.title + preset.teaches);
    assert.ok(await page.locator('#lessons [aria-current]').isVisible(), 'its group is open');
  }
  const last = presets[presets.length - 1];
  await page.locator('#lessons summary').last().click();
  await page.locator('#lessons li').last().getByRole('button').click();
  await page.locator('#lesson-text', { hasText: `Lesson ${presets.length} of ${presets.length}: ${last.title}.` }).waitFor({ timeout: 30000 });
  assert.equal(await page.getByRole('button', { name: 'Next lesson' }).getAttribute('aria-disabled'), 'true');
  await page.locator('#lessons').getByRole('button', { name: presets[1].title }).click();
  await headline(page, 'BASELINE');
});

person('a lesson says what to look at, and opens the one to compare with', async (page) => {
  const presets = (await (await page.request.get('/presets')).json()).items;
  const preset = presets.find((/** @type {any} */ p) => p.compareWith);
  const other = presets.find((/** @type {any} */ p) => p.name === preset.compareWith);
  await page.goto(`/?preset=${preset.name}`);
  await page.locator('.look-at', { hasText: preset.lookAt }).waitFor();
  await page.getByRole('button', { name: `Compare with: ${other.title}` }).click();
  await page.locator('#lesson-text', { hasText: other.teaches }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('preset'), other.name);
  assert.equal(new URL(page.url()).searchParams.get('run'), other.id);
});

person('copies the run as a curl command that gives this very run', async (page) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/?delay=130&operation=write');
  await headline(page, 'DUPLICATE WRITES');
  await page.getByRole('button', { name: 'Copy as curl' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  const [, url, body] = /^curl -sS (\S+) -H 'Content-Type: application\/json' -d '(.+)'$/.exec(command) ?? [];
  assert.equal(body, '{"policy":{"hedge":{"delay":{"ms":130}}},"workload":{"operation":"write"}}');
  const run = await (await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })).json();
  assert.equal(run.id, new URL(page.url()).searchParams.get('run'));
});

person('does it all by keyboard', async (page) => {
  await page.goto('/');
  await headline(page, 'EXCESS LOAD');
  /** Tabs on until a control has the focus. @param {string} id */
  const tabTo = async (id) => {
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.id) === id) return;
    }
    assert.fail(`#${id} cannot be reached`);
  };
  await tabTo('delay');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('130');
  await headline(page, 'TAIL CUT');
  await tabTo('operation');
  await page.keyboard.press('ArrowDown');
  await headline(page, 'DUPLICATE WRITES');
  await tabTo('next');
  await page.keyboard.press('Enter');
  assert.equal(await atText(page), '0.060 s');
  await page.keyboard.press('ArrowRight');
  assert.equal(await atText(page), '0.084 s');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await atText(page), '0.060 s');
  await page.keyboard.press('End');
  assert.equal(await atText(page), '60.000 s');
  await page.locator('#metrics table').waitFor();
  await page.keyboard.press('Home');
  assert.equal(await atText(page), '0.000 s');
  await tabTo('at');
  await page.keyboard.press('ArrowRight');
  assert.equal(await atText(page), '0.100 s');
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Play' }).waitFor();
});

person('a setting that the server refuses is said at its place, and the run before stays', async (page, { faults }) => {
  await page.goto('/?delay=130');
  await headline(page, 'TAIL CUT');
  await page.getByLabel('Send the backup after').fill('-5');
  const alert = page.getByRole('alert');
  await alert.getByText('Send the backup after Must be a number from 0').waitFor();
  assert.match(await alert.textContent() ?? '', /The scenario has a fault\..*Change the setting\. The picture still shows the run before\./);
  assert.equal(await alert.getByRole('button', { name: 'Try again' }).count(), 0, 'it would be refused again');
  assert.equal(await page.getByLabel('Send the backup after').getAttribute('aria-invalid'), 'true');
  await headline(page, 'TAIL CUT');
  await page.getByLabel('Send the backup after').fill('500');
  await headline(page, '595');
  assert.equal(await alert.isVisible(), false);
  // The browser itself reports every answer of 4xx on the console.
  assert.ok(faults.every((f) => f.includes('422')), faults.join());
  faults.length = 0;
});

person('a link whose settings the server refuses shows them', async (page, { faults }) => {
  await page.goto('/?delay=-4&operation=write');
  await page.getByRole('alert').getByText('Must be a number from 0').waitFor();
  assert.equal(await page.getByLabel('Send the backup after').inputValue(), '-4');
  await page.getByLabel('Send the backup after').fill('130');
  await headline(page, 'DUPLICATE WRITES, 3');
  faults.length = 0; // 422, on the console
});

person('a lost connection is said, and trying again goes on', async (page, { faults }) => {
  await page.goto('/');
  await headline(page, 'EXCESS LOAD');
  await page.route('**/runs', (route) => route.abort());
  await page.getByLabel('Send the backup after').fill('130');
  const alert = page.getByRole('alert');
  await alert.getByText('The connection to the server is lost.').waitFor();
  assert.match(await alert.textContent() ?? '', /Check that the server is running/);
  await page.unroute('**/runs');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await headline(page, 'TAIL CUT');
  assert.equal(await alert.isVisible(), false);
  faults.length = 0; // the aborted request, on the console
});

person('a busy server says when to come back; a broken link leads to the drill', async (page, { faults }) => {
  await page.goto('/?run=v1.eyB9');
  const alert = page.getByRole('alert');
  await alert.getByText('Unknown run. The id is not in its one spelling.').waitFor();
  await alert.getByRole('button', { name: 'Open the drill' }).click();
  await headline(page, 'EXCESS LOAD');
  await page.route('**/runs', (route) => route.fulfill({
    status: 503, headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '2' },
    body: JSON.stringify({ type: '/problems/busy', title: 'Busy', status: 503, detail: 'All slots are taken.' }),
  }));
  await page.getByLabel('Send the backup after').fill('131');
  await alert.getByText('Busy. All slots are taken.').waitFor();
  assert.match(await alert.textContent() ?? '', /Wait 2 seconds, then try again/);
  faults.length = 0; // 404 and 503, on the console
});

person('other runs: two hundred requests in a frame of their own', async (page) => {
  const run = await (await page.request.post('/runs', {
    data: {
      workload: { requests: 200, arrival: { paced: { intervalMs: 100 } }, durationMs: 1000 },
      backend: { latency: { constant: { ms: 180 } } }, policy: { hedge: { delay: { ms: 120 } } },
    },
  })).json();
  assert.ok(run.trace.next, 'its trace has more than a page');
  await page.goto(`/?run=${run.id}&at=12050`);
  await headline(page, run.outcome.headline);
  assert.equal(await page.locator('#lanes .lane').count(), 200);
  await laneSays(page, 121, 'primary running for 50 ms');
  assert.equal(await page.locator('#log li').count(), 200);
  await page.getByText(`960 of ${run.trace.total.toLocaleString('en-US')} events; the latest 200 are listed`).waitFor();
  const seen = await page.evaluate(() => {
    const frame = /** @type {Element} */ (document.querySelector('#lanes-frame')).getBoundingClientRect();
    const live = /** @type {Element} */ (document.querySelector('.lane.live')).getBoundingClientRect();
    return live.top >= frame.top && live.bottom <= frame.bottom;
  });
  assert.ok(seen, 'the latest lane is in view');
});

person('requests that fail or expire are counted from the first on', async (page) => {
  const run = await (await page.request.post('/runs', {
    data: {
      workload: { requests: 8, arrival: { paced: { intervalMs: 5 } }, deadlineMs: 60, durationMs: 0 },
      backend: { latency: { constant: { ms: 40 } }, capacity: { cluster: { servers: 1, queueLimit: 2 } } }, policy: { none: {} },
    },
  })).json();
  const shown = () => page.locator('#counters div').filter({ visible: true }).allTextContents();
  await page.goto(`/?run=${run.id}&at=14.999`);
  await headline(page, run.outcome.headline);
  assert.deepEqual((await shown()).slice(6), ['Duplicate writes0']);
  await page.goto(`/?run=${run.id}&at=20`);
  await headline(page, run.outcome.headline);
  assert.deepEqual((await shown()).slice(6), ['Duplicate writes0', 'Failed2']);
  await page.keyboard.press('End');
  assert.deepEqual((await shown()).slice(6), ['Duplicate writes0', `Failed${run.metrics.failed}`, `Expired${run.metrics.expired}`]);
  assert.match(await page.getByLabel('Inspection time').getAttribute('aria-valuetext') ?? '', /1 request answered, 5 failed, 2 expired$/);
  const missed = await page.locator('#tail .column.missed').evaluateAll((all) => all.map((e) => e.getAttribute('aria-label') ?? ''));
  assert.equal(missed.length, 2 * (run.metrics.failed + run.metrics.expired), 'in both panels');
  for (const label of missed) assert.match(label, /: (failed|expired), counted as 60 ms /, 'a failure is as slow as the deadline');
});
