import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newestServers, nsMoves, nsTimeline, setKey, type NsEpisode } from './ns-timeline.ts';

/** A set with `ns` in it: sets of one server may be parts of a set. */
const episode = (first: number, last: number, ...others: string[]): NsEpisode => ({
  first,
  last,
  members: [...others, 'ns'],
});
const othersOf = (members: readonly string[]) => members.filter((member) => member !== 'ns').join('+');
const told = (episodes: readonly NsEpisode[]) => nsTimeline(episodes).map(({ at, members }) => [at, othersOf(members)]);

describe('nsTimeline', () => {
  it.each([
    ['nothing', [], []],
    ['one set', [episode(1, 9, 'a')], [[1, 'a']]],
    ['the same set again', [episode(1, 3, 'a'), episode(5, 9, 'a')], [[1, 'a']]],
    [
      'one after the other',
      [episode(5, 9, 'b'), episode(1, 3, 'a')],
      [
        [1, 'a'],
        [5, 'b'],
      ],
    ],
    [
      'one from the moment the other ends',
      [episode(1, 5, 'a'), episode(5, 9, 'b')],
      [
        [1, 'a'],
        [5, 'b'],
      ],
    ],
    [
      'there and back',
      [episode(1, 3, 'a'), episode(4, 6, 'b'), episode(7, 9, 'a')],
      [
        [1, 'a'],
        [4, 'b'],
        [7, 'a'],
      ],
    ],
    [
      'a stay within a longer one',
      [episode(1, 9, 'a'), episode(4, 6, 'b')],
      [
        [1, 'a'],
        [4, 'b'],
        [7, 'a'],
      ],
    ],
    [
      'a moment within a longer one',
      [episode(1, 9, 'a'), episode(4, 4, 'b')],
      [
        [1, 'a'],
        [4, 'b'],
        [5, 'a'],
      ],
    ],
    [
      'an overlap',
      [episode(1, 6, 'a'), episode(4, 9, 'b')],
      [
        [1, 'a'],
        [4, 'b'],
      ],
    ],
    [
      'straight from a stay to a third',
      [episode(1, 20, 'a'), episode(4, 6, 'b'), episode(7, 9, 'c')],
      [
        [1, 'a'],
        [4, 'b'],
        [7, 'c'],
        [10, 'a'],
      ],
    ],
    [
      'sets of several',
      [episode(1, 3, 'a', 'b'), episode(4, 6, 'a', 'c')],
      [
        [1, 'a+b'],
        [4, 'a+c'],
      ],
    ],
  ])('%s', (_, episodes, expected) => expect(told(episodes)).toEqual(expected));

  it('agrees with asking every moment by itself', () => {
    const anyEpisode = fc
      .record({ first: fc.nat(30), span: fc.nat(12), member: fc.constantFrom('a', 'b', 'c') })
      .map(({ first, span, member }) => episode(first, first + span, member));
    fc.assert(
      fc.property(fc.uniqueArray(anyEpisode, { maxLength: 8, selector: ({ first }) => first }), (episodes) => {
        const stretches = nsTimeline(episodes);
        for (const [index, { members }] of stretches.entries())
          expect(setKey(members)).not.toBe(setKey(stretches[index - 1]?.members ?? []));
        let standing: readonly string[] | undefined;
        for (let moment = 0; moment <= 45; moment += 1) {
          const open = episodes.filter(({ first, last }) => first <= moment && moment <= last);
          standing = open.sort((a, b) => b.first - a.first)[0]?.members ?? standing;
          expect(stretches.findLast(({ at }) => at <= moment)?.members).toEqual(standing);
        }
      }),
    );
  });
});

const days = 86_400;
/** A server that was seen by itself; times in days. */
const alone = (server: string, first: number, last = first): NsEpisode => ({
  first: first * days,
  last: last * days,
  members: [server],
});
const daily = (serversOn: (day: number) => readonly string[]) =>
  // the lines of an answer are some seconds apart
  Array.from({ length: 40 }, (_, day) => serversOn(day).map((server, at) => alone(server, day + at * 1e-4))).flat();
const toldInDays = (episodes: readonly NsEpisode[]) =>
  nsTimeline(episodes).map(({ at, members }) => [Math.floor(at / days), members.join('+')]);

