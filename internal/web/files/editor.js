/**
 * The editor: a scenario as JSON, with the server's faults at their places. What is
 * typed stays until it is replaced on purpose, or the page shows another run while
 * nothing has been typed.
 *
 * @typedef {import('./answers.js').Run} Run
 * @typedef {import('./client.js').Trouble} Trouble
 */
import { differenceOf } from './address.js';
import { byId, html, setText } from './dom.js';
import { lineOf, placeOf, pretty } from './places.js';
import { plural } from './text.js';

/** The fewest and the most lines that the text shows at once. */
const LINES = { fewest: 8, most: 32 };

export class Editor {
  #text = byId('scenario-text', HTMLTextAreaElement);
  #gutter = byId('scenario-lines', HTMLElement);
  #note = byId('scenario-note', HTMLElement);
  #list = byId('scenario-faults', HTMLElement);
  #apply;

  /** @type {Run | null} */
  #run = null;
  #typed = false; // since a run was shown
  /** @type {'whole' | 'difference'} */
  #view = 'whole';
  /** Lines with a fault. @type {Set<number>} */
  #marked = new Set();

  /** @param {(body: string) => void} apply */
  constructor(apply) {
    this.#apply = apply;
    const text = this.#text;
    text.readOnly = false; // before, what is typed would be lost
    text.addEventListener('input', () => {
      this.#typed = true;
      this.#number();
      this.#say('Typed, not applied yet.');
    });
    text.addEventListener('scroll', () => { this.#gutter.scrollTop = text.scrollTop; }, { passive: true });
    text.addEventListener('keydown', (e) => {
      if (e.key !== 'Enter' || !(e.ctrlKey || e.metaKey)) return;
      e.preventDefault();
      this.#send();
    });
    byId('scenario-apply', HTMLButtonElement).addEventListener('click', () => this.#send());
    for (const view of /** @type {const} */ (['whole', 'difference'])) {
      byId(`scenario-${view}`, HTMLButtonElement).addEventListener('click', () => {
        this.#view = view;
        this.#load();
      });
    }
  }

  /** @param {string} what */
  #say(what) {
    setText(this.#note, what);
  }

  #send() {
    this.#say('The server plays it …');
    this.#apply(this.#text.value);
  }

  /** Numbers the lines beside the text. */
  #number() {
    const lines = this.#text.value.split('\n').length;
    this.#text.rows = Math.min(Math.max(lines, LINES.fewest), LINES.most);
    this.#gutter.replaceChildren(...Array.from({ length: lines }, (_, i) => {
      const isMarked = this.#marked.has(i + 1);
      return html('span', { class: isMarked ? 'marked' : null }, isMarked ? `✕ ${i + 1}` : String(i + 1));
    }));
    this.#gutter.scrollTop = this.#text.scrollTop;
  }

  /** Nothing is typed any more, and nothing is wrong. */
  #settle() {
    this.#typed = false;
    this.#marked = new Set();
    this.#list.replaceChildren();
    this.#text.setAttribute('aria-invalid', 'false');
    this.#number();
  }

  /** Shows the scenario of the run, whole or as the difference from the drill. */
  #load() {
    const run = this.#run;
    if (!run) return;
    const isWhole = this.#view === 'whole';
    this.#text.value = pretty(isWhole ? run.scenario : differenceOf(run.id, run.scenario));
    this.#settle();
    this.#say(isWhole ? 'The whole scenario of this run. A body may leave out what is as in the drill.' : 'What this run has other than the drill.');
  }

  /** @param {Run} next @param {boolean} applied whether it is what was typed */
  show(next, applied) {
    this.#run = next;
    if (applied) {
      this.#settle();
      this.#say('Applied: the page shows this run, and its address is the link to it.');
    } else if (this.#typed) {
      this.#say('The page shows another run; what was typed is still here.');
    } else {
      this.#load();
    }
  }

  /** Shows what the server says is wrong with what was typed. @param {Trouble} trouble */
  complain(trouble) {
    const text = this.#text.value;
    const found = trouble.faults.map((fault) => ({ ...fault, place: placeOf(text, fault) })).sort((a, b) => a.place.from - b.place.from);
    this.#marked = new Set(found.map(({ place }) => lineOf(text, place.from)));
    this.#number();
    this.#text.setAttribute('aria-invalid', 'true');
    this.#say(`${trouble.message} ${found.length > 0 ? `See ${plural(found.length, 'place')} below.` : trouble.advice}`);
    this.#list.replaceChildren(...found.map(({ pointer, parameter, detail, place }) => {
      const link = html('a', { href: '#scenario-text' }, `Line ${lineOf(text, place.from)}`);
      link.addEventListener('click', (e) => {
        e.preventDefault();
        this.#lead(place);
      });
      return html('li', {}, link, html('span', {}, html('code', {}, pointer || parameter || '/'), ` ${detail}`));
    }));
  }

  /** Moves the cursor to a place. @param {import('./places.js').Place} place */
  #lead({ from, to }) {
    const text = this.#text;
    text.focus();
    text.setSelectionRange(from, to);
    const height = text.scrollHeight / text.value.split('\n').length;
    text.scrollTop = Math.max(0, (lineOf(text.value, from) - 3) * height);
  }
}
