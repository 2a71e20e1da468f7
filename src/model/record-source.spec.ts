import { expect, it } from 'vitest';
import { recordSources, sourceBit } from './record-source.ts';

it('names the sources whose bits are set, and leaves out those it has no name for', () => {
  expect(recordSources([0, 1, 2])).toEqual(['sample', 'live', 'logs']);
  expect(recordSources([2, 63])).toEqual(['logs']);
  expect(recordSources([])).toEqual([]);
});

it('gives each source a bit of its own, which stores hold already', () =>
  expect([sourceBit('sample'), sourceBit('live'), sourceBit('logs')]).toEqual([1, 2, 4]));
