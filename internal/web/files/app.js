/**
 * The wiring: it opens runs, moves the inspected time, and keeps the address. All
 * that the page shows follows from the run and that time.
 *
 * @typedef {import('./race.js').Race} Race
 * @typedef {import('./settings.js').Settings} Settings
 */
import { createRun, getRun, isReplayed, listPresets, Trouble, wholeRun } from './client.js';
import { advance, startFrames } from './clock.js';
import { makeLessons, makeSettings, placeName } from './controls.js';
import { byId, html, setText } from './dom.js';
import { exactMs } from './model.js';
import { makePicture, summary } from './picture.js';
import { nextInstant, previousInstant, raceOf } from './race.js';
import { baselineOf, curlOf, differenceOf, OPENING, readAddress, scenarioWith, settingsOf, writeAddress } from './settings.js';
import { count, happened, seconds } from './text.js';

/** How far the arrows move the slider when it has the focus. */
const NUDGE_MS = 100;

function start() {
  const picture = makePicture();
  const settings = makeSettings(changeSettings);
  const lessons = makeLessons((preset) => open((signal) => getRun(preset.id, signal), { atMs: 0, isNew: true }));
  const trouble = byId('trouble', HTMLElement);
  const play = byId('play', HTMLButtonElement);
  const next = byId('next', HTMLButtonElement);
  const slider = byId('at', HTMLInputElement);
  const speed = byId('speed', HTMLSelectElement);
  const live = byId('live', HTMLElement);
  const curl = byId('curl', HTMLTextAreaElement);

  /** @type {Race | null} */
  let race = null;
  let atMs = 0;
  /** @type {Settings} */
  let chosen = { ...OPENING };
  /** @type {(() => void) | null} */
  let stopFrames = null;
  let question = new AbortController();
  /** @type {{key: string, rows: Race['rows']}} */
  let baseline = { key: '', rows: [] };

  /**
   * Opens a run: asks for it and for its baseline, and shows it. A newer question
   * ends an older one.
   * @param {(signal: AbortSignal) => Promise<import('./client.js').Run>} ask
   * @param {{atMs: number, isNew: boolean}} how isNew gives it its own entry in the browser's history
   */
  async function open(ask, how) {
    question.abort();
    question = new AbortController();
    const { signal } = question;
    pause();
    byId('preview', HTMLElement).setAttribute('aria-busy', 'true');
    try {
      const run = await wholeRun(await ask(signal), signal);
      const rows = isReplayed(run) ? await baselineRows(run, signal) : [];
      if (signal.aborted) return;
      show(raceOf(run, rows, isReplayed(run)), how);
    } catch (error) {
      if (signal.aborted) return;
      complain(error, () => open(ask, how));
    } finally {
      if (!signal.aborted) byId('preview', HTMLElement).removeAttribute('aria-busy');
    }
  }

  /** The rows of the same run without hedges. They stay while only the policy changes. @param {import('./client.js').Run} run @param {AbortSignal} signal */
  async function baselineRows(run, signal) {
    if (run.scenario.policy.none) return run.requests.items;
    const scenario = baselineOf(run.scenario);
    const key = JSON.stringify(scenario);
    if (key !== baseline.key) baseline = { key, rows: (await wholeRun(await createRun(scenario, signal), signal)).requests.items };
    return baseline.rows;
  }

  /** @param {Race} opened @param {{atMs: number, isNew: boolean}} how */
  function show(opened, how) {
    race = opened;
    trouble.hidden = true;
    chosen = settingsOf(race.run.scenario, chosen);
    settings.show(chosen);
    settings.mark([]);
    showLesson(race.run.id);
    curl.value = curlOf(location.origin, differenceOf(race.run.id, race.run.scenario));
    byId('run-link', HTMLAnchorElement).href = `/runs/${race.run.id}`;
    picture.show(race);
    seek(how.atMs);
    picture.follow();
    if (how.isNew) history.pushState(null, '', address());
    else history.replaceState(null, '', address());
    if (how.isNew) announce(summary(race));
    if (!isReplayed(race.run)) {
      complain(new Trouble(
        `This run has ${count(race.run.requests.total)} requests and ${count(race.run.trace.total)} events, more than this page replays.`,
        'Its outcome and final metrics are right; the API has the rest.',
      ), null);
    }
  }

  /** Says which lesson a run is, if it is one. @param {string} id */
  function showLesson(id) {
    const lesson = lessons.show(id);
    byId('lesson-text', HTMLElement).replaceChildren(...(lesson
      ? [html('b', {}, `Lesson ${lesson.number} of ${lesson.of}: ${lesson.title}.`), ` ${lesson.teaches}`] : []));
  }

  /** @param {Settings} settings */
  function changeSettings(settings) {
    chosen = settings;
    const scenario = race ? scenarioWith(race.run.scenario, settings) : scenarioWith({ workload: {}, policy: {} }, settings);
    open((signal) => createRun(scenario, signal), { atMs: 0, isNew: true });
  }

  /** @param {number} instant */
  function seek(instant) {
    if (!race) return;
    atMs = Math.min(Math.max(instant, 0), race.run.durationMs);
    picture.draw(atMs);
    next.setAttribute('aria-disabled', String(atMs >= race.run.durationMs));
  }

  /** Moves to an instant because a person asked for it. @param {number} instant */
  function go(instant) {
    pause();
    seek(instant);
    picture.follow();
    keepAddress();
    if (!race) return;
    const events = race.events.filter((e) => e.atMs === atMs);
    announce(atMs >= race.run.durationMs ? `${seconds(atMs)}. ${summary(race).replace('Complete-run preview', 'Run complete')}` : happened(events) || seconds(atMs));
  }

  const address = () => writeAddress(new URL(location.href), {
    run: race?.run.id ?? '', preset: lessons.show(race?.run.id ?? '')?.name, settings: chosen, atMs: Math.round(atMs * 1000) / 1000, speed: speed.value,
  });
  const keepAddress = () => race && history.replaceState(null, '', address());
  const announce = (/** @type {string} */ text) => setText(live, text);

  function pause() {
    if (!stopFrames) return;
    stopFrames();
    stopFrames = null;
    setText(play, 'Play');
    if (race) atMs = Math.min(Math.round(atMs), race.run.durationMs); // the address and the API know whole instants
    picture.draw(atMs);
    keepAddress();
  }

  function resume() {
    if (!race || stopFrames) return;
    if (atMs >= race.run.durationMs) seek(0);
    setText(play, 'Pause');
    stopFrames = startFrames((frameMs) => {
      if (!race) return;
      const before = atMs;
      seek(advance(atMs, frameMs, Number(speed.value), race.run.durationMs));
      picture.follow();
      tellWins(race, before);
      if (atMs >= race.run.durationMs) go(atMs);
    });
  }

  /** While it plays, only what the drill is about is said aloud. @param {Race} race @param {number} before */
  function tellWins(race, before) {
    const wins = race.events.filter((e) => e.atMs > before && e.atMs <= atMs && e.type === 'request.answered' && e.role === 'backup');
    if (wins.length > 0) announce(happened(wins));
  }

  /** Says what went wrong and what to do. @param {unknown} error @param {(() => void) | null} again */
  function complain(error, again) {
    const known = error instanceof Trouble ? error : new Trouble('The page has a fault.', 'Reload it; if that does not help, the API still works.');
    if (!(error instanceof Trouble)) console.error(error);
    settings.mark(known.faults);
    const retry = html('button', { type: 'button' }, 'Try again');
    retry.addEventListener('click', () => again?.());
    const drill = html('button', { type: 'button' }, 'Open the drill');
    drill.addEventListener('click', () => open((signal) => createRun({}, signal), { atMs: 0, isNew: true }));
    trouble.replaceChildren(
      html('p', {}, html('strong', {}, known.message), ` ${known.advice}`, race && again ? ' The picture still shows the run before.' : ''),
      ...(known.faults.length > 0 ? [html('ul', {}, ...known.faults.map((f) => html('li', {}, html('b', {}, placeName(f)), ` ${f.detail}`)))] : []),
      html('div', { class: 'buttons' }, ...(again && known.passes ? [retry] : []), drill),
    );
    trouble.hidden = false;
  }

  async function copy() {
    let copied = true;
    try {
      await navigator.clipboard.writeText(curl.value);
    } catch { // no clipboard without https, except on this machine itself
      copied = false;
      curl.closest('details')?.setAttribute('open', '');
      curl.select();
    }
    announce(copied ? 'The command is in the clipboard.' : 'The command is selected; copy it with Ctrl+C.');
    setText(byId('copy', HTMLElement), copied ? 'Copied' : 'Selected: press Ctrl+C');
    setTimeout(() => setText(byId('copy', HTMLElement), 'Copy as curl'), 2500);
  }

  /** @param {KeyboardEvent} e */
  function key(e) {
    if (e.altKey || e.ctrlKey || e.metaKey || !race || !(e.target instanceof Element)) return;
    const onSlider = e.target === slider;
    if (!onSlider && e.target.closest('input, select, textarea')) return;
    if (e.key === ' ' && e.target.closest('button, summary')) return;
    const move = {
      ' ': () => (stopFrames ? pause() : resume()),
      ArrowRight: () => go(onSlider ? exactMs(atMs + NUDGE_MS) : nextInstant(/** @type {Race} */ (race), atMs)),
      ArrowLeft: () => go(onSlider ? exactMs(atMs - NUDGE_MS) : previousInstant(/** @type {Race} */ (race), atMs)),
      Home: () => go(0),
      End: () => go(/** @type {Race} */ (race).run.durationMs),
      ...(onSlider ? {
        ArrowUp: () => go(exactMs(atMs + NUDGE_MS)),
        ArrowDown: () => go(exactMs(atMs - NUDGE_MS)),
        PageUp: () => go(exactMs(atMs + 10 * NUDGE_MS)),
        PageDown: () => go(exactMs(atMs - 10 * NUDGE_MS)),
      } : {}),
    }[e.key];
    if (!move) return;
    e.preventDefault();
    move();
  }

  /** Opens what the address asks for. */
  function openAddress() {
    const place = readAddress(new URL(location.href));
    if (place.speed && [...speed.options].some((o) => o.value === place.speed)) speed.value = place.speed;
    const { run, preset, settings: asked } = place;
    if (asked) settings.show(asked);
    return open((signal) => {
      if (run) return getRun(run, signal);
      const body = asked ? scenarioWith({ workload: {}, policy: {} }, asked) : {};
      return createRun(preset ? { preset, ...body } : body, signal);
    }, { atMs: place.atMs, isNew: false });
  }

  play.addEventListener('click', () => (stopFrames ? pause() : resume()));
  next.addEventListener('click', () => race && go(nextInstant(race, atMs)));
  byId('restart', HTMLButtonElement).addEventListener('click', () => go(0));
  byId('copy', HTMLButtonElement).addEventListener('click', copy);
  speed.addEventListener('change', keepAddress);
  slider.addEventListener('input', () => {
    const asked = Math.round(Number(slider.value) * 1000);
    pause();
    seek(asked);
  });
  slider.addEventListener('change', () => go(atMs));
  document.addEventListener('keydown', key);
  window.addEventListener('popstate', openAddress);

  openAddress();
  listPresets(new AbortController().signal).then(
    (presets) => {
      lessons.fill(presets.items);
      if (race) showLesson(race.run.id);
    },
    (error) => complain(error, () => location.reload()),
  );
}

start();
