import { expect, it } from 'vitest';
import { headerVersions } from './HeaderChanges.tsx';

const scan = (date: number, headers: Record<string, string>) => ({ date, headers });

it('joins scans with equal headers and lists the changes of each version', () => {
  const versions = headerVersions([
    scan(20260604, { server: 'b', 'x-build': '2' }),
    scan(20260603, { 'x-build': '2', server: 'b' }),
    scan(20260602, { server: 'a', etag: '1' }),
    scan(20260601, { server: 'a', etag: '1' }),
  ]);
  expect(versions).toEqual([
    {
      first: 20260603,
      latest: 20260604,
      scanCount: 2,
      lines: [
        { name: 'server', value: 'b', change: 'changed', earlier: 'a' },
        { name: 'x-build', value: '2', change: 'added' },
        { name: 'etag', value: '1', change: 'removed' },
      ],
    },
    {
      first: 20260601,
      latest: 20260602,
      scanCount: 2,
      lines: [
        { name: 'server', value: 'a', change: 'same' },
        { name: 'etag', value: '1', change: 'same' },
      ],
    },
  ]);
});

it('separates headers that only look alike', () => {
  expect(headerVersions([scan(2, { a: '1' }), scan(1, { b: '1' })])).toHaveLength(2);
  expect(headerVersions([scan(2, {}), scan(1, { a: '1' })])).toHaveLength(2);
  expect(headerVersions([scan(2, { toString: 'x' }), scan(1, {})])[0]?.lines).toEqual([
    { name: 'toString', value: 'x', change: 'added' },
  ]);
  expect(headerVersions([])).toEqual([]);
});
