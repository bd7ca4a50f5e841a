/**
 * Loading: all that the page needs of a run that it shows, whole or a stretch.
 *
 * @typedef {import('./answers.js').Run} Run
 * @typedef {import('./answers.js').Row} Row
 * @typedef {import('./race.js').Race} Race
 */
import { createRun, isLong, spansOf, wholeRun } from './client.js';
import { raceOf, raceOn } from './race.js';
import { baselineOf } from './settings.js';

/** What a long run needs, which the drill does not. */
const stretches = () => import('./stretch.js');

export class Loader {
  /** The rows of the last run without hedges. They stay while only the policy changes. @type {{key: string, rows: Row[]}} */
  #baseline = { key: '', rows: [] };

  /** @param {Run} run @param {number} atMs @param {AbortSignal} signal @returns {Promise<Race>} */
  async open(run, atMs, signal) {
    if (isLong(run)) return this.around(run, atMs, signal);
    const whole = await wholeRun(run, signal);
    return raceOf(whole, await this.#withoutHedges(whole, signal));
  }

  /** @param {Run} run whole @param {AbortSignal} signal */
  async #withoutHedges(run, signal) {
    if (run.scenario.policy.none) return run.requests.items;
    const scenario = baselineOf(run.scenario);
    const key = JSON.stringify(scenario);
    if (key !== this.#baseline.key) this.#baseline = { key, rows: (await wholeRun(await createRun(scenario, signal), signal)).requests.items };
    return this.#baseline.rows;
  }

  /** A long run around an instant. @param {Run} run @param {number} atMs @param {AbortSignal} signal */
  async around(run, atMs, signal) {
    const { stretchAround } = await stretches();
    return raceOn(run, await stretchAround(run, Math.min(atMs, run.durationMs), spansOf(run.id, signal)));
  }

  /** A long run, further. @param {Race} race @param {AbortSignal} signal */
  async on(race, signal) {
    if (!race.stretch) return race;
    const { stretchOn } = await stretches();
    return raceOn(race.run, await stretchOn(race.run, race.stretch, spansOf(race.run.id, signal)));
  }
}
