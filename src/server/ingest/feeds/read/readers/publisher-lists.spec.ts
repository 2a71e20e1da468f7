import { expect, it } from 'vitest';
import { readText, reasonsOf } from '#test/server/feed-document.ts';
import {
  readDelegated,
  readDshield,
  readIptoasn,
  readPfx2as,
  readSpamhausDrop,
  readTorExits,
  readTranco,
} from './publisher-lists.ts';

it('reads the addresses of relays with the time of their last test', async () => {
  const text = `ExitNode FE39F07EBE7870DCE124AB30DF3ABD0700A43F75
Published 2026-11-21 16:10:50
LastStatus 2026-11-22 02:00:00
ExitAddress 192.0.2.231 2026-11-22 02:21:54
ExitAddress 192.0.2.232 2026-11-21 10:21:55
ExitNode 23B49521BDC4588C7CCF3C38E552504118326B66
Published 2026-11-21 05:44:30
LastStatus 2026-11-22 03:00:00
ExitAddress 2001:DB8::64 2026-11-21 11:30:06
`;
  const { entries, asOf } = await readText(readTorExits, text);
  expect(asOf).toBe('2026-11-22');
  const exit = (address: string, seen: string) => ({
    what: 'fact',
    kind: 'tor_exit',
    subject: { type: 'ip', address },
    value: '',
    tags: [`last seen ${seen} UTC`],
  });
  expect(entries).toEqual([
    exit('192.0.2.231', '2026-11-22 02:21:54'),
    exit('192.0.2.232', '2026-11-21 10:21:55'),
    exit('2001:db8::64', '2026-11-21 11:30:06'),
  ]);
});

it('reads an address without its time and rejects other lines', async () => {
  const read = await readText(readTorExits, 'ExitAddress 192.0.2.1\nExitAddress nowhere\n<!DOCTYPE html>\n');
  expect(read.entries[0]).toMatchObject({ what: 'fact', tags: [] });
  expect(reasonsOf(read)).toEqual(['Not an IP address.', 'Not a line of an exit list.']);
  expect(read.asOf).toBeNull();
});

it('reads ranges below comments and a header', async () => {
  const text = `#
#   DShield.org Recommended Block List
#    (c) 2026 DShield.org
#    updated: 2026-11-21T20:45:40
#
#    Columns (tab delimited):
Start\tEnd\tNetmask\tAttacks\tName\tCountry\temail
198.51.100.0\t198.51.100.255\t24\t2076\tSomeNet\tUS\tabuse@example.com
203.0.113.0\t203.0.113.255\t24\t1550\t\t\t
nonsense
`;
  const read = await readText(readDshield, text);
  expect(read.asOf).toBe('2026-11-21');
  expect(read.entries.slice(0, 2)).toMatchObject([
    { subject: { type: 'range', text: '198.51.100.0/24' }, tags: ['2076 targets scanned'] },
    { subject: { type: 'range', text: '203.0.113.0/24' }, tags: ['1550 targets scanned'] },
  ]);
  expect(reasonsOf(read)).toEqual(['The first two fields are not the ends of a range.']);
});

it('reads ranges of both families and leaves out what is not routed', async () => {
  const text = `0.0.0.0\t0.255.255.255\t0\tNone\tNot routed
1.0.0.0\t1.0.0.255\t13335\tUS\tCLOUDFLARENET
1.0.4.0\t1.0.7.255\t38803\tAU\tGTELECOM-AUSTRALIA Gtelecom Pty Ltd
2001:200::\t2001:200:5ff:ffff:ffff:ffff:ffff:ffff\t2500\tJP\tWIDE-BB WIDE Project
2001:0DB8::\t2001:db8::00ff\t64500\tNone\t
`;
  const { entries } = await readText(readIptoasn, text);
  expect(entries).toEqual([
    { what: 'origin', first: '1.0.0.0', last: '1.0.0.255', asn: 13_335, asname: 'CLOUDFLARENET', country: 'US' },
    {
      what: 'origin',
      first: '1.0.4.0',
      last: '1.0.7.255',
      asn: 38_803,
      asname: 'GTELECOM-AUSTRALIA Gtelecom Pty Ltd',
      country: 'AU',
    },
    {
      what: 'origin',
      first: '2001:200::',
      last: '2001:200:5ff:ffff:ffff:ffff:ffff:ffff',
      asn: 2500,
      asname: 'WIDE-BB WIDE Project',
      country: 'JP',
    },
    { what: 'origin', first: '2001:db8::', last: '2001:db8::ff', asn: 64_500, asname: '', country: '' },
  ]);
});

it('rejects ranges that are none', async () => {
  const text = `1.0.0.255\t1.0.0.0\t13335\tUS\tX\n1.0.0.0\t2001:db8::\t13335\tUS\tX\n1.0.0.0\t1.0.0.255\tX\tUS\tX\nx\n`;
  expect(reasonsOf(await readText(readIptoasn, text))).toEqual([
    'The first two fields are not the ends of a range of addresses.',
    'The first two fields are not the ends of a range of addresses.',
    'The third field is not an AS number.',
    'The third field is not an AS number.',
  ]);
});

const metadata =
  '{"type":"metadata","timestamp":1790072042,"size":104461,"records":2,"copyright":"(c) 2026 The Spamhaus Project SLU","terms":"https://www.spamhaus.org/drop/terms/"}\n';

