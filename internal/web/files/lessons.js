/**
 * The lessons: all presets of the server, grouped by what their scenarios have. They
 * are walked through in the order of the list.
 *
 * @typedef {import('./answers.js').Preset} Preset
 */
import { byId, html } from './dom.js';

/** What a group of lessons is about; the first that applies. @type {[string, (scenario: Record<string, any>) => boolean][]} */
const GROUPS = [
  ['Hops and leaves', ({ workload }) => workload.hops * workload.fanOut.leaves > 1],
  ['Servers with queues', ({ backend }) => Boolean(backend.capacity.cluster)],
  ['The drill', ({ backend }) => Boolean(backend.latency.table)],
  ['Latencies by law', () => true],
];

/**
 * The presets in groups: the groups in the order in which they first occur, in each
 * the order of the course.
 * @param {Preset[]} presets
 * @returns {[string, Preset[]][]}
 */
export function grouped(presets) {
  /** @type {Map<string, Preset[]>} */
  const groups = new Map();
  for (const preset of presets) {
    const name = GROUPS.find(([, applies]) => applies(preset.scenario))?.[0] ?? '';
    groups.set(name, [...(groups.get(name) ?? []), preset]);
  }
  return [...groups];
}

/** @param {string} text @param {() => void} clicked @param {import('./dom.js').Attributes} [attributes] */
function buttonOf(text, clicked, attributes = {}) {
  const button = html('button', { type: 'button', ...attributes }, text);
  button.addEventListener('click', clicked);
  return button;
}

export class Lessons {
  #list = byId('lessons', HTMLElement);
  #text = byId('lesson-text', HTMLElement);
  #before = byId('lesson-before', HTMLButtonElement);
  #after = byId('lesson-after', HTMLButtonElement);
  #chosen;
  /** @type {Preset[]} */
  #presets = [];
  #current = -1;

  /** @param {(preset: Preset) => void} chosen */
  constructor(chosen) {
    this.#chosen = chosen;
    // On a phone the list would be between the settings and what they do.
    byId('lessons-all', HTMLDetailsElement).open = matchMedia('(min-width: 901px)').matches;
    this.#before.addEventListener('click', () => this.#go(this.#current - 1));
    this.#after.addEventListener('click', () => this.#go(this.#current + 1));
  }

  /** @param {number} i */
  #go(i) {
    if (this.#presets[i]) this.#chosen(this.#presets[i]);
  }

  /** @param {Preset[]} items */
  fill(items) {
    const groups = grouped(items);
    this.#presets = groups.flatMap(([, some]) => some);
    this.#list.replaceChildren(...groups.map(([name, some], i) => {
      const lessons = html('ol', {}, ...some.map((preset) => this.#item(preset)));
      return groups.length === 1 ? lessons : html('details', { open: i === 0 }, html('summary', {}, `${name} (${some.length})`), lessons);
    }));
  }

  /** @param {Preset} preset */
  #item(preset) {
    const button = buttonOf('', () => this.#chosen(preset), { 'data-number': this.#presets.indexOf(preset) + 1 });
    button.append(html('span', { class: 'title' }, preset.title), html('span', { class: 'teaches' }, preset.teaches));
    return html('li', {}, button);
  }

  /** Shows which lesson a run is, if it is one. @param {string} id of the run */
  show(id) {
    this.#current = this.#presets.findIndex((p) => p.id === id);
    [...this.#list.querySelectorAll('li')].forEach((item, i) => {
      item.classList.toggle('current', i === this.#current);
      const button = item.querySelector('button');
      if (i !== this.#current) return button?.removeAttribute('aria-current');
      button?.setAttribute('aria-current', 'true');
      item.closest('details')?.setAttribute('open', '');
    });
    // Not `disabled`: a button that has the focus would lose it.
    this.#before.setAttribute('aria-disabled', String(this.#current <= 0));
    this.#after.setAttribute('aria-disabled', String(this.#current >= this.#presets.length - 1));
    this.#text.replaceChildren(...(this.#presets[this.#current] ? this.#words(this.#presets[this.#current]) : []));
  }

  /** What the lesson says of the run that is shown. @param {Preset} preset */
  #words(preset) {
    const other = this.#presets.find((p) => p.name === preset.compareWith);
    const lesson = `Lesson ${this.#current + 1} of ${this.#presets.length}: ${preset.title}.`;
    return [
      html('span', {}, html('b', {}, lesson), ` ${preset.teaches}`),
      ...(preset.lookAt ? [html('span', { class: 'look-at' }, html('b', {}, 'Look at'), ` ${preset.lookAt}`)] : []),
      ...(other ? [buttonOf(`Compare with: ${other.title}`, () => this.#chosen(other), { id: 'compare' })] : []),
    ];
  }

  /** The name of the preset that a run is. @param {string | undefined} id */
  nameOf(id) {
    return this.#presets.find((p) => p.id === id)?.name;
  }
}
