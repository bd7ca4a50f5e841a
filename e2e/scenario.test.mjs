/**
 * A scenario as JSON: edited, refused at its places, applied, and shared by its link;
 * and what the simple controls say of one that they cannot express.
 */
import assert from 'node:assert/strict';
import { headline, persons, posted } from './browser.mjs';

const person = persons();

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
const text = (page) => page.getByLabel('What is posted to the API');
/** @param {Page} page */
const typed = (page) => text(page).inputValue();
/** @param {Page} page */
const marked = async (page) => (await page.locator('#scenario-lines .marked').allTextContents()).map((t) => Number(t.replace('✕', '')));
/** What of the text the cursor holds. @param {Page} page */
const held = (page) => text(page).evaluate((/** @type {HTMLTextAreaElement} */ t) => t.value.slice(t.selectionStart, t.selectionEnd));

/** @param {Page} page @param {string} path */
async function openEditor(page, path) {
  await page.goto(path);
  await page.locator('#headline strong', { hasText: /[A-Z]{4}/ }).waitFor();
  await page.getByRole('button', { name: 'Edit as JSON' }).click();
  await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.querySelector('#scenario-text')).value !== '');
}

const queued = `{
  "seed": 4,
  "workload": {"requests": 50, "arrival": {"poisson": {"ratePerSecond": 50}}, "durationMs": 0},
  "backend": {"latency": {"exponential": {"meanMs": 30}}, "capacity": {"cluster": {"servers": 2}}},
  "policy": {"hedge": {"delay": {"ms": 40}, "cancel": "onStart"}}
}`;

person('shows the whole scenario or the difference from the drill, both of which give this run', async (page) => {
  await openEditor(page, '/?delay=130');
  const whole = await typed(page);
  await page.getByRole('button', { name: 'Show the difference from the drill' }).click();
  const difference = await typed(page);
  assert.deepEqual(JSON.parse(difference), { policy: { hedge: { delay: { ms: 130 } } } });
  const id = new URL(page.url()).searchParams.get('run');
  for (const body of [whole, difference]) assert.equal((await posted(page, JSON.parse(body))).id, id);
  assert.deepEqual(JSON.parse(whole), (await (await page.request.get(`/runs/${id}`)).json()).scenario);
  await page.getByLabel('Send the backup after').fill('140');
  await page.waitForURL(/delay=140/);
  assert.deepEqual(JSON.parse(await typed(page)), { policy: { hedge: { delay: { ms: 140 } } } }, 'a text without typing follows the run');
});

person('applies what was typed; its link opens the same run and the same scenario', async (page) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openEditor(page, '/');
  await text(page).fill(queued);
  await page.getByText('Typed, not applied yet.').waitFor();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Applied: the page shows this run').waitFor();
  const run = await posted(page, JSON.parse(queued));
  await headline(page, run.outcome.headline);
  assert.equal(await typed(page), queued, 'it stays as it was typed');
  assert.equal(new URL(page.url()).searchParams.get('run'), run.id);
  await page.getByLabel('Inspection time').fill('0.4');
  const labels = () => page.locator('#servers .server, #lanes .lane').evaluateAll((all) => all.map((e) => e.getAttribute('aria-label')));
  await page.locator('#servers .server').first().waitFor();
  const before = await labels();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, page.url());

  await page.goto('about:blank');
  await openEditor(page, link);
  await headline(page, run.outcome.headline);
  await page.locator('#servers .server').first().waitFor();
  assert.deepEqual(await labels(), before);
  assert.deepEqual(JSON.parse(await typed(page)), run.scenario);
  // The simple controls leave alone what they cannot say.
  assert.match(await page.locator('#cancel-beyond').textContent() ?? '', /^Copies are tied/);
  await page.getByLabel('Send the backup after').fill('45');
  await page.waitForURL(/delay=45/);
  const changed = JSON.parse(await typed(page));
  assert.deepEqual(changed, { ...run.scenario, policy: { hedge: { ...run.scenario.policy.hedge, delay: { ms: 45 } } } });
});

person('says every fault at its place, and keeps what was typed and the run before', async (page, { faults }) => {
  await openEditor(page, '/?delay=130');
  const wrong = '{\n  "workload": {\n    "requests": "many",\n    "colour": 1\n  },\n  "policy": {"hedge": {"delay": {"ms": -1}}}\n}';
  await text(page).fill(wrong);
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('The scenario has 3 faults. See 3 places below.').waitFor();
  assert.equal(await typed(page), wrong);
  assert.deepEqual(await marked(page), [3, 4, 6]);
  assert.equal(await text(page).getAttribute('aria-invalid'), 'true');
  const items = page.locator('#scenario-faults li');
  const said = await items.allTextContents();
  assert.equal(said.length, 3);
  assert.match(said[0], /^Line 3\/workload\/requests Must be an integer/);
  assert.match(said[1], /^Line 4\/workload\/colour Unknown field/);
  assert.match(said[2], /^Line 6\/policy\/hedge\/delay\/ms Must be a number from 0/);
  await items.nth(2).getByRole('link').click();
  assert.equal(await held(page), '"ms": -1');
  await items.nth(1).getByRole('link').focus();
  await page.keyboard.press('Enter');
  assert.equal(await held(page), '"colour": 1');
  await headline(page, 'TAIL CUT, p95 640 → 226 ms');
  assert.equal(await page.getByRole('alert').isVisible(), false, 'once is enough');

  await text(page).fill('{"workload": {"operation": "write"},\n "policy": {"hedge": {"delay": {"ms": 130}}}}');
  await page.keyboard.press('ControlOrMeta+Enter');
  await headline(page, 'DUPLICATE WRITES, 3');
  assert.deepEqual(await marked(page), []);
  assert.equal(await items.count(), 0);
  assert.equal(await page.getByLabel('Operation').inputValue(), 'write');
  faults.length = 0; // 422, on the console
});

