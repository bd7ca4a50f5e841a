/**
 * Copying: a text into the clipboard, or, without one, selected for the keyboard.
 */
import { byId, setText } from './dom.js';

/** How long a button says that it has copied. */
const SAID_MS = 2500;

/**
 * @param {string} id of the button
 * @param {() => string} text
 * @param {HTMLTextAreaElement} beside shows the text where there is no clipboard: without https, except on this machine itself
 * @param {(said: string) => void} announce
 */
export function listenToCopy(id, text, beside, announce) {
  const button = byId(id, HTMLButtonElement);
  const name = button.textContent ?? '';
  button.addEventListener('click', async () => {
    let copied = true;
    try {
      await navigator.clipboard.writeText(text());
    } catch {
      copied = false;
      beside.value = text();
      beside.closest('details')?.setAttribute('open', '');
      beside.select();
    }
    announce(copied ? `${name}: it is in the clipboard.` : 'It is selected; copy it with Ctrl+C.');
    setText(button, copied ? 'Copied' : 'Selected: press Ctrl+C');
    setTimeout(() => setText(button, name), SAID_MS);
  });
}
