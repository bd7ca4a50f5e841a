/**
 * The wiring: it opens runs and keeps the address. All that the page shows follows
 * from the run and the inspected time.
 *
 * @typedef {import('./race.js').Race} Race
 * @typedef {import('./answers.js').Run} Run
 * @typedef {import('./client.js').Trouble} Trouble
 * @typedef {import('./settings.js').Settings} Settings
 */
import { createRun, createRunOf, getRun, listPresets } from './client.js';
import { makeComplaint, troubleOf } from './complaint.js';
import { makeSettings } from './controls.js';
import { makeCopy } from './copying.js';
import { byId, setText } from './dom.js';
import { exactMs } from './instants.js';
import { listenToKeys } from './keys.js';
import { makeLessons } from './lessons.js';
import { makeLoader } from './loading.js';
import { summary } from './metrics.js';
import { makePicture } from './picture.js';
import { makeReplay } from './replay.js';
import { beyondSettings, curlOf, differenceOf, OPENING, readAddress, scenarioWith, settingsOf, writeAddress } from './settings.js';
import { happened, seconds } from './text.js';

/**
 * How a run is opened.
 * @typedef {object} How
 * @property {number} atMs
 * @property {boolean} isNew gives it its own entry in the browser's history
 * @property {(trouble: Trouble) => void} [refused] hears of what is wrong with it, instead of the page
 * @property {boolean} [applied] it is what was typed as JSON
 */

