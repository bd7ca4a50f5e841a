/**
 * The lessons: all presets of the server, grouped by what their scenarios have. They
 * are walked through in the order in which they stand.
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

/** @param {(preset: Preset) => void} chosen */
export function makeLessons(chosen) {
  const list = byId('lessons', HTMLElement);
  const text = byId('lesson-text', HTMLElement);
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

  /** @param {Preset} preset */
  function item(preset) {
    const button = html('button', { type: 'button', 'data-number': presets.indexOf(preset) + 1 }, html('span', { class: 'title' }, preset.title), html('span', { class: 'teaches' }, preset.teaches));
    button.addEventListener('click', () => chosen(preset));
    return html('li', {}, button);
  }

  /** What the lesson says of the run that is shown. @param {Preset} preset */
  function words(preset) {
    const other = presets.find((p) => p.name === preset.compareWith);
    const compare = html('button', { type: 'button', id: 'compare' }, `Compare with: ${other?.title}`);
    compare.addEventListener('click', () => other && chosen(other));
    return [
      html('span', {}, html('b', {}, `Lesson ${current + 1} of ${presets.length}: ${preset.title}.`), ` ${preset.teaches}`),
      ...(preset.lookAt ? [html('span', { class: 'look-at' }, html('b', {}, 'Look at'), ` ${preset.lookAt}`)] : []),
      ...(other ? [compare] : []),
    ];
  }

  return {
    /** @param {Preset[]} items */
    fill(items) {
      const groups = grouped(items);
      presets = groups.flatMap(([, some]) => some);
      list.replaceChildren(...groups.map(([name, some], i) => {
        const lessons = html('ol', {}, ...some.map(item));
        return groups.length === 1 ? lessons : html('details', { open: i === 0 }, html('summary', {}, `${name} (${some.length})`), lessons);
      }));
    },
    /** Shows which lesson a run is, if it is one. @param {string} id of the run */
    show(id) {
      current = presets.findIndex((p) => p.id === id);
      [...list.querySelectorAll('li')].forEach((item, i) => {
        item.classList.toggle('current', i === current);
        const button = item.querySelector('button');
        if (i !== current) return button?.removeAttribute('aria-current');
        button?.setAttribute('aria-current', 'true');
        item.closest('details')?.setAttribute('open', '');
      });
      // Not `disabled`: a button that has the focus would lose it.
      before.setAttribute('aria-disabled', String(current <= 0));
      after.setAttribute('aria-disabled', String(current >= presets.length - 1));
      text.replaceChildren(...(presets[current] ? words(presets[current]) : []));
    },
    /** The name of the preset that a run is. @param {string | undefined} id */
    nameOf: (id) => presets.find((p) => p.id === id)?.name,
  };
}
