/** Making elements. Text is always text: nothing here reads markup. */

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */

/**
 * @param {Element} element
 * @param {Attributes} attributes null, undefined and false leave one out
 */
function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {...(Node | string)} children
 */
export function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  set(element, attributes);
  element.append(...children);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {...(Node | string)} children
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  set(element, attributes);
  element.append(...children);
  return element;
}

/** Sets a text only where it differs: most of a page stays the same from frame to frame. @param {Node} node @param {string} text */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Finds an element that the page's HTML has.
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function byId(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} #${id}`);
  return found;
}

/**
 * Makes the options of a list box reachable: one of them by Tab, the others from
 * there by the arrows up and down; hover and tap choose too. Left and right stay
 * free for stepping through the run.
 * @param {Element} list
 * @param {(option: Element) => void} chosen
 */
export function roving(list, chosen) {
  /** @param {Event} e */
  const under = (e) => (e.target instanceof Element ? e.target.closest('[role=option]') : null);
  /** @param {Event} e */
  const choose = (e) => {
    const option = under(e);
    if (option) chosen(option);
  };
  // Only where the pointer itself moves: a page that scrolls beneath it chooses nothing.
  let place = '';
  list.addEventListener('pointermove', (e) => {
    if (!(e instanceof PointerEvent) || place === `${e.clientX} ${e.clientY}`) return;
    place = `${e.clientX} ${e.clientY}`;
    choose(e);
  });
  list.addEventListener('click', choose);
  list.addEventListener('focusin', (e) => {
    for (const option of list.querySelectorAll('[role=option]')) option.setAttribute('tabindex', option === under(e) ? '0' : '-1');
    choose(e);
  });
  list.addEventListener('keydown', (e) => {
    if (!(e instanceof KeyboardEvent) || (e.key !== 'ArrowDown' && e.key !== 'ArrowUp')) return;
    const options = [...list.querySelectorAll('[role=option]')];
    const to = options[options.indexOf(/** @type {Element} */ (under(e))) + (e.key === 'ArrowDown' ? 1 : -1)];
    e.preventDefault();
    if (to instanceof SVGElement) to.focus();
  });
}
