import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeLanes, fitServers, laneSpan, serverSetLanes, type ServerSetChange } from './name-server-lanes.ts';

const change = (time: number, from: string[], to: string[], more: Partial<ServerSetChange> = {}): ServerSetChange => ({
  time,
  from,
  to,
  fromMarks: [],
  toMarks: [],
  ...more,
});

const changes = [
  change(300, ['ns1.park.test'], ['ns2.a.test', 'ns1.a.test'], { fromMarks: ['parked'], toMarks: ['circular'] }),
  change(200, ['ns1.a.test', 'ns2.a.test'], ['ns1.park.test'], { toMarks: ['parked'] }),
];

it.each([
  ['ns1.a.test, ns2.a.test', 30, 'ns1.a.test, ns2.a.test'],
  ['ns1.a.test, ns2.a.test, ns3.a.test', 20, 'ns1.a.test +2'],
  ['ns1.long-name.test, ns2.long-name.test', 14, 'ns1.l….test +1'],
  ['ns1.long-name.test', 11, 'ns1.l….test'],
])('fitServers %s in %d characters is %s', (label, characters, shown) => {
  expect(fitServers(label, characters)).toBe(shown);
});

describe('serverSetLanes', () => {
  it('gives a set that comes back its old lane, whatever the order of its servers', () => {
    expect(serverSetLanes(changes, { start: 100, end: 400 })).toEqual({
      lanes: [
        {
          key: 'ns1.a.test, ns2.a.test',
          label: 'ns1.a.test, ns2.a.test',
          spans: [
            { start: 100, end: 200 },
            { start: 300, end: 400 },
          ],
          marks: [{ time: 300, mark: 'circular' }],
        },
        {
          key: 'ns1.park.test',
          label: 'ns1.park.test',
          spans: [{ start: 200, end: 300 }],
          marks: [
            { time: 200, mark: 'parked' },
            { time: 300, mark: 'parked' },
          ],
        },
      ],
      moves: [
        { time: 200, from: 0, to: 1 },
        { time: 300, from: 1, to: 0 },
      ],
    });
  });

  it('names a set without servers', () => {
    expect(serverSetLanes([change(5, ['a'], [])], { start: 0, end: 9 }).lanes[1]?.label).toBe('none');
  });

  it('covers the whole time once when each change starts where the last one ended', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1 }), (times) => {
        const chain = times
          .toSorted((a, b) => a - b)
          .map((time, i) => change(time, [`n${i % 3}`], [`n${(i + 1) % 3}`]));
        const { lanes } = serverSetLanes(chain, { start: 0, end: 100 });
        const length = lanes.flatMap(({ spans }) => spans).reduce((sum, { start, end }) => sum + end - start, 0);
        expect(length).toBe(100);
      }),
    );
  });
});

it('laneSpan leaves room before the first change', () => {
  expect(laneSpan([change(0, [], [])], 10_000_000)).toEqual({ start: -1_000_000, end: 10_000_000 });
  expect(laneSpan([], 1_000_000)).toEqual({ start: 913_600, end: 1_000_000 });
});

it('describeLanes counts changes, sets and marks', () => {
  expect(describeLanes(changes, serverSetLanes(changes, { start: 0, end: 1 }))).toBe(
    '2 changes between 2 sets of name servers; 2 to or from a parking service, 1 back to a previous set.',
  );
  expect(describeLanes([], { lanes: [], moves: [] })).toBe('The name servers never changed.');
});
