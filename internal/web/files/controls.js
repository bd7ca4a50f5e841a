/**
 * The controls: the settings' form. It shows what it is given and tells what a
 * person changes; it keeps nothing.
 *
 * @typedef {import('./settings.js').Settings} Settings
 */
import { byId, setText } from './dom.js';

/** How long typing rests before its number counts. */
const TYPING_MS = 250;

/** The settings by the part of a scenario that they stand for. */
const PLACES = [
  { id: 'delay', name: 'Send the backup after', pointer: '/policy/hedge/delay' },
  { id: 'budget', name: 'Hedge budget', pointer: '/policy/hedge/budget' },
  { id: 'cancel', name: 'Cancel the loser', pointer: '/policy/hedge/cancel' },
  { id: 'operation', name: 'Operation', pointer: '/workload/operation' },
];

/** @param {(settings: Settings) => void} changed */
export function makeSettings(changed) {
  const hedge = byId('hedge', HTMLInputElement);
  const cancel = byId('cancel', HTMLInputElement);
  const operation = byId('operation', HTMLSelectElement);
  const [delay, budget] = ['delay', 'budget'].map((id) => ({ typed: byId(id, HTMLInputElement), dragged: byId(`${id}-drag`, HTMLInputElement), fault: byId(`${id}-fault`, HTMLElement) }));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let rest;

  /** @returns {Settings} */
  const read = () => ({
    hedge: hedge.checked, delayMs: delay.typed.value, budgetPercent: budget.typed.value, cancel: cancel.checked,
    operation: /** @type {Settings['operation']} */ (operation.value),
  });
  const tell = () => {
    clearTimeout(rest);
    rest = undefined;
    ready();
    changed(read());
  };
  /** What the controls cannot say of the scenario. @type {import('./settings.js').Beyond} */
  let beyond = {};
  const ready = () => {
    const off = !hedge.checked || beyond.hedge !== undefined;
    for (const { typed, dragged } of [delay, budget]) typed.disabled = dragged.disabled = off;
    cancel.disabled = off;
    delay.dragged.hidden = beyond.delay !== undefined;
    budget.dragged.hidden = beyond.budget !== undefined;
    for (const name of /** @type {const} */ (['hedge', 'delay', 'budget', 'cancel'])) {
      const note = byId(`${name}-beyond`, HTMLElement);
      note.hidden = beyond[name] === undefined;
      setText(note, beyond[name] ?? '');
    }
  };
  for (const { typed, dragged } of [delay, budget]) {
    typed.addEventListener('input', () => {
      dragged.value = typed.value;
      clearTimeout(rest);
      rest = setTimeout(tell, TYPING_MS);
    });
    typed.addEventListener('change', () => rest !== undefined && tell());
    dragged.addEventListener('input', () => {
      typed.value = dragged.value;
      tell();
    });
  }
  for (const control of [hedge, cancel, operation]) control.addEventListener('change', tell);
  byId('settings', HTMLFormElement).addEventListener('submit', (e) => e.preventDefault());

  return {
    /** @param {Settings} settings @param {import('./settings.js').Beyond} notes what they leave out */
    show(settings, notes) {
      beyond = notes;
      if (rest !== undefined) return; // a person is typing, and what they type comes next
      hedge.checked = settings.hedge;
      cancel.checked = settings.cancel;
      operation.value = settings.operation;
      for (const [{ typed, dragged }, value] of /** @type {const} */ ([[delay, settings.delayMs], [budget, settings.budgetPercent]])) {
        if (typed.value !== value && Number(typed.value) !== Number(value)) typed.value = value;
        dragged.value = value;
      }
      ready();
    },
    /**
     * Marks the settings that a server's faults are about.
     * @param {{pointer?: string, detail: string}[]} faults
     */
    mark(faults) {
      for (const [id, { typed, fault }] of /** @type {const} */ ([['delay', delay], ['budget', budget]])) {
        const pointer = PLACES.find((p) => p.id === id)?.pointer ?? '';
        const found = faults.find((f) => f.pointer?.startsWith(pointer));
        typed.setAttribute('aria-invalid', String(Boolean(found)));
        fault.hidden = !found;
        setText(fault, found?.detail ?? '');
      }
    },
  };
}

/** What a person calls the place of a fault. @param {{pointer?: string, parameter?: string}} fault */
export function placeName({ pointer, parameter }) {
  const setting = PLACES.find((p) => pointer?.startsWith(p.pointer));
  return setting?.name ?? parameter ?? pointer ?? '';
}
