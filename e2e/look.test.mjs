/**
 * How the page looks and what it weighs: accessibility, small screens, light and
 * dark, bytes and time. It takes the README's pictures.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { accessibility, beyondTheSide, headline, newPage, posted, stage } from './browser.mjs';

const on = stage();
const images = fileURLToPath(new URL('../docs/images/', import.meta.url));
const phone = { width: 390, height: 844 };

/**
 * Opens the page and checks, at the end, that nothing went wrong beside.
 * @param {import('playwright-core').BrowserContextOptions} options
 * @param {string} path
 * @param {string} shown
 * @param {(page: import('playwright-core').Page, requested: string[]) => Promise<void>} look
 */
async function looking(options, path, shown, look) {
  const { page, faults, requested, close } = await newPage(on.browser, on.server.url, { reducedMotion: 'reduce', ...options });
  try {
    await page.goto(path);
    await headline(page, shown);
    await page.locator('#lessons li').last().waitFor({ state: 'attached' });
    await look(page, requested);
    assert.deepEqual(faults, []);
  } finally {
    await close();
  }
}

/** How high what a finger meets is. @param {import('playwright-core').Page} page */
const heights = (page) => page.evaluate(() => [...document.querySelectorAll('button, select, input, summary, nav a, .faults a')].filter((e) => e.getClientRects().length > 0).map((e) => {
  const area = e.matches('[type=checkbox]') ? e.parentElement : e;
  return { id: e.id || (e.textContent ?? '').slice(0, 30), height: area?.getBoundingClientRect().height ?? 0 };
}));

/** @type {[string, import('playwright-core').BrowserContextOptions, string, string][]} */
const views = [
  ['light, at the start', { colorScheme: 'light' }, '/', 'EXCESS LOAD'],
  ['dark, in a race', { colorScheme: 'dark' }, '/?delay=130&at=15200', 'TAIL CUT'],
  ['light, complete, duplicate writes', { colorScheme: 'light' }, '/?delay=130&operation=write&at=60000', 'DUPLICATE WRITES'],
  ['dark, complete, no gain', { colorScheme: 'dark' }, '/?budget=10&at=60000', 'NO TAIL GAIN'],
  ['phone, dark, in a race', { colorScheme: 'dark', viewport: phone }, '/?delay=130&operation=write&at=48200', 'DUPLICATE WRITES'],
  ['phone, light, complete', { colorScheme: 'light', viewport: phone }, '/?hedge=off&at=60000', 'BASELINE'],
];

for (const [name, options, path, shown] of views) {
  test(`axe-core finds nothing: ${name}`, () => looking(options, path, shown, async (page) => {
    const { rules, found } = await accessibility(page);
    assert.ok(rules > 25, `only ${rules} rules had anything to look at`);
    assert.deepEqual(found, []);
  }));
}

test('axe-core finds nothing: two hundred requests, in a frame that scrolls', async () => {
  const run = await (await fetch(`${on.server.url}/runs`, {
    method: 'POST', headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ workload: { requests: 200, arrival: { paced: { intervalMs: 100 } }, durationMs: 1000 }, backend: { latency: { constant: { ms: 180 } } } }),
  })).json();
  await looking({}, `/?run=${run.id}&at=12050`, run.outcome.headline, async (page) => {
    assert.deepEqual((await accessibility(page)).found, []);
  });
});

/** Runs of other shapes, which are posted. @type {Record<string, object>} */
const others = {
  cluster: {
    workload: { requests: 60, arrival: { poisson: { ratePerSecond: 60 } }, durationMs: 0 }, policy: { hedge: { delay: { ms: 60 }, cancel: 'onStart' } },
    backend: { latency: { exponential: { meanMs: 40 } }, capacity: { cluster: { servers: 3, slow: [{ server: 1, fromMs: 0, toMs: 600, factor: 8 }] } } },
  },
  long: {
    workload: { requests: 20000, arrival: { poisson: { ratePerSecond: 1000 } }, durationMs: 0 }, policy: { hedge: { delay: { ms: 120 } } },
    backend: { latency: { exponential: { meanMs: 40 } }, capacity: { cluster: { servers: 60 } } },
  },
  leaves: {
    workload: { requests: 30, arrival: { poisson: { ratePerSecond: 10 } }, durationMs: 0, hops: 2, fanOut: { leaves: 12, quorum: 10, afterMs: 200 } },
    backend: { latency: { exponential: { meanMs: 40 } } }, policy: { hedge: { delay: { ms: 60 } } },
  },
};

