import PQueue from 'p-queue';
import { LiveError, type OutboundClient } from './outbound-client.ts';
import { httpGet } from './http-get.ts';
import { withDeadline } from './live-failure.ts';
import { checkedName, openGuard, type TestAllowance } from './target.ts';
import { whoisAsk } from './whois-ask.ts';

export interface OutboundOptions {
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

/**
 * All egress of live look-ups goes through this client. Feeds come through the downloads of this folder, with the same guard; the
 * only other outbound connection of the service is the engine's to its store.
 */
export function openOutboundClient(options: OutboundOptions): OutboundClient {
  const { offline, lookupMilliseconds = 10_000, atOnce = 128, testAllowance } = options;
  if (offline) return offlineClient();
  const queue = new PQueue({ concurrency: atOnce });
  const guard = openGuard(testAllowance);
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

/** The client of a service that makes no outbound traffic: every look-up fails and says so. */
export function offlineClient(): OutboundClient {
  const refuse = async (): Promise<never> => {
    throw new LiveError(
      'offline',
      'This service makes no outbound traffic, so live look-ups are off (SIGHTLINE_OFFLINE).',
    );
  };
  return { dns: refuse, http: refuse, whois: refuse };
}
