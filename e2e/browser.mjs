/**
 * The browser: Debian's Chromium, driven as a person would, and watched for what
 * no page may do.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { startServer } from './server.mjs';

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Another browser than Debian's can be named in the environment. */
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

const args = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

const startBrowser = () => chromium.launch({ executablePath, args });

/**
 * A page that records what must not be: requests to another origin, errors on the
 * console, faults of scripts, what the content policy refuses.
 * @param {import('playwright-core').Browser} browser
 * @param {string} origin
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export async function newPage(browser, origin, options = {}) {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1360, height: 900 }, colorScheme: 'light', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(10000);
  /** @type {string[]} */
  const faults = [];
  /** @type {string[]} */
  const requested = [];
  page.on('request', (request) => {
    requested.push(request.url());
    if (new URL(request.url()).origin !== origin) faults.push(`request to ${request.url()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
  return { page, faults, requested, close: () => context.close() };
}

/**
 * Waits until the page shows a run.
 * @param {import('playwright-core').Page} page
 * @param {string} headline
 */
export const headline = (page, headline) => page.locator('#headline', { hasText: headline }).waitFor();

/**
 * What axe-core finds wrong with a page as it is now, as WCAG 2.2 AA and its best
 * practices want it.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<{rules: number, found: string[]}>}
 */
export async function accessibility(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    // @ts-expect-error axe has put itself on the window
    const results = await window.axe.run(document, { resultTypes: ['violations', 'incomplete'] });
    return {
      rules: results.passes.length,
      found: results.violations.flatMap((/** @type {any} */ v) => v.nodes.map((/** @type {any} */ n) => `${v.id}: ${n.html.slice(0, 160)} ${n.failureSummary}`)),
    };
  });
}

/** What reaches beyond the side of a page. @param {import('playwright-core').Page} page */
export const beyondTheSide = (page) => page.evaluate(() => {
  const wide = document.documentElement.clientWidth;
  const out = [...document.querySelectorAll('body *')].filter((e) => {
    const box = e.getBoundingClientRect();
    return box.width > 0 && (box.right > wide + 1 || box.left < -1) && !e.closest('.skip');
  });
  return { sideways: document.documentElement.scrollWidth - wide, out: out.slice(0, 3).map((e) => e.outerHTML.slice(0, 100)) };
});

/**
 * A server and a browser that the tests of a file share.
 * @returns {{server: Awaited<ReturnType<typeof startServer>>, browser: import('playwright-core').Browser}} filled before the first test
 */
export function stage() {
  const shared = /** @type {ReturnType<typeof stage>} */ ({});
  before(async () => {
    shared.server = await startServer();
    shared.browser = await startBrowser();
  });
  after(async () => {
    await shared.browser.close();
    await shared.server.stop();
  });
  return shared;
}

/**
 * Persons at the page, for the tests of a file.
 * However it ends, nothing may have gone wrong beside.
 */
export function persons() {
  const on = stage();
  /**
   * @param {string} name
   * @param {(page: import('playwright-core').Page, seen: {requested: string[], faults: string[]}) => Promise<void>} does
   * @param {import('playwright-core').BrowserContextOptions} [options]
   */
  return function person(name, does, options) {
    test(name, async () => {
      const { page, faults, requested, close } = await newPage(on.browser, on.server.url, options);
      try {
        await does(page, { requested, faults });
        assert.deepEqual(faults, []);
        assert.ok(requested.length > 0);
      } finally {
        await close();
      }
    });
  };
}

/**
 * Has the server play a scenario.
 * @param {import('playwright-core').Page} page
 * @param {object} scenario
 */
export async function posted(page, scenario) {
  const run = await (await page.request.post('/runs', { data: scenario })).json();
  assert.ok(run.id, JSON.stringify(run));
  return run;
}
