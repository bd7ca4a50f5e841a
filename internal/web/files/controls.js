/**
 * The controls: the settings' form and the lessons. They show what they are given
 * and tell what a person changes; they keep nothing.
 *
 * @typedef {import('./settings.js').Settings} Settings
 * @typedef {import('./client.js').Preset} Preset
 */
import { byId, html, setText } from './dom.js';

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
  const ready = () => {
    for (const { typed, dragged } of [delay, budget]) typed.disabled = dragged.disabled = !hedge.checked;
    cancel.disabled = !hedge.checked;
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
    /** @param {Settings} settings */
    show(settings) {
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

/** @param {(preset: Preset) => void} chosen */
export function makeLessons(chosen) {
  const list = byId('lessons', HTMLOListElement);
  // On a phone the list would stand between the settings and what they do.
  byId('lessons-all', HTMLDetailsElement).open = matchMedia('(min-width: 901px)').matches;
  const before = byId('lesson-before', HTMLButtonElement);
  const after = byId('lesson-after', HTMLButtonElement);
  /** @type {Preset[]} */
  let presets = [];
  let current = -1;
  /** @param {number} i */
  const go = (i) => presets[i] && chosen(presets[i]);
  before.addEventListener('click', () => go(current - 1));
  after.addEventListener('click', () => go(current + 1));

  /** @param {string} id of the run that is shown */
  function show(id) {
    current = presets.findIndex((p) => p.id === id);
    [...list.children].forEach((item, i) => {
      item.classList.toggle('current', i === current);
      const button = item.querySelector('button');
      if (i === current) button?.setAttribute('aria-current', 'true');
      else button?.removeAttribute('aria-current');
    });
    // Not `disabled`: a button that has the focus would lose it.
    before.setAttribute('aria-disabled', String(current <= 0));
    after.setAttribute('aria-disabled', String(current >= presets.length - 1));
    return presets[current] && { ...presets[current], number: current + 1, of: presets.length };
  }

  return {
    /** @param {Preset[]} items */
    fill(items) {
      presets = items;
      list.replaceChildren(...presets.map((preset) => {
        const button = html('button', { type: 'button' }, html('span', { class: 'title' }, preset.title), html('span', { class: 'teaches' }, preset.teaches));
        button.addEventListener('click', () => chosen(preset));
        return html('li', {}, button);
      }));
    },
    show,
  };
}
