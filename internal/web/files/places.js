/**
 * Places in a JSON text: where a JSON pointer (RFC 6901) leads, also in a text that
 * is not quite JSON, and how a value is written so that a person can read it. Pure.
 */

/** From one letter of a text to another. @typedef {{from: number, to: number}} Place */

/** White space, then a sign, a string, a string that does not end, or anything else. */
const TOKEN = /\s*(?:([{}[\],:])|("(?:[^"\\\n]|\\.)*"?)|([^\s{}[\],:"]+))/y;

/**
 * The places of all values, by pointer: of a member its name and, where it is short,
 * its value. The later of two members with the same name counts. It goes as far as the text makes sense.
 * @param {string} text
 * @returns {Map<string, Place>}
 */
export function placesOf(text) {
  /** @type {Map<string, Place>} */
  const places = new Map();
  /** @type {{pointer: string, isArray: boolean, count: number, name: {text: string, from: number, to: number} | null}[]} */
  const open = [];
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) {
    const [, sign, string, other] = found;
    const to = TOKEN.lastIndex;
    const from = to - (sign ?? string ?? other).length;
    const around = open.at(-1);
    if (sign === '}' || sign === ']') open.pop();
    else if (sign === ',') around && (around.name = null);
    else if (sign === ':') continue;
    else if (around && !around.isArray && !around.name && string) around.name = { text: string, from, to };
    else {
      const pointer = around ? `${around.pointer}/${around.isArray ? around.count++ : escaped(around.name?.text ?? '""')}` : '';
      const name = around?.name;
      places.set(pointer, { from: name?.from ?? from, to: sign && name ? name.to : to });
      if (sign) open.push({ pointer, isArray: sign === '[', count: 0, name: null });
    }
  }
  return places;
}

/** A member's name as a pointer has it. @param {string} name in quotes */
function escaped(name) {
  let text = name.slice(1, -1);
  try {
    text = JSON.parse(name);
  } catch { /* then the letters are taken as they are */ }
  return text.replaceAll('~', '~0').replaceAll('/', '~1');
}

/**
 * Where a fault of the server is: at its byte if it names one, else at its pointer,
 * or the nearest part around it that the text has.
 * @param {string} text
 * @param {{pointer?: string, detail: string}} fault
 * @returns {Place}
 */
export function placeOf(text, { pointer = '', detail }) {
  const byte = /^Not JSON at byte (\d+)/.exec(detail);
  if (byte) {
    const before = new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, Number(byte[1])));
    return { from: Math.min(before.length, Math.max(0, text.length - 1)), to: Math.min(before.length + 1, text.length) };
  }
  const places = placesOf(text);
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const place = places.get(at);
    if (place) return place;
  }
  return places.get('') ?? { from: 0, to: text.length };
}

/** The number of the line, from 1, that a letter is in. @param {string} text @param {number} at */
export const lineOf = (text, at) => text.slice(0, at).split('\n').length;

/** How wide a line may be. */
const WIDTH = 88;

/**
 * JSON that a person can read: what fits into a line is in one.
 * @param {unknown} value
 * @param {string} [indent]
 * @param {number} [taken] letters of the first line that are taken
 * @returns {string}
 */
export function pretty(value, indent = '', taken = 0) {
  const line = inline(value);
  if (indent.length + taken + line.length <= WIDTH || typeof value !== 'object' || value === null) return line;
  const further = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.every((v) => typeof v !== 'object') ? filled(value, WIDTH - further.length) : value.map((v) => pretty(v, further));
    return `[\n${items.map((item) => further + item).join(',\n')}\n${indent}]`;
  }
  const members = Object.entries(value).map(([name, v]) => {
    const head = `${further}${JSON.stringify(name)}: `;
    return head + pretty(v, further, head.length - further.length);
  });
  return `{\n${members.join(',\n')}\n${indent}}`;
}

/** @param {unknown} value @returns {string} */
function inline(value) {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value).map(([name, v]) => `${JSON.stringify(name)}: ${inline(v)}`).join(', ')}}`;
}

/** Short values, as many to a line as fit. @param {unknown[]} values @param {number} width */
function filled(values, width) {
  /** @type {string[]} */
  const lines = [];
  for (const text of values.map((v) => JSON.stringify(v))) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + text.length + 2 <= width) lines[lines.length - 1] = `${last}, ${text}`;
    else lines.push(text);
  }
  return lines;
}