describe('nsTimeline of logs with one answer a line', () => {
  it.each<[string, NsEpisode[], (readonly [number, string])[]]>([
    ['two servers', [alone('a', 0, 39), alone('b', 0.1, 38)], [[0, 'a+b']]],
    ['two servers, seen every day', daily((day) => (day % 2 === 0 ? ['a', 'b'] : ['b', 'a'])), [[0, 'a+b']]],
    [
      'a move, with the old servers in caches',
      [alone('a', 0, 21.5), alone('b', 0, 21.6), alone('c', 20, 39), alone('d', 20.1, 39)],
      [
        [0, 'a+b'],
        [20, 'c+d'],
      ],
    ],
    [
      'a move on the second day, seen every day',
      daily((day) => (day < 1 ? ['a', 'b'] : ['c', 'd'])),
      [
        [0, 'a+b'],
        [1, 'c+d'],
      ],
    ],
    [
      'one of two servers replaced',
      [alone('a', 0, 39), alone('b', 0, 20.5), alone('c', 20, 39)],
      [
        [0, 'a+b'],
        [20, 'a+c'],
      ],
    ],
    [
      'one of two servers replaced, seen every day',
      daily((day) => ['a', day < 20 ? 'b' : 'c']),
      [
        [0, 'a+b'],
        [20, 'a+c'],
      ],
    ],
    [
      'there and back, seen every day',
      daily((day) => (day < 10 || day > 20 ? ['a', 'b'] : ['c', 'd'])),
      [
        [0, 'a+b'],
        [10, 'c+d'],
        [21, 'a+b'],
      ],
    ],
    [
      'another server for a day',
      [alone('a', 0, 39), alone('b', 0, 39), alone('c', 20, 20.5)],
      [
        [0, 'a+b'],
        [20, 'a+b+c'],
        [20, 'a+b'],
      ],
    ],
    [
      'one of two servers removed',
      [alone('a', 0, 39), alone('b', 0, 20)],
      [
        [0, 'a+b'],
        [20, 'a'],
      ],
    ],
    [
      'a domain with one server that moves',
      [alone('a', 0, 20), alone('b', 20, 39)],
      [
        [0, 'a'],
        [20, 'b'],
      ],
    ],
    [
      'one server of a set that another log saw whole',
      [{ ...alone('a', 0, 30), members: ['a', 'b'] }, alone('a', 10, 39)],
      [[0, 'a+b']],
    ],
    [
      'one server of a set replaced after another log saw it whole',
      [{ ...alone('a', 0, 20), members: ['a', 'b'] }, alone('a', 0, 39), alone('b', 0, 20), alone('c', 20, 39)],
      [
        [0, 'a+b'],
        [20, 'a+c'],
      ],
    ],
  ])('%s', (_, episodes, expected) => expect(toldInDays(episodes)).toEqual(expected));

  it('joins no more servers than a domain has', () => {
    const other = Array.from({ length: 400 }, (_, hour) => alone(`s${hour}`, hour / 24));
    const timeline = nsTimeline(other);
    expect(Math.max(...timeline.map(({ members }) => members.length))).toBe(32);
    expect(timeline.at(-1)?.members).toContain('s399');
  });

  it('is that of the sets', () => {
    const anySet = fc.subarray(['a', 'b', 'c', 'd', 'e'], { minLength: 2 });
    const stays = fc.array(fc.record({ members: anySet, stay: fc.integer({ min: 6, max: 30 }) }), { minLength: 1 });
    fc.assert(
      fc.property(stays, fc.infiniteStream(fc.nat(3600)), (sets, jitter) => {
        const seen = sets.flatMap(({ members, stay }) => Array.from({ length: stay }, () => members));
        const wholes = seen.map((members, day) => ({ ...alone('', day), members }));
        const lines = wholes.flatMap(({ first, members }) =>
          members.map((member): NsEpisode => {
            const time = first + (jitter.next().value ?? 0);
            return { first: time, last: time, members: [member] };
          }),
        );
        const [expected, found] = [nsTimeline(wholes), nsTimeline(lines)];
        expect(found.map(({ members }) => members)).toEqual(expected.map(({ members }) => members));
        for (const each of [wholes, lines]) expect(newestServers(each)).toEqual(expected.at(-1)?.members);
        // a server that is only removed left after its last sighting
        for (const [index, { at }] of found.entries())
          expect(Math.abs(at - (expected[index]?.at ?? 0))).toBeLessThanOrEqual(days);
      }),
    );
  });
});

describe('nsMoves', () => {
  it('are the borders between stretches, and know a return', () => {
    const timeline = nsTimeline([episode(1, 3, 'a'), episode(5, 7, 'b'), episode(9, 11, 'c'), episode(13, 15, 'a')]);
    expect(nsMoves(timeline)).toEqual([
      { at: 5, from: ['a', 'ns'], to: ['b', 'ns'], isReturn: false },
      { at: 9, from: ['b', 'ns'], to: ['c', 'ns'], isReturn: false },
      { at: 13, from: ['c', 'ns'], to: ['a', 'ns'], isReturn: true },
    ]);
  });

  it('are none without a change', () => {
    expect(nsMoves(nsTimeline([]))).toEqual([]);
    expect(nsMoves(nsTimeline([episode(1, 9, 'a')]))).toEqual([]);
  });
});
