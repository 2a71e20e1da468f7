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

it.each([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
  [undefined, false],
] as const)('is_expired %s is %s', (is_expired, expected) => {
  expect(isExpired({ is_expired })).toBe(expected);
});
