import { parseIp, storedIp } from '#model/ip-address.ts';
import { inBatches, type Source } from '#server/ingest/source.ts';

/** The addresses on which operators answer DNS queries of anybody, as they publish them. */
const resolvers: Readonly<Record<string, string>> = {
  Cloudflare: '1.1.1.1 1.0.0.1 2606:4700:4700::1111 2606:4700:4700::1001',
  Google: '8.8.8.8 8.8.4.4 2001:4860:4860::8888 2001:4860:4860::8844',
  OpenDNS: '208.67.222.222 208.67.220.220 2620:119:35::35 2620:119:53::53',
  Quad9: '9.9.9.9 149.112.112.112 2620:fe::fe 2620:fe::9',
};
/** The day on which the list was written. */
const asOf = '2026-11-28';

/**
 * The best-known public DNS resolvers, which are in every log and on many lists by mistake. Without them, they would be known benign from
 * no source, because no list names them with their operators.
 */
export function publicResolvers(): Source {
  const addresses = Object.entries(resolvers).flatMap(([actor, texts]) =>
    texts.split(' ').map((ip) => ({ actor, ip })),
  );
  return {
    importId: 9,
    id: 'public-resolvers',
    kind: 'facts',
    // it says nothing about other addresses
    covers: [],
    tables: ['facts'],
    digest: `public-resolvers@${asOf}`,
    licence: 'Apache-2.0 (part of Sightline)',
    asOf,
    countLines: () => Promise.resolve(addresses.length),
    batches: () =>
      inBatches(
        'facts',
        addresses.map(({ actor, ip }) => factRows(actor, ip)),
      ),
  };
}

function factRows(actor: string, text: string): object[] {
  const address = parseIp(text);
  if (!address) throw new Error(`not an address: ${text}`);
  const ip = storedIp(address);
  const subject = { subject_type: 'ip', first: ip, last: ip, source: 'public-resolvers' };
  return [
    { ...subject, kind: 'known_benign', value: actor, tags: ['public DNS resolver'] },
    { ...subject, kind: 'open_resolver' },
  ];
}
