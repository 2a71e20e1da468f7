import { expect, it } from 'vitest';
import { rowsOfKind } from './scan-rows.ts';

it('gives every record its address', () => {
  expect(
    rowsOfKind.jarm({ jarm: [{ '192.0.2.1': [{ jarm_hash: 'a' }, { jarm_hash: 'b' }] }, { '192.0.2.2': [] }] }),
  ).toEqual([
    { ip: '192.0.2.1', jarm_hash: 'a' },
    { ip: '192.0.2.1', jarm_hash: 'b' },
  ]);
  expect(rowsOfKind.favicon({})).toEqual([]);
});

it.each([
  [2000_01_01, true],
  [9999_12_31, false],
  [undefined, undefined],
])('a certificate valid until %s is expired: %s', (not_after, is_expired) => {
  const scan = not_after === undefined ? {} : { not_after };
  expect(rowsOfKind.certificates({ certificates: [{ '192.0.2.1': [scan] }] })).toEqual([
    { ip: '192.0.2.1', ...scan, is_expired },
  ]);
});

it('gives every file its address and scan date', () => {
  expect(
    rowsOfKind.opendir({ opendir: [{ '192.0.2.1': { '2026-06-02': [{ filename: 'a' }], '2026-06-01': [] } }] }),
  ).toEqual([{ ip: '192.0.2.1', scan_date: '2026-06-02', filename: 'a' }]);
});
