import { expect, it } from 'vitest';
import { readText, reasonsOf } from '#server/testing/feed-document.ts';
import { readIptoasn } from './iptoasn.ts';

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
