import { arrive } from '#web/api/prefetch.ts';
import { storeText } from '#web/storage/browser-store.ts';
import type * as recorderModule from './investigation-recorder.ts';
import { type Unrecorded, UNRECORDED_KEY } from './investigation-unrecorded.ts';

type Recorder = typeof recorderModule;

let recorder: Promise<Recorder> | undefined;

/**
 * Does the work in the order of the calls. If the recorder's code fails to load, because a new version was installed, nothing more is
 * recorded.
 * @returns the result of the work; undefined if the code failed to load
 */
async function tell<Result>(work: (recorder: Recorder) => Result): Promise<Awaited<Result> | undefined> {
  recorder ??= arrive(() => import('./investigation-recorder.ts'));
  return await recorder.then(work, () => undefined);
}

/*
 * The calls of pages to the recorder. The recorder is loaded after the first page is on screen, so that no page waits for it; see
 * investigation-recorder.ts for each function.
 */

export function recordArrival(...args: Parameters<Recorder['recordArrival']>): void {
  carry(['arrival', ...args], (recorder) => recorder.recordArrival(...args));
}

/** The node of the current page; null if it has none. */
export function currentNode(): Promise<string | null> {
  return tell((recorder) => recorder.currentNode()).then((node) => node ?? null);
}

export function recordAside(...args: Parameters<Recorder['recordAside']>): void {
  void tell((recorder) => recorder.recordAside(...args));
}

export function startFresh(): void {
  void tell((recorder) => recorder.startFresh());
}

export function noteVerdict(...args: Parameters<Recorder['noteVerdict']>): void {
  carry(['verdict', ...args], (recorder) => recorder.noteVerdict(...args));
}

export function pinInInvestigation(...args: Parameters<Recorder['pinInInvestigation']>): void {
  void tell((recorder) => recorder.pinInInvestigation(...args));
}

const unrecorded = new Set<Unrecorded>();

/** Does the work; if the page is left before it is done, the next page does it. */
function carry(call: Unrecorded, work: (recorder: Recorder) => Promise<void>): void {
  unrecorded.add(call);
  void tell(work).then(() => unrecorded.delete(call));
}

globalThis.addEventListener?.('pagehide', () => {
  if (unrecorded.size > 0) storeText(UNRECORDED_KEY, JSON.stringify([...unrecorded]), 'sessionStorage');
});
