/**
 * The parts of the picture that the drill does not need at once: the servers, and
 * the distribution of the latencies. Their code comes when they are first seen.
 *
 * @typedef {import('./race.js').Race} Race
 */
import { byId } from './dom.js';

export class Parts {
  #rack = byId('servers', HTMLElement);
  #figure = byId('distribution-figure', HTMLElement);
  #section = byId('distribution', HTMLElement);
  #preview = byId('preview', HTMLElement);
  #tail = byId('tail-figure', HTMLElement);
  #redraw;

  /** @type {Race | null} */
  #race = null;
  /** @type {import('./servers.js').Servers | null} */
  #servers = null;
  /** @type {import('./percentiles.js').Distribution | null} */
  #distribution = null;
  #seen = false;

  /** @param {() => void} redraw draws the inspected instant again */
  constructor(redraw) {
    this.#redraw = redraw;
    new IntersectionObserver(async (entries) => {
      this.#seen = entries.some((e) => e.isIntersecting);
      if (!this.#seen) return;
      const { Distribution } = await import('./percentiles.js');
      this.#distribution ??= new Distribution(this.#figure);
      if (this.#race) this.#distribution.show(this.#race);
    }, { rootMargin: '200px' }).observe(this.#figure);
  }

  /** @param {Race} race @param {boolean} sameRun */
  layOut(race, sameRun) {
    this.#race = race;
    const { cluster } = race.run.scenario.backend.capacity;
    this.#rack.hidden = !cluster;
    if (cluster && !this.#servers) this.#bringServers(race);
    this.#servers?.layOut(race, sameRun);
    if (!sameRun) this.#placeDistribution(race);
  }

  /** @param {Race} race */
  async #bringServers(race) {
    const { Servers } = await import('./servers.js');
    this.#servers ??= new Servers(this.#rack);
    if (this.#race !== race) return;
    this.#servers.layOut(race, false);
    this.#redraw();
  }

  /** If there are too many requests for a bar each, the distribution takes the place of the bars. @param {Race} race */
  #placeDistribution(race) {
    const isLong = race.stretch !== null;
    this.#tail.hidden = isLong;
    this.#section.hidden = isLong;
    const place = isLong ? this.#preview : this.#section;
    if (this.#figure.parentElement !== place) place.append(this.#figure);
    if (this.#seen) this.#distribution?.show(race);
  }

  /** @param {import('./model.js').State} state @param {number} atMs @param {number} selected */
  draw(state, atMs, selected) {
    this.#servers?.draw(state, atMs, selected);
  }
}
