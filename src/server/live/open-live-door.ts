import PQueue from 'p-queue';
import { LiveError, type LiveDoor } from './door.ts';
import { httpGet } from './http-get.ts';
import { withDeadline } from './live-failure.ts';
import { offlineDoor } from './offline-door.ts';
import { resolver } from './resolver.ts';
import { checkedName, type Guard, type TestAllowance } from './target.ts';
import { whoisAsk } from './whois-ask.ts';

export interface LiveDoorOptions {
  /** No outbound traffic at all. */
  readonly offline: boolean;
  /** For one look-up as a whole: resolving, redirects and the last byte included. */
  readonly lookupMilliseconds?: number;
  /** Look-ups under way at a time; the others wait, and their time does not run yet. */
  readonly atOnce?: number;
  /** Never given outside of tests; neither the configuration nor the environment can. */
  readonly testAllowance?: TestAllowance;
}

const defaultMaxBytes = 2_000_000;

/** Opens the one way out. Nothing else in the service makes a connection but the engine's to its store. */
export function openLiveDoor(options: LiveDoorOptions): LiveDoor {
  const { offline, lookupMilliseconds = 10_000, atOnce = 128, testAllowance } = options;
  if (offline) return offlineDoor();
  const queue = new PQueue({ concurrency: atOnce });
  const guard: Guard = { resolve: resolver(testAllowance?.resolvers), allowance: testAllowance };
  const within = <T>(caller: AbortSignal, what: string, act: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    queue
      .add(() => withDeadline(caller, lookupMilliseconds, what, act), { signal: caller })
      .catch((error: unknown) => {
        throw caller.aborted ? new LiveError('cancelled', 'The caller hung up.') : error;
      });
  return {
    dns: (name, type, caller) =>
      within(caller, 'The resolver', (signal) => guard.resolve(checkedName(name), type, signal)),
    http: (url, caller, { accept = '*/*', maxBytes = defaultMaxBytes } = {}) =>
      within(caller, 'The web server', (signal) => httpGet(url, guard, { accept, maxBytes, signal })),
    whois: (server, question, caller) =>
      within(caller, `The whois server ${server}`, (signal) => whoisAsk(server, question, guard, signal)),
  };
}
