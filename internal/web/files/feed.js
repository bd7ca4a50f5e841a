/**
 * The feed: it loads the stretch of a long run that the inspected time is in. A
 * newer question ends an older one, which then comes to nothing.
 *
 * @typedef {import('./race.js').Race} Race
 */

/** How long a slider that is dragged rests before a stretch is asked for. */
const REST_MS = 120;

export class Feed {
  #loader;
  #question = new AbortController();
  #asksOn = false;

  /** @param {import('./loading.js').Loader} loader */
  constructor(loader) {
    this.#loader = loader;
  }

  /** Ends what is being asked. */
  drop() {
    this.#question.abort();
    this.#question = new AbortController();
  }

  /** The stretch around an instant. @param {import('./answers.js').Run} run @param {number} atMs */
  async around(run, atMs) {
    return this.#ask(async (signal) => {
      await new Promise((resolve) => { setTimeout(resolve, REST_MS); });
      return signal.aborted ? null : this.#loader.around(run, atMs, signal);
    });
  }

  /** The same stretch, further; nothing while that is being asked already. @param {Race} race */
  async on(race) {
    if (this.#asksOn) return null;
    this.#asksOn = true;
    try {
      return await this.#ask((signal) => this.#loader.on(race, signal));
    } finally {
      this.#asksOn = false;
    }
  }

  /** @param {(signal: AbortSignal) => Promise<Race | null>} question */
  async #ask(question) {
    const { signal } = this.#question;
    try {
      const race = await question(signal);
      return signal.aborted ? null : race;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }
}
