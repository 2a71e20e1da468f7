import type { LiveDoor } from './door.ts';
import { httpGet } from './http-get.ts';
import { deadline } from './live-failure.ts';
import { offlineDoor } from './offline-door.ts';
import { resolver } from './resolver.ts';
import { checkedName, type Guard, type TestAllowance } from './target.ts';
import { whoisAsk } from './whois-ask.ts';

export interface LiveDoorOptions {
  /** No outbound traffic at all. */
  readonly offline: boolean;
  /** For one look-up as a whole: resolving, redirects and the last byte included. */
  readonly lookupMilliseconds?: number;
  /** Never given outside of tests; neither the configuration nor the environment can. */
  readonly testAllowance?: TestAllowance;
}

const defaultMaxBytes = 2_000_000;

/** Opens the one way out. Nothing else in the service makes a connection but the engine's to its store. */
export function openLiveDoor({ offline, lookupMilliseconds = 10_000, testAllowance }: LiveDoorOptions): LiveDoor {
  if (offline) return offlineDoor();
  const guard: Guard = { resolve: resolver(testAllowance?.resolvers), allowance: testAllowance };
  /** Runs a look-up under the deadline and gives its failure the words of the door. */
  const within = async <T>(caller: AbortSignal, what: string, act: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const { signal, failure } = deadline(caller, lookupMilliseconds);
    try {
      return await act(signal);
    } catch (error) {
      throw failure(error, what);
    }
  };
  return {
    dns: (name, type, caller) =>
      within(caller, 'The resolver', (signal) => guard.resolve(checkedName(name), type, signal)),
    http: (url, caller, { accept = '*/*', maxBytes = defaultMaxBytes } = {}) =>
      within(caller, 'The web server', (signal) => httpGet(url, guard, { accept, maxBytes, signal })),
    whois: (server, question, caller) =>
      within(caller, `The whois server ${server}`, (signal) => whoisAsk(server, question, guard, signal)),
  };
}
