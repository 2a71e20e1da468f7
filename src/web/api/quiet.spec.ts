import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { untilQuiet } from './quiet.ts';

const page = new EventTarget();

beforeAll(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Milliseconds that the wait takes while a key is pressed every 200 ms, ten times. */
async function waited(options: Parameters<typeof untilQuiet>[0]): Promise<number> {
  const press = () => page.dispatchEvent(new Event('keydown'));
  const startedAt = performance.now();
  let end = NaN;
  press();
  void untilQuiet(options).then(() => (end = performance.now() - startedAt));
  for (let time = 200; time < 2000; time += 200) {
    await vi.advanceTimersByTimeAsync(200);
    press();
  }
  await vi.advanceTimersByTimeAsync(1000);
  return end;
}

it('waits until no key was pressed for a moment, and not longer than it may', async () => {
  await untilQuiet();
  expect(await waited({})).toBe(1800 + 300);
  expect(await waited({ atMost: 500 })).toBe(500);
  expect(await waited({ signal: AbortSignal.abort() })).toBe(0);
});
