import { expect, it } from 'vitest';
import { apartOf, apartWords, gapOf, type Period } from './connection-time.ts';

const period = (first: string, last: string): Period => ({
  first: Date.parse(first) / 1000,
  last: Date.parse(last) / 1000,
});
const own = period('2017-01-01', '2017-06-30');

it.each([
  ['years later', [period('2024-03-01', '2024-05-01')], { until: '2017-06-30', from: '2024-03-01' }],
  ['years before', [period('2012-01-01', '2014-02-03')], { until: '2014-02-03', from: '2017-01-01' }],
  [
    'the nearest of several',
    [period('2012-01-01', '2013-01-01'), period('2019-01-01', '2019-02-01')],
    { until: '2017-06-30', from: '2019-01-01' },
  ],
  ['a year and a day later', [period('2018-07-01', '2018-07-02')], { until: '2017-06-30', from: '2018-07-01' }],
  ['a year later', [period('2018-06-30', '2018-07-02')], undefined],
  ['within', [period('2017-02-01', '2017-02-01')], undefined],
  ['around', [period('2010-01-01', '2025-01-01')], undefined],
  ['one of several at the same time', [period('2012-01-01', '2012-01-01'), own], undefined],
  ['a time that is not known', [period('2024-03-01', '2024-05-01'), { first: 0, last: 0 }], undefined],
  ['nothing', [], undefined],
])('tells how far apart a period is from %s', (_, others, expected) => {
  const gap = gapOf(own, others);
  expect(gap && apartOf(gap)).toEqual(expected);
});

it('does not guess without a period of the subject', () => {
  expect(gapOf(undefined, [own])).toBeUndefined();
  expect(gapOf({ first: 0, last: own.last }, [period('2024-03-01', '2024-05-01')])).toBeUndefined();
});

it('words it', () => {
  expect(apartWords({ until: '2017-06-30', from: '2024-03-01' })).toBe('not at the same time: 2017 and 2024');
});
