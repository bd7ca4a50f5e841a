/**
 * The keys that move the inspected time, wherever on the page nothing else takes
 * them.
 */

/** How far the arrows move the slider when it has the focus. */
const NUDGE_MS = 100;

/**
 * @param {HTMLElement} slider
 * @param {import('./replay.js').Replay} replay
 * @param {(ms: number) => void} by moves the time by so much
 */
export function listenToKeys(slider, replay, by) {
  document.addEventListener('keydown', (e) => {
    if (e.altKey || e.ctrlKey || e.metaKey || !(e.target instanceof Element)) return;
    const onSlider = e.target === slider;
    if (!onSlider && e.target.closest('input, select, textarea')) return;
    if (e.key === ' ' && e.target.closest('button, summary')) return;
    const move = {
      ' ': () => replay.toggle(),
      ArrowRight: () => (onSlider ? by(NUDGE_MS) : replay.next()),
      ArrowLeft: () => (onSlider ? by(-NUDGE_MS) : replay.previous()),
      Home: () => replay.go(0),
      End: () => replay.go(replay.race?.run.durationMs ?? 0),
      ...(onSlider ? {
        ArrowUp: () => by(NUDGE_MS),
        ArrowDown: () => by(-NUDGE_MS),
        PageUp: () => by(10 * NUDGE_MS),
        PageDown: () => by(-10 * NUDGE_MS),
      } : {}),
    }[e.key];
    if (!move) return;
    e.preventDefault();
    move();
  });
}
