import { Resolver } from 'node:dns/promises';
import { LiveError, type LiveRecord, type LiveRecordType } from './outbound-client.ts';
import { codeOf, failureOf } from './live-failure.ts';

/** Queries the resolvers of this machine, whose addresses are trusted. @throws LiveError */
export type Resolve = (name: string, type: LiveRecordType, signal: AbortSignal) => Promise<readonly LiveRecord[]>;

/**
 * An empty result means that the DNS has no record: when the resolvers answer nothing at all, as on a machine without
 * internet access, the look-up fails instead.
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
        `The resolver of this machine returns nothing for ${name} or for the DNS root: it cannot resolve internet names.`,
        { isOfResolver: true },
      );
    return answers.map((answer) => ({ name: host(name), type, ...answer }));
  };
}

/** The name, or the record of this type, does not exist: that is an answer. */
function isAbsence(error: unknown): boolean {
  return ['ENOTFOUND', 'ENODATA'].includes(codeOf(error));
}

/** One channel per query, because a channel can only be cancelled as a whole. */
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

/** These always have name servers, and querying them does not reveal what is looked up. */
const certain = ['.', 'com', 'org'];
const keepMilliseconds = { known: 60_000, unknown: 5000 } as const;

/**
 * Whether the resolvers find a name that certainly exists. A resolver without internet access may answer that no name exists
 * (NXDOMAIN), which otherwise looks like a true answer. Shared by concurrent queries.
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
    // one is enough: some resolvers refuse queries for the root
    const isKnown = await Promise.any(certain.map(knows)).catch(() => false);
    until = Date.now() + keepMilliseconds[isKnown ? 'known' : 'unknown'];
    return isKnown;
  };
  return () => {
    if (Date.now() >= until) {
      until = Infinity; // concurrent queries wait for this one
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

/** node:dns reports the TTL of addresses only. */
const ask: Readonly<Record<LiveRecordType, Ask>> = {
  A: async (channel, name) => (await channel.resolve4(name, { ttl: true })).map(withTtl),
  AAAA: async (channel, name) => (await channel.resolve6(name, { ttl: true })).map(withTtl),
  NS: async (channel, name) => hosts(await channel.resolveNs(name)),
  CNAME: async (channel, name) => hosts(await channel.resolveCname(name)),
  PTR: async (channel, name) => hosts(await channel.resolvePtr(name)),
  MX: async (channel, name) => {
    const exchanges = await channel.resolveMx(name);
    // an empty exchange means that the domain accepts no mail
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
