import { arrive } from '#web/api/prefetch.ts';
import { once } from '#web/storage/browser-store.ts';
import type * as recorderModule from './investigation-recorder.ts';

type Recorder = typeof recorderModule;

const recorder = once(() => arrive(() => import('./investigation-recorder.ts')));

/** Does the work in the order of the calls. Code that does not arrive, of a version that is gone, records nothing more. */
async function tell(work: (recorder: Recorder) => unknown): Promise<void> {
  await recorder().then(work, () => undefined);
}

/*
 * What pages tell the investigation. Who records it comes after the first page is on screen, so that no page waits for it; see
 * investigation-recorder.ts for what each of these means.
 */

export function recordArrival(...args: Parameters<Recorder['recordArrival']>): void {
  void tell((recorder) => recorder.recordArrival(...args));
}

export function recordAside(...args: Parameters<Recorder['recordAside']>): void {
  void tell((recorder) => recorder.recordAside(...args));
}

export function startFresh(): void {
  void tell((recorder) => recorder.startFresh());
}

export function noteVerdict(...args: Parameters<Recorder['noteVerdict']>): void {
  void tell((recorder) => recorder.noteVerdict(...args));
}

export function pinInInvestigation(...args: Parameters<Recorder['pinInInvestigation']>): void {
  void tell((recorder) => recorder.pinInInvestigation(...args));
}
