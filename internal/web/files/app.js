/**
 * The wiring: what a person clicks, drags and types moves the page.
 */
import { listenToCopy } from './copying.js';
import { byId } from './dom.js';
import { exactMs } from './instants.js';
import { listenToKeys } from './keys.js';
import { Page } from './page.js';
import { measurePrice } from './price.js';
import { announce } from './speech.js';

/** @param {Page} page */
function listen(page) {
  const { replay, curl } = page;
  const slider = byId('at', HTMLInputElement);
  listenToCopy('copy', () => curl.value, curl, announce);
  listenToCopy('copy-link', () => location.href, curl, announce);
  byId('play', HTMLButtonElement).addEventListener('click', () => replay.toggle());
  byId('next', HTMLButtonElement).addEventListener('click', () => replay.next());
  byId('restart', HTMLButtonElement).addEventListener('click', () => replay.go(0));
  page.speed.addEventListener('change', () => page.keep());
  slider.addEventListener('input', () => {
    const asked = Math.round(Number(slider.value) * 1000);
    replay.pause();
    replay.seek(asked);
  });
  slider.addEventListener('change', () => replay.go(replay.atMs));
  listenToKeys(slider, replay, (ms) => replay.go(exactMs(replay.atMs + ms)));
  window.addEventListener('popstate', () => page.openAddress());
}

measurePrice();
const page = new Page();
listen(page);
page.openAddress();
page.listLessons();