/**
 * Opens another run with all its parts in sight, and the editor with faults if that is
 * wanted.
 * @param {import('playwright-core').BrowserContextOptions} options
 * @param {keyof typeof others} kind
 * @param {number} at
 * @param {boolean} edits
 * @param {(page: import('playwright-core').Page) => Promise<void>} look
 */
async function lookingAt(options, kind, at, edits, look) {
  const { page, faults, close } = await newPage(on.browser, on.server.url, { reducedMotion: 'reduce', ...options });
  try {
    const run = await posted(page, others[kind]);
    await page.goto(`/?run=${run.id}&at=${Math.min(at, run.durationMs)}`);
    await headline(page, run.outcome.headline);
    if (run.scenario.backend.capacity.cluster) await page.locator('#servers .server').first().waitFor();
    const curve = page.locator('#distribution-figure .curve').nth(1);
    // Parts above it get their own heights when they are first in sight, which moves the figure away.
    for (let tries = 0; tries < 50 && !await curve.isVisible(); tries++) {
      await page.locator('#distribution-figure').scrollIntoViewIfNeeded();
      await page.waitForTimeout(100);
    }
    await curve.waitFor();
    await page.getByText('The same as a table').click();
    assert.deepEqual(faults, []);
    if (edits) {
      await page.getByRole('button', { name: 'Edit as JSON' }).click();
      await page.getByLabel('What is posted').fill('{\n  "workload": {"requests": 0},\n  "policy": {"hedge": {"delay": {"ms": -1}}, "a-name-that-is-so-long-that-no-telephone-has-room-for-it": 1}\n}');
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.locator('#scenario-faults li').nth(2).waitFor();
    }
    await look(page);
  } finally {
    await close();
  }
}

/** @type {[string, import('playwright-core').BrowserContextOptions, keyof typeof others, number, boolean][]} */
const otherViews = [
  ['a cluster, light, the editor with faults', { colorScheme: 'light' }, 'cluster', 400, true],
  ['a cluster, dark, complete', { colorScheme: 'dark' }, 'cluster', 1e6, false],
  ['a long run, dark, on a phone, the editor with faults', { colorScheme: 'dark', viewport: phone }, 'long', 10000, true],
  ['leaves and hops, light, on a phone', { colorScheme: 'light', viewport: phone }, 'leaves', 1500, false],
];

for (const [name, options, kind, at, edits] of otherViews) {
  test(`axe-core finds nothing, and nothing goes beyond the side: ${name}`, () => lookingAt(options, kind, at, edits, async (page) => {
    const { rules, found } = await accessibility(page);
    assert.ok(rules > 25, `only ${rules} rules had anything to look at`);
    assert.deepEqual(found, []);
    assert.deepEqual(await beyondTheSide(page), { sideways: 0, out: [] });
    assert.deepEqual((await heights(page)).filter((h) => h.height < 43.9), []);
  }));
}

test('axe-core finds nothing: an error that is shown', async () => {
  const { page, close } = await newPage(on.browser, on.server.url);
  try {
    await page.goto('/?delay=-1');
    await page.getByRole('alert').getByText('Must be a number').waitFor();
    assert.deepEqual((await accessibility(page)).found, []);
  } finally {
    await close();
  }
});

for (const width of [390, 320, 768, 1024]) {
  test(`nothing goes beyond the side at ${width} pixels`, () => looking({ viewport: { width, height: 844 } }, '/?delay=130&operation=write&at=60000', 'DUPLICATE WRITES', async (page) => {
    assert.deepEqual(await beyondTheSide(page), { sideways: 0, out: [] });
  }));
}

test('what a finger meets is at least 44 pixels high', () => looking({ viewport: phone, hasTouch: true }, '/', 'EXCESS LOAD', async (page) => {
  await page.locator('#lessons-all > summary').tap();
  const all = await heights(page);
  assert.ok(all.length > 15, `only ${all.length} controls`);
  assert.deepEqual(all.filter((h) => h.height < 43.9), []);
}));

test('the first view is under 60 kB compressed, and all of it from the server', async () => {
  const { page, faults, requested, close } = await newPage(on.browser, on.server.url);
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    let bytes = 0;
    session.on('Network.loadingFinished', (e) => { bytes += e.encodedDataLength; });
    await page.goto('/', { waitUntil: 'networkidle' });
    await headline(page, 'EXCESS LOAD');
    console.log(`first view: ${(bytes / 1000).toFixed(1)} kB in ${requested.length} requests, headers and the API's answers included`);
    assert.ok(bytes > 10000 && bytes < 60000, `${bytes} bytes`);
    assert.deepEqual(requested.filter((url) => new URL(url).origin !== on.server.url), []);
    assert.deepEqual(faults, []);
  } finally {
    await close();
  }
});

