/**
 * The complaint: what went wrong, and what to do, said above all else.
 */
import { Trouble } from './client.js';
import { placeName } from './controls.js';
import { byId, html } from './dom.js';

/** An error as sentences for a person. @param {unknown} error */
export function troubleOf(error) {
  if (error instanceof Trouble) return error;
  console.error(error);
  return new Trouble('The page has a fault.', 'Reload it; if that does not help, the API still works.');
}

export class Complaint {
  #root = byId('trouble', HTMLElement);
  #openDrill;

  /** @param {() => void} openDrill */
  constructor(openDrill) {
    this.#openDrill = openDrill;
  }

  /** @param {Trouble} trouble @param {(() => void) | null} again @param {boolean} isRunShown */
  say(trouble, again, isRunShown) {
    const retry = html('button', { type: 'button' }, 'Try again');
    retry.addEventListener('click', () => again?.());
    const drill = html('button', { type: 'button' }, 'Open the drill');
    drill.addEventListener('click', this.#openDrill);
    this.#root.replaceChildren(
      html('p', {}, html('strong', {}, trouble.message), ` ${trouble.advice}`, isRunShown && again ? ' The picture still shows the run before.' : ''),
      ...(trouble.faults.length > 0 ? [html('ul', {}, ...trouble.faults.map((f) => html('li', {}, html('b', {}, placeName(f)), ` ${f.detail}`)))] : []),
      html('div', { class: 'buttons' }, ...(again && trouble.passes ? [retry] : []), drill),
    );
    this.#root.hidden = false;
  }

  withdraw() {
    this.#root.hidden = true;
  }
}
