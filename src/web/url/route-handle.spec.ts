import { expect, test } from 'vitest';
import { titleOf } from './route-handle.ts';

const search = { title: 'Passive DNS', asks: ['qname', 'regex'] };

test.each([
  [undefined, '', undefined],
  [{}, '', undefined],
  [{ title: 'Jobs' }, 'qname=a', 'Jobs'],
  [{ title: ({ ip = '' }) => ip }, '', '192.0.2.1'],
  [search, '', 'Passive DNS'],
  [search, 'qname=*.evil.example&regex=x', '*.evil.example · Passive DNS'],
  [search, 'qname=%20&regex=%5Eevil', '^evil · Passive DNS'],
  [{ ...search, wordsOf: (asked: string) => `“${asked}”` }, 'qname=a', '“a” · Passive DNS'],
  [{ ...search, wordsOf: () => undefined }, 'qname=a', 'a · Passive DNS'],
] as const)('%j with ?%s', (handle, query, title) =>
  expect(titleOf(handle, { ip: '192.0.2.1' }, new URLSearchParams(query))).toBe(title),
);
