/**
 * The keys that move the inspected time, wherever on the page nothing else takes
 * them.
 */

/** How far the arrows move the slider when it has the focus. */
const NUDGE_MS = 100;

/**
 * @param {HTMLElement} slider
 * @param {{toggle: () => void, next: () => void, previous: () => void, go: (toMs: number) => void, by: (ms: number) => void, endMs: () => number}} replay
 */
export function listenToKeys(slider, replay) {
  document.addEventListener('keydown', (e) => {
    if (e.altKey || e.ctrlKey || e.metaKey || !(e.target instanceof Element)) return;
    const onSlider = e.target === slider;
    if (!onSlider && e.target.closest('input, select, textarea')) return;
    if (e.key === ' ' && e.target.closest('button, summary')) return;
    const move = {
      ' ': replay.toggle,
      ArrowRight: () => (onSlider ? replay.by(NUDGE_MS) : replay.next()),
      ArrowLeft: () => (onSlider ? replay.by(-NUDGE_MS) : replay.previous()),
      Home: () => replay.go(0),
      End: () => replay.go(replay.endMs()),
      ...(onSlider ? {
        ArrowUp: () => replay.by(NUDGE_MS),
        ArrowDown: () => replay.by(-NUDGE_MS),
        PageUp: () => replay.by(10 * NUDGE_MS),
        PageDown: () => replay.by(-10 * NUDGE_MS),
      } : {}),
    }[e.key];
    if (!move) return;
    e.preventDefault();
    move();
  });
}
