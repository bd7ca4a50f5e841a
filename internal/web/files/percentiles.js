/**
 * The distribution of the latencies, without hedging and with it, as a chart and as
 * a table.
 *
 * @typedef {import('./race.js').Race} Race
 * @typedef {import('./answers.js').Point} Point
 */
import { chart, HEIGHT } from './chart.js';
import { getDistribution } from './client.js';
import { html, roving, setText, svg } from './dom.js';
import { count } from './text.js';

export class Distribution {
  #figure;
  #root = svg('svg', { width: '100%', height: HEIGHT, role: 'listbox', 'aria-label': 'Latencies by percentile, without and with hedging' });
  #story = html('p', { class: 'story' });
  #table = html('table');
  /** @type {Race['run'] | null} */
  #shown = null;
  /** @type {Point[]} */
  #points = [];
  #question = new AbortController();

  /** @param {HTMLElement} figure */
  constructor(figure) {
    this.#figure = figure;
    const frame = html('div', { class: 'table-frame', tabindex: 0, role: 'region', 'aria-label': 'Latencies by percentile' }, this.#table);
    figure.replaceChildren(
      html('figcaption', {}, 'Latency in ms by percentile; each further nine has the same room.'),
      this.#root, this.#story, html('details', {}, html('summary', {}, 'The same as a table'), frame),
    );
    roving(this.#root, (option) => {
      for (const other of this.#root.querySelectorAll('[role=option]')) other.setAttribute('aria-selected', String(other === option));
      setText(this.#story, `${option.getAttribute('aria-label')}.`);
    });
    new ResizeObserver(() => this.#shown && this.#draw(this.#shown)).observe(figure);
  }

  /** @param {Race} race */
  async show({ run }) {
    if (this.#shown === run) return;
    this.#shown = run;
    this.#question.abort();
    this.#question = new AbortController();
    const { signal } = this.#question;
    setText(this.#story, '…');
    try {
      this.#points = (await getDistribution(run.id, signal)).points.filter((p) => p.percent >= 50);
      setText(this.#story, 'Hover, focus or tap a percentile for its numbers.');
    } catch {
      if (signal.aborted) return;
      this.#points = [];
      this.#shown = null;
      setText(this.#story, 'The distribution could not be loaded.');
    }
    this.#draw(run);
    this.#table.replaceChildren(...rows(this.#points));
  }

  /** @param {Race['run']} run */
  #draw(run) {
    const width = Math.max(this.#figure.clientWidth, 240);
    this.#root.setAttribute('width', String(width));
    this.#root.replaceChildren(...(this.#points.length > 0 ? chart(this.#points, run, width) : []));
  }
}

/** The table that says the same. @param {Point[]} points */
function rows(points) {
  return [
    html('thead', {}, html('tr', {}, ...['Percentile', 'Without hedging', 'This run'].map((name) => html('th', { scope: 'col' }, name)))),
    html('tbody', {}, ...points.map((p) => html(
      'tr', {}, html('th', { scope: 'row' }, p.percent === 100 ? 'slowest' : `${p.percent} %`), html('td', {}, count(p.baselineMs)), html('td', {}, count(p.ms)),
    ))),
  ];
}
