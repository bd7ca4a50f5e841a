/**
 * The replay: the inspected time, and what moves it. In a long run it loads the
 * stretch that the time is in.
 *
 * @typedef {import('./race.js').Race} Race
 */
import { advance, paceOf, startFrames } from './clock.js';
import { byId, setText } from './dom.js';
import { exactMs } from './instants.js';
import { knownMs, knows, nextInstant, previousInstant, runsShort } from './race.js';
import { ms } from './text.js';

/**
 * What the replay needs of the page.
 * @typedef {object} Surroundings
 * @property {import('./picture.js').Picture} picture
 * @property {import('./feed.js').Feed} feed
 * @property {() => void} keep keeps the time in the address
 * @property {(race: Race, atMs: number) => void} arrived a person went to an instant
 * @property {(race: Race, fromMs: number, toMs: number) => void} passed it played on
 * @property {(error: unknown, again: () => void) => void} complain
 */

export class Replay {
  #play = byId('play', HTMLButtonElement);
  #next = byId('next', HTMLButtonElement);
  #speed = byId('speed', HTMLSelectElement);
  #busy = byId('trace', HTMLElement);
  #page;

  /** @type {Race | null} */
  #race = null;
  #atMs = 0;
  /** @type {(() => void) | null} */
  #stopFrames = null;

  /** @param {Surroundings} page */
  constructor(page) {
    this.#page = page;
  }

  get race() {
    return this.#race;
  }

  get atMs() {
    return this.#atMs;
  }

  /** @param {Race} opened @param {number} instant */
  show(opened, instant) {
    this.#race = opened;
    this.#page.picture.show(opened);
    this.seek(instant);
    this.#page.picture.follow();
    sayPace(opened);
  }

  /** Shows an instant, which in a long run may have to be loaded first. Says whether it was shown. @param {number} instant */
  async seek(instant) {
    const race = this.#race;
    if (!race) return false;
    const { picture, feed } = this.#page;
    this.#atMs = Math.min(Math.max(instant, 0), race.run.durationMs);
    this.#next.setAttribute('aria-disabled', String(this.#atMs >= race.run.durationMs));
    feed.drop();
    if (!knows(race, this.#atMs)) {
      picture.point(this.#atMs);
      return this.#reach(race.run);
    }
    this.#busy.removeAttribute('aria-busy');
    picture.draw(this.#atMs);
    return true;
  }

  /** Loads the stretch around the inspected time. @param {import('./answers.js').Run} run */
  async #reach(run) {
    this.#busy.setAttribute('aria-busy', 'true');
    try {
      const reached = await this.#page.feed.around(run, this.#atMs);
      if (!reached) return false; // a newer question keeps it busy
      this.#replace(reached);
      this.#busy.removeAttribute('aria-busy');
      return true;
    } catch (error) {
      this.#page.complain(error, () => this.go(this.#atMs));
      this.#busy.removeAttribute('aria-busy');
      return false;
    }
  }

  /** The same run, other events of it. @param {Race} other */
  #replace(other) {
    this.#race = other;
    this.#page.picture.replace(other);
    this.#page.picture.draw(this.#atMs);
  }

  /** Asks for what comes after the stretch. @param {Race} before */
  async #more(before) {
    try {
      const longer = await this.#page.feed.on(before);
      if (!longer || this.#race !== before) return;
      if (!knows(longer, this.#atMs)) this.#atMs = knownMs(longer); // so much happens at one instant that it is gone to at once
      this.#replace(longer);
    } catch (error) {
      this.pause();
      this.#page.complain(error, () => this.resume());
    }
  }

  /** Moves to an instant because a person asked for it. @param {number} instant */
  async go(instant) {
    this.pause();
    const there = this.seek(instant);
    this.#page.keep();
    if (!await there || !this.#race) return;
    this.#page.picture.follow();
    this.#page.arrived(this.#race, this.#atMs);
  }

  next() {
    if (this.#race) this.go(nextInstant(this.#race, this.#atMs));
  }

  previous() {
    if (this.#race) this.go(previousInstant(this.#race, this.#atMs));
  }

  toggle() {
    if (this.#stopFrames) this.pause();
    else this.resume();
  }

  pause() {
    if (!this.#stopFrames) return;
    this.#stopFrames();
    this.#stopFrames = null;
    setText(this.#play, 'Play');
    const race = this.#race;
    if (race) this.#atMs = Math.min(race.stretch ? exactMs(this.#atMs) : Math.round(this.#atMs), race.run.durationMs); // the address and the API have whole instants
    this.#page.picture.draw(this.#atMs);
    this.#page.keep();
  }

  resume() {
    if (!this.#race || this.#stopFrames) return;
    if (this.#atMs >= this.#race.run.durationMs) this.seek(0);
    setText(this.#play, 'Pause');
    this.#stopFrames = startFrames((frameMs) => this.#frame(frameMs));
  }

  /** @param {number} frameMs */
  #frame(frameMs) {
    const race = this.#race;
    if (!race || !knows(race, this.#atMs)) return; // it is being loaded
    const before = this.#atMs;
    if (runsShort(race, before)) this.#more(race);
    this.#atMs = Math.min(advance(before, frameMs, Number(this.#speed.value), paceOf(race.run)), knownMs(race));
    this.#page.picture.draw(this.#atMs);
    this.#page.picture.follow();
    this.#page.passed(race, before, this.#atMs);
    if (this.#atMs >= race.run.durationMs) this.go(this.#atMs);
  }
}

/** How fast a long run plays. @param {Race} race */
function sayPace({ run, stretch }) {
  const pace = byId('pace', HTMLElement);
  pace.hidden = !stretch;
  setText(pace, `This run has more events than the eye can follow: at 1×, ${ms(Number((1000 * paceOf(run)).toPrecision(2)))} of it pass in a second.`);
}
