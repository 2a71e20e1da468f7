import { Resolver } from 'node:dns/promises';
import type { LiveRecord, LiveRecordType } from './door.ts';
import { codeOf } from './live-failure.ts';

/** Asks the resolvers of this machine, whose own addresses are trusted. @throws the error of node:dns */
export type Resolve = (name: string, type: LiveRecordType, signal: AbortSignal) => Promise<readonly LiveRecord[]>;

/** @param servers resolvers in place of those of this machine, as 'address:port' */
export function resolver(servers?: readonly string[]): Resolve {
  return async (name, type, signal) => {
    signal.throwIfAborted();
    // one channel for one question, because a channel can only be cancelled as a whole
    const channel = new Resolver({ timeout: 2000, tries: 2 });
    if (servers) channel.setServers(servers);
    const cancel = () => channel.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const answers = await ask[type](channel, name);
      return answers.map((answer) => ({ name: host(name), type, ...answer }));
    } catch (error) {
      // the name, or the record of this type, is not there: that is an answer
      if (['ENOTFOUND', 'ENODATA'].includes(codeOf(error))) return [];
      throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
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
