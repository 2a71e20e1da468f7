import { expect, it } from 'vitest';
import { dailyHistory } from './reputation-records.ts';

const quiet = (day: number) => ({ day, score: 0 });

it.each<[string, { day: number; score: number }[], number, [number, number][]]>([
  ['one quiet day without rows', [], 100, [[20260302, 0]]],
  [
    'quiet days between rows, over the end of a month',
    [
      { day: 20260301, score: 7 },
      { day: 20260227, score: 5 },
    ],
    100,
    [
      [20260302, 0],
      [20260301, 7],
      [20260228, 0],
      [20260227, 5],
    ],
  ],
  [
    'no more than the limit',
    [
      { day: 20260302, score: 7 },
      { day: 20260101, score: 5 },
    ],
    2,
    [
      [20260302, 7],
      [20260301, 0],
    ],
  ],
])('%s', (_, rows, limit, expected) => {
  expect(dailyHistory(rows, 20260302, limit, quiet).map(({ day, score }) => [day, score])).toEqual(expected);
});
