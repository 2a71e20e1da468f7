import { pause } from './pause.ts';

const inputs = ['keydown', 'pointerdown', 'click', 'input', 'scroll'] as const;
const quietMilliseconds = 300;

/** On the clock of `performance.now`; undefined until the first call watches for inputs. */
let lastInput: number | undefined;

/**
 * Resolves when the user has not typed, pressed or scrolled for a moment. Work that blocks the page for longer than a frame waits for
 * this, and then collides with no key press.
 * @param atMost milliseconds after which it resolves in any case
 */
export async function untilQuiet({
  atMost = Infinity,
  signal,
}: { readonly atMost?: number; readonly signal?: AbortSignal } = {}): Promise<void> {
  if (lastInput === undefined) {
    lastInput = -Infinity;
    const note = () => void (lastInput = performance.now());
    for (const input of inputs) document.addEventListener(input, note, { capture: true, passive: true });
  }
  const end = performance.now() + atMost;
  while (!signal?.aborted) {
    const now = performance.now();
    const left = Math.min(lastInput + quietMilliseconds, end) - now;
    if (left <= 0) return;
    await pause(left, signal);
  }
}