/** What is wrong, a text that has it, and the line and the letters to which it leads. @type {[string, string, number, string][]} */
const wrongs = [
  ['no JSON', '{\n  "seed": 1,\n  "workload": {"requests": 20,}\n}', 3, '}'],
  ['letters of more than a byte before it', '{\n  "ä€😀": 1,\n  "b": tru\n}', 3, 't'],
  ['a name that is there twice', '{"workload":\n {"requests": 3,\n  "requests": 4}}', 3, ':'],
  ['something missing', '{"backend": {"latency":\n {"lognormal": {"medianMs": 4}}}}', 2, '"lognormal"'],
  ['a rule across fields', '{\n "workload": {"requests": 30}}', 2, '"requests": 30'],
];

person('leads to the place of every kind of fault', async (page, { faults }) => {
  await openEditor(page, '/');
  for (const [name, body, line, what] of wrongs) {
    await text(page).fill(body);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.locator('#scenario-note', { hasText: /below\.$/ }).waitFor();
    assert.deepEqual(await marked(page), [line], name);
    await page.locator('#scenario-faults').getByRole('link').click();
    assert.equal(await held(page), what, name);
  }
  faults.length = 0; // 400 and 422, on the console
});

person('what was typed survives another run, and a server that is busy', async (page, { faults }) => {
  await openEditor(page, '/');
  await text(page).fill(queued);
  await page.getByLabel('Send the backup after').fill('130');
  await headline(page, 'TAIL CUT');
  assert.equal(await typed(page), queued);
  await page.getByText('The page shows another run; what was typed is still here.').waitFor();
  await page.route('**/runs', (route) => route.fulfill({
    status: 503, headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '2' },
    body: JSON.stringify({ type: '/problems/busy', title: 'Busy', status: 503, detail: 'All slots are taken.' }),
  }));
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('alert').getByText('Busy. All slots are taken.').waitFor();
  assert.equal(await typed(page), queued);
  await page.unroute('**/runs');
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Applied: the page shows this run').waitFor();
  await page.getByRole('button', { name: 'Show the whole scenario' }).click();
  assert.notEqual(await typed(page), queued);
  faults.length = 0; // 503, on the console
});

person('does it all by keyboard', async (page, { faults }) => {
  await page.goto('/');
  await headline(page, 'EXCESS LOAD');
  /** @param {() => Promise<boolean>} there */
  const tabTo = async (there) => {
    for (let i = 0; i < 80; i++) {
      await page.keyboard.press('Tab');
      if (await there()) return;
    }
    assert.fail('it cannot be reached');
  };
  const focused = (/** @type {string} */ selector) => () => page.evaluate((s) => document.activeElement?.matches(s) ?? false, selector);
  await tabTo(focused('#edit'));
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.id === 'scenario-text' && /** @type {HTMLTextAreaElement} */ (document.activeElement).value !== '');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('{"policy": {"hedge": {"delay": {"ms": "soon"}}}}');
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.locator('#scenario-faults li').waitFor();
  await tabTo(focused('#scenario-faults a'));
  await page.keyboard.press('Enter');
  assert.equal(await held(page), '"ms": "soon"');
  await page.keyboard.type('"ms": 130');
  await tabTo(focused('#scenario-apply'));
  await page.keyboard.press('Enter');
  await headline(page, 'TAIL CUT, p95 640 → 226 ms');
  faults.length = 0; // 422, on the console
});

person('controls say what they cannot express', async (page) => {
  const drill = await (await page.request.get('/runs/v1.e30')).json();
  /** Shows a run of a server that knows more than this one. @param {object} policy */
  const open = async (policy) => {
    await page.unroute('**/runs/v1.e30');
    await page.route('**/runs/v1.e30', (route) => route.fulfill({ json: { ...drill, scenario: { ...drill.scenario, policy } } }));
    await page.route('**/runs', (route) => route.fulfill({ status: 201, json: drill }));
    await page.goto('/?run=v1.e30');
    await headline(page, 'EXCESS LOAD');
  };
  const { hedge } = drill.scenario.policy;
  await open({ hedge: { ...hedge, delay: { quantile: { percent: 95 } }, budget: { tokens: { burst: 5 } } } });
  assert.match(await page.locator('#delay-beyond').textContent() ?? '', /^Not a fixed time, but quantile/);
  assert.match(await page.locator('#budget-beyond').textContent() ?? '', /^Not a percentage, but tokens/);
  assert.equal(await page.getByLabel('Send the backup after').inputValue(), '');
  assert.equal(await page.getByLabel('Drag the delay').isVisible(), false);
  assert.equal(await page.getByLabel('Drag the budget').isVisible(), false);
  await open({ grpc: { maxAttempts: 3 } });
  assert.match(await page.locator('#hedge-beyond').textContent() ?? '', /^The policy is grpc/);
  assert.equal(await page.getByLabel('Hedge budget').isDisabled(), true);
});