it('reads ranges with their SBL record, and the day of the metadata', async () => {
  const text = `{"cidr":"192.0.2.0/24","sblid":"SBL256894","rir":"apnic"}\n{"cidr":"2001:db8::\\/29","sblid":"SBL301771","rir":"ripencc"}\n${metadata}`;
  const { entries, asOf } = await readText(readSpamhausDrop, text);
  expect(asOf).toBe('2026-09-22');
  expect(entries).toMatchObject([
    {
      what: 'listing',
      subject: { type: 'range', text: '192.0.2.0/24', first: '192.0.2.0', last: '192.0.2.255' },
      reference: 'https://check.spamhaus.org/sbl/query/SBL256894',
    },
    { what: 'listing', subject: { type: 'range', text: '2001:db8::/29' } },
  ]);
});

it('reads AS numbers with their names', async () => {
  const text = `{"asn":64500,"rir":"ripencc","domain":"a.example","cc":"US","asname":"EXAMPLE"}\n${metadata}`;
  const { entries } = await readText(readSpamhausDrop, text);
  expect(entries).toEqual([
    { what: 'listing', subject: { type: 'asn', asn: 64_500 }, tags: ['EXAMPLE'], reference: '' },
  ]);
});

it('rejects what is neither', async () => {
  const text = `not json\n[1]\n{"rir":"arin"}\n{"cidr":"192.0.2.0"}\n{"asn":0}\n${'['.repeat(4000)}\n`;
  expect(reasonsOf(await readText(readSpamhausDrop, text))).toEqual([
    'Not a JSON object.',
    'Not a JSON object.',
    'The line has neither a range nor an AS number.',
    'Not a range of addresses: it needs an address and a prefix length.',
    'Not an AS number.',
    'Not a JSON object.',
  ]);
});

it('reads ranks', async () => {
  const read = await readText(readTranco, '1,google.com\r\n2,microsoft.com\r\n1000000,xn--bcher-kva.example\r\n');
  const rank = (name: string, value: string) => ({
    what: 'fact',
    kind: 'toplist',
    subject: { type: 'domain', name },
    value,
    tags: [],
  });
  expect(read.entries).toEqual([
    rank('google.com', '1'),
    rank('microsoft.com', '2'),
    rank('xn--bcher-kva.example', '1000000'),
  ]);
});

it('rejects lines without a rank or a domain', async () => {
  expect(reasonsOf(await readText(readTranco, 'google.com\n0,a.example\n3,localhost\n,\n'))).toEqual([
    'The first field is not a rank.',
    'The first field is not a rank.',
    'Not a domain: it has one label only.',
    'The first field is not a rank.',
  ]);
});

const base = 'https://publicdata.caida.org/datasets/routing/routeviews-prefix2as/';

it('reads single origins, several origins and AS sets, and its day from the file name', async () => {
  const text = `1.0.0.0\t24\t13335\n1.0.4.0\t22\t38803_4826\n1.0.5.0\t24\t64500,64501\n1.0.6.0\t24\t64500,64501_64502_64500\n2001:200::\t32\t2500\n1.0.7.9\t24\t{64500}\n`;
  const name = `${base}2026/11/routeviews-rv2-20261121-1200.pfx2as.gz`;
  const { entries, asOf, more } = await readText(readPfx2as, text, {}, name);
  expect(asOf).toBe('2026-11-21');
  expect(more).toEqual([]);
  expect(entries).toEqual([
    { what: 'announcement', prefix: '1.0.0.0/24', asns: [13_335] },
    { what: 'announcement', prefix: '1.0.4.0/22', asns: [38_803, 4826] },
    { what: 'announcement', prefix: '1.0.5.0/24', asns: [64_500, 64_501] },
    { what: 'announcement', prefix: '1.0.6.0/24', asns: [64_500, 64_501, 64_502] },
    { what: 'announcement', prefix: '2001:200::/32', asns: [2500] },
    { what: 'announcement', prefix: '1.0.7.0/24', asns: [64_500] },
  ]);
});

it('finds the newest file in the list of new files', async () => {
  const text = `# Format: 1>seqnum 2>timestamp 3>path\n6747\t1795305600\t2026/11/routeviews-rv2-20261120-1200.pfx2as.gz\n6748\t1795392000\t2026/11/routeviews-rv2-20261121-1200.pfx2as.gz\n`;
  const { entries, more } = await readText(readPfx2as, text, {}, `${base}pfx2as-creation.log`);
  expect(entries).toEqual([]);
  expect(more).toEqual(['2026/11/routeviews-rv2-20261121-1200.pfx2as.gz']);
});

it('rejects lines that are no announcement', async () => {
  const text = `1.0.0.0\t33\t13335\nx\t24\t13335\n1.0.0.0\t24\tAS_X\n1.0.0.0 24 13335\n`;
  expect(reasonsOf(await readText(readPfx2as, text))).toEqual([
    'The first two fields are not a prefix and its length.',
    'The first two fields are not a prefix and its length.',
    'The third field is not an AS number or several.',
    'The first two fields are not a prefix and its length.',
  ]);
});

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

it('rejects records that are not allocations', async () => {
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
