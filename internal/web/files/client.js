/**
 * The client: what the page asks of the server, all of it public API on the
 * page's own origin. What can go wrong becomes a Trouble: sentences for a person,
 * and what to do.
 *
 * @typedef {import('./answers.js').Run} Run
 * @typedef {import('./answers.js').Preset} Preset
 * @typedef {import('./answers.js').Point} Point
 */
/** @template T @typedef {import('./answers.js').List<T>} List */

/** The largest run that the page asks for whole. It shows a stretch of a larger one. */
export const WHOLE = { requests: 400, events: 4000 };

/** The most that a page of a list holds. */
const PAGE = 1000;

/** How long the page waits for an answer: the dearest runs take long. */
const PATIENCE_MS = 60000;

/** What went wrong, in sentences. */
export class Trouble extends Error {
  /**
   * @param {string} message what happened
   * @param {string} advice what to do
   * @param {{pointer?: string, parameter?: string, detail: string}[]} [faults] one for each thing that is wrong
   * @param {boolean} [passes] whether the same question may be answered later
   */
  constructor(message, advice, faults = [], passes = true) {
    super(message);
    this.advice = advice;
    this.faults = faults;
    this.passes = passes;
  }
}

/**
 * Plays a scenario.
 * @param {object} scenario the difference from the drill
 * @param {AbortSignal} signal
 * @returns {Promise<Run>}
 */
export const createRun = (scenario, signal) => createRunOf(JSON.stringify(scenario), signal);

/** The same, of a scenario as it was typed: the server judges every letter. @param {string} body @param {AbortSignal} signal @returns {Promise<Run>} */
export const createRunOf = (body, signal) => ask('/runs', signal, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });

/** @param {string} id @param {AbortSignal} signal @returns {Promise<Run>} */
export const getRun = (id, signal) => ask(`/runs/${encodeURIComponent(id)}`, signal);

/** @param {AbortSignal} signal @returns {Promise<List<Preset>>} */
export const listPresets = (signal) => ask('/presets', signal);

/** How the latencies are distributed, without hedging and with. @param {string} id @param {AbortSignal} signal @returns {Promise<{points: Point[]}>} */
export const getDistribution = (id, signal) => ask(`/runs/${encodeURIComponent(id)}/distribution`, signal);

/** Whether a run is so long that the page shows a stretch of it. @param {Run} run */
export const isLong = (run) => run.requests.total > WHOLE.requests || run.trace.total > WHOLE.events;

/**
 * How the events of a span of a run are asked for. Where there are more of them than
 * are wanted, the first page is all that comes.
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {import('./stretch.js').Ask}
 */
export const spansOf = (id, signal) => async (fromMs, atMs, most) => {
  const first = await ask(`/runs/${encodeURIComponent(id)}/events?at=${atMs}&fromMs=${fromMs}&limit=${Math.min(most, PAGE)}`, signal);
  const list = first.total > most ? first : await wholeList(first, signal);
  return { total: first.total, events: list.items, state: first.state, previousMs: first.previousMs, nextMs: first.nextMs };
};

/**
 * A run with all pages of its lists.
 * @param {Run} run
 * @param {AbortSignal} signal
 * @returns {Promise<Run>}
 */
export async function wholeRun(run, signal) {
  return { ...run, requests: await wholeList(run.requests, signal), trace: await wholeList(run.trace, signal) };
}

/**
 * @template T
 * @param {List<T>} list
 * @param {AbortSignal} signal
 * @returns {Promise<List<T>>}
 */
async function wholeList(list, signal) {
  const items = [...list.items];
  for (let next = list.next; next;) {
    const page = /** @type {List<T>} */ (await ask(next, signal));
    items.push(...page.items);
    next = page.next;
  }
  return { items, total: list.total };
}

/**
 * @param {string} path
 * @param {AbortSignal} signal
 * @param {RequestInit} [init]
 */
async function ask(path, signal, init) {
  const late = AbortSignal.timeout(PATIENCE_MS);
  let response;
  let text;
  try {
    response = await fetch(path, { ...init, credentials: 'omit', signal: AbortSignal.any([signal, late]) });
    text = await response.text();
  } catch (error) {
    if (signal.aborted) throw error; // a newer question took this one's place
    if (late.aborted) throw new Trouble(`The server has not answered within ${PATIENCE_MS / 1000} seconds.`, 'Try again, or choose a smaller run.');
    throw new Trouble('The connection to the server is lost.', 'Check that the server is running and that you are online, then try again.');
  }
  const answer = parsed(text);
  if (response.ok && answer) return answer;
  throw trouble(response, answer);
}

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * A Trouble made from an error: a problem (RFC 9457), or the answer of something
 * between the page and the server.
 * @param {Response} response
 * @param {any} problem
 */
function trouble(response, problem) {
  const isProblem = response.headers.get('Content-Type')?.startsWith('application/problem+json') && problem;
  const message = isProblem ? `${problem.title}. ${problem.detail}` : `The server answers with status ${response.status}, not as its API says.`;
  return new Trouble(message, advice(response), isProblem ? problem.errors ?? [] : [], response.status >= 500 || response.status === 429);
}

/** What to do about a status. @param {Response} response */
function advice(response) {
  const wait = Number(response.headers.get('Retry-After'));
  switch (response.status) {
    case 404: return 'Check the link, or open the drill and set what you want to see.';
    case 410: return 'The link is from an older version. Open the drill and set what you want to see.';
    case 429: case 503: return wait > 0 ? `Wait ${wait} ${wait === 1 ? 'second' : 'seconds'}, then try again.` : 'Wait a moment, then try again.';
    case 400: case 413: case 422: return 'Change the setting.';
    default: return 'Try again; if it stays so, reload the page.';
  }
}
