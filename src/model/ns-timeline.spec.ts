import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nsMoves, nsTimeline, setKey, type NsEpisode } from './ns-timeline.ts';

const episode = (first: number, last: number, ...members: string[]): NsEpisode => ({ first, last, members });
const told = (episodes: readonly NsEpisode[]) => nsTimeline(episodes).map(({ at, members }) => [at, members.join('+')]);

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

describe('nsMoves', () => {
  it('are the borders between stretches, and know a return', () => {
    const timeline = nsTimeline([episode(1, 3, 'a'), episode(5, 7, 'b'), episode(9, 11, 'c'), episode(13, 15, 'a')]);
    expect(nsMoves(timeline)).toEqual([
      { at: 5, from: ['a'], to: ['b'], isReturn: false },
      { at: 9, from: ['b'], to: ['c'], isReturn: false },
      { at: 13, from: ['c'], to: ['a'], isReturn: true },
    ]);
  });

  it('are none without a change', () => {
    expect(nsMoves(nsTimeline([]))).toEqual([]);
    expect(nsMoves(nsTimeline([episode(1, 9, 'a')]))).toEqual([]);
  });
});
