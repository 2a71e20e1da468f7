import { expect, it } from 'vitest';
import { scanRows } from './scan-data.ts';
import { isExpired } from './scanned-certificates.tsx';

it.each([
  ['no scan data', null, null],
  ['scan data without the list', {}, []],
  ['an empty list', { jarm: [] }, []],
  ['a list', { jarm: [{ jarm_hash: '2ad' }] }, [{ jarm_hash: '2ad' }]],
])('tells %s apart', (_, scanData, rows) => {
  expect(scanRows('jarm')(scanData)).toEqual(rows);
});

it('has TLS fingerprints, which other deployments may leave out', () => {
  const fingerprint = { kind: 'ja4s', value: 't130200_1301_234ea6891581', hostname: '', last_seen: 20261107 };
  expect(scanRows('tls_fingerprints')({ tls_fingerprints: [fingerprint] })).toEqual([fingerprint]);
  expect(scanRows('tls_fingerprints')({ jarm: [] })).toEqual([]);
});

it.each([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
  [undefined, undefined],
] as const)('is_expired %s is %s', (is_expired, expected) => {
  expect(isExpired({ is_expired })).toBe(expected);
});
