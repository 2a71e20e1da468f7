import { expect, it } from 'vitest';
import { readText, reasonsOf } from '#server/testing/feed-document.ts';
import { readTranco } from './tranco.ts';

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
