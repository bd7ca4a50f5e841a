/**
 * The replay: the inspected time, and what moves it. Of a long run it has the
 * stretch loaded that the time is in.
 *
 * @typedef {import('./race.js').Race} Race
 */
import { advance, paceOf, startFrames } from './clock.js';
import { byId, setText } from './dom.js';
import { exactMs } from './instants.js';
import { knownMs, knows, nextInstant, previousInstant, runsShort } from './race.js';
import { ms } from './text.js';

/** How long a slider that is dragged rests before a stretch is asked for. */
const REST_MS = 120;

/**
 * @param {object} page
 * @param {ReturnType<typeof import('./picture.js').makePicture>} page.picture
 * @param {ReturnType<typeof import('./loading.js').makeLoader>} page.loader
 * @param {() => void} page.keep keeps the time in the address
 * @param {(race: Race, atMs: number) => void} page.arrived a person went to an instant
 * @param {(race: Race, fromMs: number, toMs: number) => void} page.passed it played on
 * @param {(error: unknown, again: () => void) => void} page.complain
 */
export function makeReplay({ picture, loader, keep, arrived, passed, complain }) {
  const play = byId('play', HTMLButtonElement);
  const next = byId('next', HTMLButtonElement);
  const speed = byId('speed', HTMLSelectElement);
  const busy = byId('trace', HTMLElement);

  /** @type {Race | null} */
  let race = null;
  let atMs = 0;
  /** @type {(() => void) | null} */
  let stopFrames = null;
  let question = new AbortController();
  let asksOn = false;

  /** Shows an instant; of a long run it may have to be loaded first. Says whether it came to that. @param {number} instant */
  async function seek(instant) {
    if (!race) return false;
    atMs = Math.min(Math.max(instant, 0), race.run.durationMs);
    next.setAttribute('aria-disabled', String(atMs >= race.run.durationMs));
    question.abort();
    question = new AbortController();
    if (knows(race, atMs)) {
      busy.removeAttribute('aria-busy');
      picture.draw(atMs);
      return true;
    }
    picture.point(atMs);
    return reach(race.run);
  }

  /** Loads the stretch around the inspected time. @param {import('./answers.js').Run} run */
  async function reach(run) {
    const { signal } = question;
    busy.setAttribute('aria-busy', 'true');
    await new Promise((resolve) => { setTimeout(resolve, REST_MS); });
    if (signal.aborted) return false;
    try {
      const reached = await loader.around(run, atMs, signal);
      if (signal.aborted) return false;
      replace(reached);
      return true;
    } catch (error) {
      if (!signal.aborted) complain(error, () => go(atMs));
      return false;
    } finally {
      if (!signal.aborted) busy.removeAttribute('aria-busy');
    }
  }

  /** The same run, other events of it. @param {Race} other */
  function replace(other) {
    race = other;
    picture.replace(race);
    picture.draw(atMs);
  }

  /** Asks for what comes after the stretch. @param {Race} before */
  async function more(before) {
    if (asksOn) return;
    asksOn = true;
    const { signal } = question;
    try {
      const longer = await loader.on(before, signal);
      if (signal.aborted || race !== before) return;
      if (!knows(longer, atMs)) atMs = knownMs(longer); // so much happens at one instant that it is gone to at once
      replace(longer);
    } catch (error) {
      if (signal.aborted) return;
      pause();
      complain(error, resume);
    } finally {
      asksOn = false;
    }
  }

  /** Moves to an instant because a person asked for it. @param {number} instant */
  async function go(instant) {
    pause();
    const there = seek(instant);
    keep();
    if (!await there || !race) return;
    picture.follow();
    arrived(race, atMs);
  }

  function pause() {
    if (!stopFrames) return;
    stopFrames();
    stopFrames = null;
    setText(play, 'Play');
    if (race) atMs = Math.min(race.stretch ? exactMs(atMs) : Math.round(atMs), race.run.durationMs); // the address and the API know whole instants
    picture.draw(atMs);
    keep();
  }

  function resume() {
    if (!race || stopFrames) return;
    if (atMs >= race.run.durationMs) seek(0);
    setText(play, 'Pause');
    stopFrames = startFrames((frameMs) => {
      if (!race || !knows(race, atMs)) return; // it is being loaded
      const before = atMs;
      if (runsShort(race, atMs)) more(race);
      atMs = Math.min(advance(atMs, frameMs, Number(speed.value), paceOf(race.run)), knownMs(race));
      picture.draw(atMs);
      picture.follow();
      passed(race, before, atMs);
      if (atMs >= race.run.durationMs) go(atMs);
    });
  }

  /** How fast a long run plays. */
  function sayPace() {
    const pace = byId('pace', HTMLElement);
    pace.hidden = !race?.stretch;
    if (race) setText(pace, `This run has more events than the eye can follow: at 1×, ${ms(Number((1000 * paceOf(race.run)).toPrecision(2)))} of it pass in a second.`);
  }

  return {
    /** @param {Race} opened @param {number} instant */
    show(opened, instant) {
      race = opened;
      picture.show(race);
      seek(instant);
      picture.follow();
      sayPace();
    },
    seek, go, pause, resume,
    toggle: () => (stopFrames ? pause() : resume()),
    next: () => race && go(nextInstant(race, atMs)),
    previous: () => race && go(previousInstant(race, atMs)),
    race: () => race,
    atMs: () => atMs,
  };
}
