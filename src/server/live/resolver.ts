import { Resolver } from 'node:dns/promises';
import { LiveError, type LiveRecord, type LiveRecordType } from './outbound-client.ts';
import { codeOf, failureOf } from './live-failure.ts';

/** Asks the resolvers of this machine, whose own addresses are trusted. @throws LiveError */
export type Resolve = (name: string, type: LiveRecordType, signal: AbortSignal) => Promise<readonly LiveRecord[]>;

/**
 * No records means that the DNS has none: where the resolvers know of nothing at all, as on a machine without a way to
 * the internet, that is a failure.
 * @param servers resolvers in place of those of this machine, as 'address:port'
 */
export function resolver(servers?: readonly string[]): Resolve {
  const knowsTheRoot = rootCheck(servers);
  return async (name, type, signal) => {
    const answers = await withChannel(servers, signal, (channel) => ask[type](channel, name)).catch(
      (error: unknown) => {
        if (isAbsence(error)) return [];
        const { fault, message, cause } = failureOf(error, 'The resolver');
        throw new LiveError(fault, message, { cause, isOfResolver: true });
      },
    );
    if (answers.length === 0 && !(await knowsTheRoot()))
      throw new LiveError(
        'live_failed',
        `The resolver of this machine answers nothing for ${name}, nor for the root of the DNS: it cannot look up names of the internet.`,
        { isOfResolver: true },
      );
    return answers.map((answer) => ({ name: host(name), type, ...answer }));
  };
}

/** The name, or the record of this type, is not there: that is an answer. */
function isAbsence(error: unknown): boolean {
  return ['ENOTFOUND', 'ENODATA'].includes(codeOf(error));
}

/** One channel for one question, because a channel can only be cancelled as a whole. */
async function withChannel<T>(
  servers: readonly string[] | undefined,
  signal: AbortSignal,
  act: (channel: Resolver) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const channel = new Resolver({ timeout: 2000, tries: 2 });
  if (servers) channel.setServers(servers);
  const cancel = () => channel.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await act(channel);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** These always have name servers, and asking for them tells no one what is looked up. */
const certain = ['.', 'com', 'org'];
const keepMilliseconds = { known: 60_000, unknown: 5000 } as const;

/**
 * Whether the resolvers know a name that certainly exists. A resolver without a way out may answer that no name exists
 * (NXDOMAIN), which cannot be told from a true answer otherwise. Shared by all questions of a moment.
 */
function rootCheck(servers: readonly string[] | undefined): () => Promise<boolean> {
  let until = 0;
  let check = Promise.resolve(false);
  const never = new AbortController().signal;
  const knows = async (name: string): Promise<true> => {
    const found = await withChannel(servers, never, (channel) => channel.resolveNs(name));
    if (found.length === 0) throw new Error('no name servers');
    return true;
  };
  const checkNow = async (): Promise<boolean> => {
    // one is enough: some resolvers refuse to be asked for the root itself
    const isKnown = await Promise.any(certain.map(knows)).catch(() => false);
    until = Date.now() + keepMilliseconds[isKnown ? 'known' : 'unknown'];
    return isKnown;
  };
  return () => {
    if (Date.now() >= until) {
      until = Infinity; // the questions that come meanwhile wait for this one
      check = checkNow();
    }
    return check;
  };
}

type Answer = Pick<LiveRecord, 'data' | 'ttl'>;
type Ask = (channel: Resolver, name: string) => Promise<readonly Answer[]>;

const host = (name: string): string => name.toLowerCase().replace(/\.$/, '');
const hosts = (names: readonly string[]): Answer[] =>
  names.filter(Boolean).map((name) => ({ data: host(name), ttl: 0 }));

/** node:dns tells the time to live of addresses only. */
const ask: Readonly<Record<LiveRecordType, Ask>> = {
  A: async (channel, name) => (await channel.resolve4(name, { ttl: true })).map(withTtl),
  AAAA: async (channel, name) => (await channel.resolve6(name, { ttl: true })).map(withTtl),
  NS: async (channel, name) => hosts(await channel.resolveNs(name)),
  CNAME: async (channel, name) => hosts(await channel.resolveCname(name)),
  PTR: async (channel, name) => hosts(await channel.resolvePtr(name)),
  MX: async (channel, name) => {
    const exchanges = await channel.resolveMx(name);
    // an empty exchange says that the domain takes no mail
    return hosts(exchanges.sort((a, b) => a.priority - b.priority).map(({ exchange }) => exchange));
  },
  TXT: async (channel, name) => (await channel.resolveTxt(name)).map((strings) => ({ data: strings.join(''), ttl: 0 })),
  SOA: async (channel, name) => {
    const { nsname, hostmaster, serial, refresh, retry, expire, minttl } = await channel.resolveSoa(name);
    return [{ data: [host(nsname), host(hostmaster), serial, refresh, retry, expire, minttl].join(' '), ttl: 0 }];
  },
};

function withTtl({ address, ttl }: { address: string; ttl: number }): Answer {
  return { data: address, ttl };
}
