/**
 * The page: it opens runs and keeps the address. All that it shows follows from the
 * run and the inspected time.
 *
 * @typedef {import('./race.js').Race} Race
 * @typedef {import('./answers.js').Run} Run
 * @typedef {import('./client.js').Trouble} Trouble
 * @typedef {import('./settings.js').Settings} Settings
 */
import { curlOf, differenceOf, readAddress, writeAddress } from './address.js';
import { createRun, createRunOf, getRun, listPresets } from './client.js';
import { Complaint, troubleOf } from './complaint.js';
import { Controls } from './controls.js';
import { byId } from './dom.js';
import { Editing } from './editing.js';
import { Feed } from './feed.js';
import { exactMs } from './instants.js';
import { Lessons } from './lessons.js';
import { Loader } from './loading.js';
import { summary } from './metrics.js';
import { Picture } from './picture.js';
import { Replay } from './replay.js';
import { beyondSettings, OPENING, scenarioWith, settingsOf } from './settings.js';
import { announce, sayInstant, sayWins } from './speech.js';

/**
 * How a run is opened.
 * @typedef {object} How
 * @property {number} atMs
 * @property {boolean} isNew gives it its own entry in the browser's history
 * @property {(trouble: Trouble) => void} [refused] shows what is wrong with it, instead of the page
 * @property {boolean} [applied] it is what was typed as JSON
 */

const NEW = { atMs: 0, isNew: true };

export class Page {
  curl = byId('curl', HTMLTextAreaElement);
  speed = byId('speed', HTMLSelectElement);
  #preview = byId('preview', HTMLElement);
  #loader = new Loader();
  #controls = new Controls((settings) => this.#change(settings));
  #lessons = new Lessons((preset) => this.#open((signal) => getRun(preset.id, signal), NEW));
  #complaint = new Complaint(() => this.#open((signal) => createRun({}, signal), NEW));
  #editing = new Editing((body) => this.#open((signal) => createRunOf(body, signal), {
    ...NEW, applied: true, refused: (trouble) => this.#editing.complain(trouble),
  }));
  replay = new Replay({
    picture: new Picture(), feed: new Feed(this.#loader), arrived: sayInstant, passed: sayWins,
    keep: () => this.keep(),
    complain: (error, again) => this.#complaint.say(troubleOf(error), () => {
      this.#complaint.withdraw();
      again();
    }, true),
  });

  /** @type {Settings} */
  #chosen = { ...OPENING };
  #question = new AbortController();

  /**
   * Opens a run: asks for it and for its baseline, and shows it. A newer question
   * ends an older one.
   * @param {(signal: AbortSignal) => Promise<Run>} ask
   * @param {How} how
   */
  async #open(ask, how) {
    this.#question.abort();
    this.#question = new AbortController();
    const { signal } = this.#question;
    this.replay.pause();
    this.#preview.setAttribute('aria-busy', 'true');
    try {
      const race = await this.#loader.open(await ask(signal), how.atMs, signal);
      if (!signal.aborted) this.#show(race, how);
    } catch (error) {
      if (!signal.aborted) this.#fail(troubleOf(error), ask, how);
    } finally {
      if (!signal.aborted) this.#preview.removeAttribute('aria-busy');
    }
  }

  /** @param {Trouble} trouble @param {(signal: AbortSignal) => Promise<Run>} ask @param {How} how */
  #fail(trouble, ask, how) {
    if (how.refused && trouble.faults.length > 0) return how.refused(trouble);
    this.#controls.mark(trouble.faults);
    this.#complaint.say(trouble, () => this.#open(ask, how), this.replay.race !== null);
  }

  /** @param {Race} race @param {How} how */
  #show(race, how) {
    const { run } = race;
    this.#complaint.withdraw();
    this.#chosen = settingsOf(run.scenario, this.#chosen);
    this.#controls.show(this.#chosen, beyondSettings(run.scenario));
    this.#controls.mark([]);
    this.#lessons.show(run.id);
    this.curl.value = curlOf(location.origin, differenceOf(run.id, run.scenario));
    byId('run-link', HTMLAnchorElement).href = `/runs/${run.id}`;
    this.#editing.show(run, how.applied ?? false);
    this.replay.show(race, how.atMs);
    if (!how.isNew) return this.keep();
    history.pushState(null, '', this.#address());
    announce(summary(race));
  }

  /** @param {Settings} settings */
  #change(settings) {
    this.#chosen = settings;
    const scenario = scenarioWith(this.replay.race?.run.scenario ?? { workload: {}, policy: {} }, settings);
    this.#open((signal) => createRun(scenario, signal), NEW);
  }

  #address() {
    const id = this.replay.race?.run.id;
    return writeAddress(new URL(location.href), {
      run: id ?? '', preset: this.#lessons.nameOf(id), settings: this.#chosen, atMs: exactMs(this.replay.atMs), speed: this.speed.value,
    });
  }

  /** Keeps in the address what is shown. */
  keep() {
    if (this.replay.race) history.replaceState(null, '', this.#address());
  }

  /** Opens what the address asks for. */
  openAddress() {
    const { run, preset, settings, atMs, speed } = readAddress(new URL(location.href));
    if (speed && [...this.speed.options].some((o) => o.value === speed)) this.speed.value = speed;
    if (settings) this.#controls.show(settings, {});
    return this.#open((signal) => {
      if (run) return getRun(run, signal);
      const body = settings ? scenarioWith({ workload: {}, policy: {} }, settings) : {};
      return createRun(preset ? { preset, ...body } : body, signal);
    }, { atMs, isNew: false });
  }

  async listLessons() {
    try {
      this.#lessons.fill((await listPresets(new AbortController().signal)).items);
      this.#lessons.show(this.replay.race?.run.id ?? '');
    } catch (error) {
      this.#complaint.say(troubleOf(error), () => location.reload(), this.replay.race !== null);
    }
  }
}
