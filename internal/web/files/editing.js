/**
 * Editing: the scenario as JSON, in an editor whose code comes when it is first
 * opened.
 *
 * @typedef {import('./answers.js').Run} Run
 */
import { byId } from './dom.js';

export class Editing {
  #apply;
  /** @type {import('./editor.js').Editor | null} */
  #editor = null;
  /** @type {Run | null} */
  #run = null;

  /** @param {(body: string) => void} apply plays what was typed */
  constructor(apply) {
    this.#apply = apply;
    const section = byId('scenario', HTMLDetailsElement);
    section.addEventListener('toggle', () => section.open && this.#open());
    byId('edit', HTMLButtonElement).addEventListener('click', () => {
      section.open = true;
      section.scrollIntoView();
      byId('scenario-text', HTMLTextAreaElement).focus({ preventScroll: true });
    });
  }

  async #open() {
    if (this.#editor) return;
    const { Editor } = await import('./editor.js');
    this.#editor ??= new Editor(this.#apply);
    if (this.#run) this.#editor.show(this.#run, false);
  }

  /** @param {Run} run @param {boolean} applied whether it is what was typed */
  show(run, applied) {
    this.#run = run;
    this.#editor?.show(run, applied);
  }

  /** @param {import('./client.js').Trouble} trouble */
  complain(trouble) {
    this.#editor?.complain(trouble);
  }
}
