import { expect, it } from 'vitest';
import { readText, reasonsOf } from '#test/server/feed-document.ts';
import { readDelegated } from './delegated.ts';

it('reads the combined statistics of the registries', async () => {
  const text = `2|nro|20261122|8|19821213|20261121|+0000
nro|*|asn|*|2|summary
nro|*|ipv4|*|4|summary
nro|*|ipv6|*|1|summary
apnic|CN|asn|143674|3072|20210507|allocated|A91E5D61|e-stats
apnic|AU|ipv4|1.0.0.0|256|20110811|assigned|A91872ED|e-stats
arin|us|ipv4|3.0.0.0|768|00000000|Allocated|B1|e-stats
iana|ZZ|ipv4|10.0.0.0|16777216|19950501|reserved|ietf|iana
ripencc||ipv4|2.56.0.0|1024||available|
apnic|JP|ipv6|2001:200::|35|19990813|allocated|A916B6AA|e-stats
`;
  const { entries, asOf } = await readText(readDelegated, text);
  expect(asOf).toBe('2026-11-21');
  const held = { what: 'allocation', status: 'allocated' };
  expect(entries).toEqual([
    { ...held, registry: 'apnic', country: 'CN', kind: 'asn', start: 143_674, count: 3072, date: '2021-05-07' },
    {
      ...held,
      registry: 'apnic',
      country: 'AU',
      kind: 'ipv4',
      start: '1.0.0.0',
      count: 256,
      date: '2011-08-11',
      status: 'assigned',
    },
    { ...held, registry: 'arin', country: 'US', kind: 'ipv4', start: '3.0.0.0', count: 768, date: '' },
    {
      ...held,
      registry: 'iana',
      country: '',
      kind: 'ipv4',
      start: '10.0.0.0',
      count: 16_777_216,
      date: '1995-05-01',
      status: 'reserved',
    },
    {
      ...held,
      registry: 'ripencc',
      country: '',
      kind: 'ipv4',
      start: '2.56.0.0',
      count: 1024,
      date: '',
      status: 'available',
    },
    { ...held, registry: 'apnic', country: 'JP', kind: 'ipv6', start: '2001:200::', length: 35, date: '1999-08-13' },
  ]);
});

it('reads one registry’s file with its conditions of use and a serial that is not a day', async () => {
  const text = `#\n# CONDITIONS OF USE\n#\n2.3|arin|1790341220831|1|19700101|20261120|-0500\narin|US|asn|7018|1|19960628|assigned|x\n`;
  const { entries, asOf } = await readText(readDelegated, text);
  expect(asOf).toBe('2026-11-20');
  expect(entries).toMatchObject([{ kind: 'asn', start: 7018, count: 1 }]);
});

it('rejects records that are no allocation', async () => {
  const text = `apnic|AU|ipv4|not-an-ip|256|20110811|assigned|x
apnic|AU|ipv4|255.255.255.0|512|20110811|assigned|x
apnic|AU|ipv4|1.0.0.0|0|20110811|assigned|x
apnic|AU|ipv6|2001:200::|200|20110811|assigned|x
apnic|AU|ipv6|1.0.0.0|20|20110811|assigned|x
apnic|AU|asn|AS-X|1|20110811|assigned|x
apnic|AU|dns|1|1|20110811|assigned|x
apnic|AU|ipv4\n`;
  expect(reasonsOf(await readText(readDelegated, text))).toEqual([
    'not-an-ip is not an IPv4 address.',
    'The range goes beyond the last IPv4 address.',
    'The size is not a whole number above zero.',
    '/200 is not a prefix length.',
    '1.0.0.0 is not an IPv6 address.',
    'AS-X is not an AS number.',
    'The type is not asn, ipv4 or ipv6.',
    'A record needs seven fields between bars.',
  ]);
});
