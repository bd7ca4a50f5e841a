/**
 * The parts of the picture that the drill does not need at once: the servers, and
 * the distribution of the latencies. Their code comes when they are first seen.
 *
 * @typedef {import('./race.js').Race} Race
 */
import { byId } from './dom.js';

/** @param {() => void} redraw draws the inspected instant again */
export function makeParts(redraw) {
  const rack = byId('servers', HTMLElement);
  const figure = byId('distribution-figure', HTMLElement);
  const section = byId('distribution', HTMLElement);
  const preview = byId('preview', HTMLElement);
  const tail = byId('tail-figure', HTMLElement);

  /** @type {Race | null} */
  let race = null;
  /** @type {ReturnType<typeof import('./servers.js').makeServers> | null} */
  let servers = null;
  /** @type {ReturnType<typeof import('./percentiles.js').makeDistribution> | null} */
  let distribution = null;
  let seen = false;

  new IntersectionObserver(async (entries) => {
    seen = entries.some((e) => e.isIntersecting);
    if (!seen) return;
    distribution ??= (await import('./percentiles.js')).makeDistribution(figure);
    if (race) distribution.show(race);
  }, { rootMargin: '200px' }).observe(figure);

  /** @param {Race} wanted */
  async function rackFor(wanted) {
    servers ??= (await import('./servers.js')).makeServers(rack);
    if (race !== wanted) return;
    servers.layOut(wanted, false);
    redraw();
  }

  return {
    /** @param {Race} next @param {boolean} sameRun */
    layOut(next, sameRun) {
      race = next;
      if (next.run.scenario.backend.capacity.cluster && !servers) rackFor(next);
      servers?.layOut(next, sameRun);
      rack.hidden = !next.run.scenario.backend.capacity.cluster;
      if (sameRun) return;
      // Where there are too many requests for a bar each, the distribution stands in their place.
      const long = next.stretch !== null;
      tail.hidden = long;
      section.hidden = long;
      const place = long ? preview : section;
      if (figure.parentElement !== place) place.append(figure);
      if (seen) distribution?.show(next);
    },
    /** @param {import('./model.js').State} state @param {number} atMs @param {number} selected */
    draw(state, atMs, selected) {
      servers?.draw(state, atMs, selected);
    },
  };
}
