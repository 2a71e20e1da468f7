import { arrive } from '#web/api/prefetch.ts';
import { storeText } from '#web/storage/browser-store.ts';
import type * as recorderModule from './investigation-recorder.ts';
import { type Unrecorded, UNRECORDED_KEY } from './investigation-unrecorded.ts';

type Recorder = typeof recorderModule;

let recorder: Promise<Recorder> | undefined;

/**
 * Does the work in the order of the calls. Code that does not arrive, of a version that is gone, records nothing more.
 * @returns what the work returns; undefined where the code did not arrive
 */
async function tell<Result>(work: (recorder: Recorder) => Result): Promise<Awaited<Result> | undefined> {
  recorder ??= arrive(() => import('./investigation-recorder.ts'));
  return await recorder.then(work, () => undefined);
}

/*
 * What pages tell the investigation. Who records it comes after the first page is on screen, so that no page waits for it; see
 * investigation-recorder.ts for what each of these means.
 */

export function recordArrival(...args: Parameters<Recorder['recordArrival']>): void {
  carry(['arrival', ...args], (recorder) => recorder.recordArrival(...args));
}

/** The node of the page that is shown; null where it has none. */
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
