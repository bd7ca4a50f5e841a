/**
 * The editor: a scenario as JSON, with the server's faults at their places. What is
 * typed stays until it is replaced on purpose, or the page shows another run while
 * nothing has been typed.
 *
 * @typedef {import('./answers.js').Run} Run
 * @typedef {import('./client.js').Trouble} Trouble
 */
import { byId, html, setText } from './dom.js';
import { lineOf, placeOf, pretty } from './places.js';
import { differenceOf } from './settings.js';
import { plural } from './text.js';

/** The fewest and the most lines that the text shows at once. */
const LINES = { fewest: 8, most: 32 };

/** @param {(body: string) => void} apply */
export function makeEditor(apply) {
  const text = byId('scenario-text', HTMLTextAreaElement);
  const gutter = byId('scenario-lines', HTMLElement);
  const note = byId('scenario-note', HTMLElement);
  const list = byId('scenario-faults', HTMLElement);

  /** @type {Run | null} */
  let run = null;
  let typed = false; // since a run was shown
  let view = 'whole';
  /** Lines with a fault. @type {Set<number>} */
  let marked = new Set();

  const say = (/** @type {string} */ what) => setText(note, what);

  function number() {
    const lines = text.value.split('\n').length;
    text.rows = Math.min(Math.max(lines, LINES.fewest), LINES.most);
    gutter.replaceChildren(...Array.from({ length: lines }, (_, i) => html('span', { class: marked.has(i + 1) ? 'marked' : null }, marked.has(i + 1) ? `✕ ${i + 1}` : String(i + 1))));
    gutter.scrollTop = text.scrollTop;
  }

  function unmark() {
    marked = new Set();
    list.replaceChildren();
    text.setAttribute('aria-invalid', 'false');
  }

  /** Shows the scenario of the run, whole or as the difference from the drill. */
  function load() {
    if (!run) return;
    text.value = pretty(view === 'whole' ? run.scenario : differenceOf(run.id, run.scenario));
    typed = false;
    unmark();
    number();
    say(view === 'whole' ? 'The whole scenario of this run. A body may leave out what is as in the drill.' : 'What this run has other than the drill.');
  }

  text.addEventListener('input', () => {
    typed = true;
    number();
    say('Typed, not applied yet.');
  });
  text.addEventListener('scroll', () => { gutter.scrollTop = text.scrollTop; }, { passive: true });
  text.addEventListener('keydown', (e) => {
    if (e.key !== 'Enter' || !(e.ctrlKey || e.metaKey)) return;
    e.preventDefault();
    send();
  });
  byId('scenario-apply', HTMLButtonElement).addEventListener('click', send);
  for (const [id, which] of [['scenario-whole', 'whole'], ['scenario-difference', 'difference']]) {
    byId(id, HTMLButtonElement).addEventListener('click', () => {
      view = which;
      load();
    });
  }

  function send() {
    say('The server plays it …');
    apply(text.value);
  }

  return {
    /** @param {Run} next @param {boolean} applied whether it is what was typed */
    show(next, applied) {
      run = next;
      if (applied) {
        typed = false;
        unmark();
        number();
        say('Applied: the page shows this run, and its address is the link to it.');
      } else if (typed) {
        say('The page shows another run; what was typed is still here.');
      } else {
        load();
      }
    },

    /** What the server says is wrong with what was typed. @param {Trouble} trouble */
    complain(trouble) {
      const found = trouble.faults.map((fault) => ({ ...fault, place: placeOf(text.value, fault) })).sort((a, b) => a.place.from - b.place.from);
      marked = new Set(found.map(({ place }) => lineOf(text.value, place.from)));
      number();
      text.setAttribute('aria-invalid', 'true');
      say(`${trouble.message} ${found.length > 0 ? `See ${plural(found.length, 'place')} below.` : trouble.advice}`);
      list.replaceChildren(...found.map(({ pointer, parameter, detail, place }) => {
        const link = html('a', { href: '#scenario-text' }, `Line ${lineOf(text.value, place.from)}`);
        link.addEventListener('click', (e) => {
          e.preventDefault();
          lead(place);
        });
        return html('li', {}, link, html('span', {}, html('code', {}, pointer || parameter || '/'), ` ${detail}`));
      }));
    },
  };

  /** Moves the cursor to a place. @param {import('./places.js').Place} place */
  function lead({ from, to }) {
    text.focus();
    text.setSelectionRange(from, to);
    const height = text.scrollHeight / text.value.split('\n').length;
    text.scrollTop = Math.max(0, (lineOf(text.value, from) - 3) * height);
  }
}
