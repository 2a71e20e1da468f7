import { expect, it } from 'vitest';
import { readText, reasonsOf } from '#server/testing/feed-document.ts';
import { readPfx2as } from './pfx2as.ts';

const base = 'https://publicdata.caida.org/datasets/routing/routeviews-prefix2as/';

it('reads single origins, several origins and AS sets, and its day from the file name', async () => {
  const text = `1.0.0.0\t24\t13335\n1.0.4.0\t22\t38803_4826\n1.0.5.0\t24\t64500,64501\n1.0.6.0\t24\t64500,64501_64502_64500\n2001:200::\t32\t2500\n1.0.7.9\t24\t{64500}\n`;
  const name = `${base}2026/11/routeviews-rv2-20261121-1200.pfx2as.gz`;
  const { entries, asOf, more } = await readText(readPfx2as, text, {}, name);
  expect(asOf).toBe('2026-11-21');
  expect(more).toEqual([]);
  expect(entries).toEqual([
    { what: 'announcement', prefix: '1.0.0.0/24', asns: [13_335], isAsSet: false },
    { what: 'announcement', prefix: '1.0.4.0/22', asns: [38_803, 4826], isAsSet: false },
    { what: 'announcement', prefix: '1.0.5.0/24', asns: [64_500, 64_501], isAsSet: true },
    { what: 'announcement', prefix: '1.0.6.0/24', asns: [64_500, 64_501, 64_502], isAsSet: true },
    { what: 'announcement', prefix: '2001:200::/32', asns: [2500], isAsSet: false },
    { what: 'announcement', prefix: '1.0.7.0/24', asns: [64_500], isAsSet: false },
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
