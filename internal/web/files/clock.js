/**
 * The replay's clock. At 1× a whole run takes a minute, whatever its length: the
 * drill, which lasts a minute, then plays in its own time, and a request that
 * takes 640 ms is felt as 640 ms. At 2× it takes half a minute. A run with more
 * events than the eye can follow in a minute takes longer.
 */

/** How long a run plays at 1×. */
export const MINUTE_MS = 60000;

/** Events that the eye can follow in that time. */
export const FOLLOWED = 4000;

/** A frame that took longer, because the page was hidden or the machine busy, counts as this. */
const LONGEST_FRAME_MS = 250;

/** How much of a run passes in a millisecond at 1×. @param {{durationMs: number, trace: {total: number}}} run */
export const paceOf = ({ durationMs, trace }) => durationMs / (MINUTE_MS * Math.max(1, trace.total / FOLLOWED));

/**
 * The run's time after a frame.
 * @param {number} atMs
 * @param {number} frameMs
 * @param {number} speed
 * @param {number} pace
 */
export const advance = (atMs, frameMs, speed, pace) => atMs + Math.min(Math.max(frameMs, 0), LONGEST_FRAME_MS) * speed * pace;

/**
 * Calls back on every frame, with the time since the last one, until stopped.
 * @param {(frameMs: number) => void} tick
 */
export function startFrames(tick) {
  /** @type {number | undefined} */
  let last;
  let handle = requestAnimationFrame(function frame(now) {
    handle = requestAnimationFrame(frame);
    tick(last === undefined ? 0 : now - last);
    last = now;
  });
  return () => cancelAnimationFrame(handle);
}