test('seeking stays under one frame of work', () => looking({}, '/?delay=50', 'EXCESS LOAD', async (page) => {
  // A jump's work is the least time that it took in many tries, scripts, styles and
  // layout together: the others had to share the machine.
  const times = await page.evaluate(() => {
    const slider = /** @type {HTMLInputElement} */ (document.getElementById('at'));
    const jump = (/** @type {number} */ to) => {
      const began = performance.now();
      slider.value = String(to);
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      document.documentElement.getBoundingClientRect();
      return performance.now() - began;
    };
    let seed = 1;
    const instant = () => {
      seed = (seed * 48271) % 2147483647;
      return (seed % 60001) / 1000;
    };
    for (let i = 0; i < 20; i++) jump(instant()); // the first ones warm the machine up
    return Array.from({ length: 40 }, () => {
      const [from, to] = [instant(), instant()];
      return Math.min(...Array.from({ length: 15 }, () => {
        jump(from);
        return jump(to);
      }));
    }).sort((a, b) => a - b);
  });
  const at = (/** @type {number} */ p) => times[Math.ceil((p * times.length) / 100) - 1];
  console.log(`seeking: p50 ${at(50).toFixed(1)} ms, p95 ${at(95).toFixed(1)} ms, slowest ${at(100).toFixed(1)} ms of ${times.length} far jumps`);
  assert.ok(at(50) > 0.1 && at(95) < 1000 / 60, `p95 ${at(95)} ms`);
}));

test('without motion where none is wanted', () => looking({}, '/', 'EXCESS LOAD', async (page) => {
  const moving = await page.evaluate(() => [...document.querySelectorAll('*')].filter((e) => parseFloat(getComputedStyle(e).transitionDuration) > 0 || getComputedStyle(e).animationName !== 'none').length);
  assert.equal(moving, 0);
}));

/**
 * Whether two pictures differ by no more than the edges of letters do from one run
 * of a browser to the next. Only a picture that looks different is written anew.
 * @param {Buffer} a
 * @param {Buffer} b
 */
async function looksAlike(a, b) {
  const page = await on.browser.newPage();
  try {
    return await page.evaluate(async (sources) => {
      const [x, y] = await Promise.all(sources.map(async (source) => {
        const image = new Image();
        image.src = `data:image/png;base64,${source}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height);
      }));
      if (x.width !== y.width || x.height !== y.height) return false;
      let different = 0;
      for (let i = 0; i < x.data.length; i++) different += x.data[i] === y.data[i] ? 0 : 1;
      return different < x.data.length / 2000;
    }, [a, b].map((picture) => picture.toString('base64')));
  } finally {
    await page.close();
  }
}

/** @type {[string, import('playwright-core').BrowserContextOptions, string, string, string | null][]} */
const pictures = [
  ['page-light', { viewport: { width: 1360, height: 1520 } }, '/?preset=tail-only&at=33180', 'TAIL CUT', null],
  ['page-dark', { viewport: { width: 1360, height: 1520 }, colorScheme: 'dark' }, '/?preset=write-without-key&at=60000', 'DUPLICATE WRITES', null],
  ['phone-dark', { viewport: phone, deviceScaleFactor: 2, colorScheme: 'dark' }, '/?preset=tail-only&at=48200', 'TAIL CUT', '#replay'],
  ['phone-light', { viewport: phone, deviceScaleFactor: 2 }, '/?preset=tail-only&at=48200', 'TAIL CUT', '#preview'],
];

for (const [name, options, path, shown, from] of pictures) {
  test(`picture for the README: ${name}`, () => looking(options, path, shown, async (page) => {
    mkdirSync(images, { recursive: true });
    await page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); }));
    if (from) await page.locator(from).evaluate((e) => scrollTo(0, e.getBoundingClientRect().top + scrollY - 12 - /** @type {HTMLElement} */ (document.querySelector('#price')).offsetHeight));
    const taken = await page.screenshot({ animations: 'disabled' });
    const file = `${images}${name}.png`;
    if (!existsSync(file) || !await looksAlike(readFileSync(file), taken)) writeFileSync(file, taken);
  }));
}