function start() {
  const loader = makeLoader();
  const settings = makeSettings(changeSettings);
  const lessons = makeLessons((preset) => open((signal) => getRun(preset.id, signal), { atMs: 0, isNew: true }));
  const complaint = makeComplaint(() => open((signal) => createRun({}, signal), { atMs: 0, isNew: true }));
  const slider = byId('at', HTMLInputElement);
  const speed = byId('speed', HTMLSelectElement);
  const live = byId('live', HTMLElement);
  const curl = byId('curl', HTMLTextAreaElement);
  const replay = makeReplay({
    picture: makePicture(), loader, arrived: sayInstant, passed: sayWins,
    keep: () => replay.race() && history.replaceState(null, '', address()),
    complain: (error, again) => complaint.say(troubleOf(error), () => {
      complaint.withdraw();
      again();
    }, true),
  });

  /** @type {Settings} */
  let chosen = { ...OPENING };
  let question = new AbortController();
  /** The editor, once it has been opened. @type {ReturnType<typeof import('./editor.js').makeEditor> | null} */
  let editor = null;

  const announce = (/** @type {string} */ text) => setText(live, text);

  /**
   * Opens a run: asks for it and for its baseline, and shows it. A newer question
   * ends an older one.
   * @param {(signal: AbortSignal) => Promise<Run>} ask
   * @param {How} how
   */
  async function open(ask, how) {
    question.abort();
    question = new AbortController();
    const { signal } = question;
    replay.pause();
    byId('preview', HTMLElement).setAttribute('aria-busy', 'true');
    try {
      const race = await loader.open(await ask(signal), how.atMs, signal);
      if (!signal.aborted) show(race, how);
    } catch (error) {
      if (signal.aborted) return;
      const trouble = troubleOf(error);
      if (how.refused && trouble.faults.length > 0) return how.refused(trouble);
      settings.mark(trouble.faults);
      complaint.say(trouble, () => open(ask, how), replay.race() !== null);
    } finally {
      if (!signal.aborted) byId('preview', HTMLElement).removeAttribute('aria-busy');
    }
  }

  /** @param {Race} race @param {How} how */
  function show(race, how) {
    const { run } = race;
    complaint.withdraw();
    chosen = settingsOf(run.scenario, chosen);
    settings.show(chosen, beyondSettings(run.scenario));
    settings.mark([]);
    lessons.show(run.id);
    curl.value = curlOf(location.origin, differenceOf(run.id, run.scenario));
    byId('run-link', HTMLAnchorElement).href = `/runs/${run.id}`;
    editor?.show(run, how.applied ?? false);
    replay.show(race, how.atMs);
    if (how.isNew) history.pushState(null, '', address());
    else history.replaceState(null, '', address());
    if (how.isNew) announce(summary(race));
  }

  /** @param {Settings} settings */
  function changeSettings(settings) {
    chosen = settings;
    const scenario = scenarioWith(replay.race()?.run.scenario ?? { workload: {}, policy: {} }, settings);
    open((signal) => createRun(scenario, signal), { atMs: 0, isNew: true });
  }

  /** Says what happened at an instant that a person went to. @param {Race} race @param {number} atMs */
  function sayInstant(race, atMs) {
    const events = race.events.filter((e) => e.atMs === atMs);
    announce(atMs >= race.run.durationMs ? `${seconds(atMs)}. ${summary(race).replace('Complete-run preview', 'Run complete')}` : happened(events) || seconds(atMs));
  }

  /** While it plays, only what the drill is about is said aloud; of a long run it would be too much. @param {Race} race @param {number} fromMs @param {number} toMs */
  function sayWins(race, fromMs, toMs) {
    if (race.stretch) return;
    const wins = race.events.filter((e) => e.atMs > fromMs && e.atMs <= toMs && e.type === 'request.answered' && e.role === 'backup');
    if (wins.length > 0) announce(happened(wins));
  }

  const address = () => writeAddress(new URL(location.href), {
    run: replay.race()?.run.id ?? '', preset: lessons.nameOf(replay.race()?.run.id), settings: chosen, atMs: exactMs(replay.atMs()), speed: speed.value,
  });

  /** Opens what the address asks for. */
  function openAddress() {
    const place = readAddress(new URL(location.href));
    if (place.speed && [...speed.options].some((o) => o.value === place.speed)) speed.value = place.speed;
    const { run, preset, settings: asked } = place;
    if (asked) settings.show(asked, {});
    return open((signal) => {
      if (run) return getRun(run, signal);
      const body = asked ? scenarioWith({ workload: {}, policy: {} }, asked) : {};
      return createRun(preset ? { preset, ...body } : body, signal);
    }, { atMs: place.atMs, isNew: false });
  }

  /** The editor comes when it is first opened. */
  async function openEditor() {
    if (editor) return;
    const { makeEditor } = await import('./editor.js');
    editor ??= makeEditor((body) => open((signal) => createRunOf(body, signal), { atMs: 0, isNew: true, applied: true, refused: (trouble) => editor?.complain(trouble) }));
    const race = replay.race();
    if (race) editor.show(race.run, false);
  }

  const scenario = byId('scenario', HTMLDetailsElement);
  scenario.addEventListener('toggle', () => scenario.open && openEditor());
  byId('edit', HTMLButtonElement).addEventListener('click', () => {
    scenario.open = true;
    scenario.scrollIntoView();
    byId('scenario-text', HTMLTextAreaElement).focus({ preventScroll: true });
  });
  makeCopy('copy', () => curl.value, curl, announce);
  makeCopy('copy-link', () => location.href, curl, announce);
  byId('play', HTMLButtonElement).addEventListener('click', replay.toggle);
  byId('next', HTMLButtonElement).addEventListener('click', replay.next);
  byId('restart', HTMLButtonElement).addEventListener('click', () => replay.go(0));
  speed.addEventListener('change', () => replay.race() && history.replaceState(null, '', address()));
  slider.addEventListener('input', () => {
    const asked = Math.round(Number(slider.value) * 1000);
    replay.pause();
    replay.seek(asked);
  });
  slider.addEventListener('change', () => replay.go(replay.atMs()));
  listenToKeys(slider, { ...replay, by: (ms) => replay.go(exactMs(replay.atMs() + ms)), endMs: () => replay.race()?.run.durationMs ?? 0 });
  window.addEventListener('popstate', openAddress);

  openAddress();
  listPresets(new AbortController().signal).then(
    (presets) => {
      lessons.fill(presets.items);
      lessons.show(replay.race()?.run.id ?? '');
    },
    (error) => complaint.say(troubleOf(error), () => location.reload(), replay.race() !== null),
  );
}

start();
