/**
 * The controls: the settings' form. It shows what it is given and tells what a
 * person changes; it keeps nothing.
 *
 * @typedef {import('./settings.js').Settings} Settings
 */
import { byId, setText } from './dom.js';

/** How long typing rests before its number counts. */
const TYPING_MS = 250;

/** The settings by the part of a scenario that they are about. */
const PLACES = [
  { id: 'delay', name: 'Send the backup after', pointer: '/policy/hedge/delay' },
  { id: 'budget', name: 'Hedge budget', pointer: '/policy/hedge/budget' },
  { id: 'cancel', name: 'Cancel the loser', pointer: '/policy/hedge/cancel' },
  { id: 'operation', name: 'Operation', pointer: '/workload/operation' },
];

/** A number that is typed or dragged. @param {'delay' | 'budget'} id */
const amount = (id) => ({
  id, typed: byId(id, HTMLInputElement), dragged: byId(`${id}-drag`, HTMLInputElement), fault: byId(`${id}-fault`, HTMLElement),
});

export class Controls {
  #hedge = byId('hedge', HTMLInputElement);
  #cancel = byId('cancel', HTMLInputElement);
  #operation = byId('operation', HTMLSelectElement);
  #delay = amount('delay');
  #budget = amount('budget');
  #amounts = [this.#delay, this.#budget];
  #changed;
  /** Runs while a person types. @type {ReturnType<typeof setTimeout> | undefined} */
  #rest;
  /** What the controls cannot say of the scenario. @type {import('./settings.js').Beyond} */
  #beyond = {};

  /** @param {(settings: Settings) => void} changed */
  constructor(changed) {
    this.#changed = changed;
    const tell = () => this.#tell();
    for (const { typed, dragged } of this.#amounts) {
      typed.addEventListener('input', () => {
        dragged.value = typed.value;
        clearTimeout(this.#rest);
        this.#rest = setTimeout(tell, TYPING_MS);
      });
      typed.addEventListener('change', () => this.#rest !== undefined && tell());
      dragged.addEventListener('input', () => {
        typed.value = dragged.value;
        tell();
      });
    }
    for (const control of [this.#hedge, this.#cancel, this.#operation]) control.addEventListener('change', tell);
    byId('settings', HTMLFormElement).addEventListener('submit', (e) => e.preventDefault());
  }

  #tell() {
    clearTimeout(this.#rest);
    this.#rest = undefined;
    this.#enable();
    this.#changed({
      hedge: this.#hedge.checked, delayMs: this.#delay.typed.value, budgetPercent: this.#budget.typed.value, cancel: this.#cancel.checked,
      operation: /** @type {Settings['operation']} */ (this.#operation.value),
    });
  }

  /** Enables what has an effect, and notes what the controls cannot say. */
  #enable() {
    const off = !this.#hedge.checked || this.#beyond.hedge !== undefined;
    for (const { id, typed, dragged } of this.#amounts) {
      typed.disabled = dragged.disabled = off;
      dragged.hidden = this.#beyond[id] !== undefined;
    }
    this.#cancel.disabled = this.#beyond.hedge !== undefined;
    for (const name of /** @type {const} */ (['hedge', 'delay', 'budget', 'cancel'])) {
      const note = byId(`${name}-beyond`, HTMLElement);
      note.hidden = this.#beyond[name] === undefined;
      setText(note, this.#beyond[name] ?? '');
    }
  }

  /** @param {Settings} settings @param {import('./settings.js').Beyond} beyond what they leave out */
  show(settings, beyond) {
    this.#beyond = beyond;
    if (this.#rest !== undefined) return; // a person is typing, and what they type comes next
    this.#hedge.checked = settings.hedge;
    this.#cancel.checked = settings.cancel;
    this.#operation.value = settings.operation;
    for (const { id, typed, dragged } of this.#amounts) {
      const value = id === 'delay' ? settings.delayMs : settings.budgetPercent;
      if (typed.value !== value && Number(typed.value) !== Number(value)) typed.value = value;
      dragged.value = value;
    }
    this.#enable();
  }

  /** Marks the settings that a server's faults are about. @param {{pointer?: string, detail: string}[]} faults */
  mark(faults) {
    for (const { id, typed, fault } of this.#amounts) {
      const pointer = PLACES.find((p) => p.id === id)?.pointer ?? '';
      const found = faults.find((f) => f.pointer?.startsWith(pointer));
      typed.setAttribute('aria-invalid', String(Boolean(found)));
      fault.hidden = !found;
      setText(fault, found?.detail ?? '');
    }
  }
}

/** What a person calls the place of a fault. @param {{pointer?: string, parameter?: string}} fault */
export function placeName({ pointer, parameter }) {
  const setting = PLACES.find((p) => pointer?.startsWith(p.pointer));
  return setting?.name ?? parameter ?? pointer ?? '';
}
