import { expect, it } from 'vitest';
import { isExpired, scanRows } from './ScanPanels.tsx';

it.each([
  ['no scan data', undefined, 'unknown'],
  ['scan data without the list', {}, 'empty'],
  ['an empty list', { jarm: [] }, 'empty'],
  ['a list', { jarm: [{ jarm_hash: '2ad' }] }, 'data'],
])('tells %s apart', (_, scanData, is) => {
  expect(scanRows(scanData, 'jarm', 'No scan saw one.').is).toBe(is);
});

it('has TLS fingerprints, which other deployments may leave out', () => {
  const fingerprint = { kind: 'ja4s', value: 't130200_1301_234ea6891581', hostname: '', last_seen: 20261107 };
  expect(scanRows({ tls_fingerprints: [fingerprint] }, 'tls_fingerprints', 'None.')).toMatchObject({
    is: 'data',
    data: [fingerprint],
  });
  expect(scanRows({ jarm: [] }, 'tls_fingerprints', 'None.').is).toBe('empty');
});

it.each([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
  [undefined, false],
] as const)('is_expired %s is %s', (is_expired, expected) => {
  expect(isExpired({ is_expired })).toBe(expected);
});
