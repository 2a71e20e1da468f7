import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { similarityLevels, tagClusters, type TaggedDomain } from './tag-clusters.ts';
import { growth } from '#test/model/growth.ts';

const none = { '25': [], '50': [], '75': [], '100': [] };
const tagged = (tags: Record<string, string>): TaggedDomain[] =>
  Object.entries(tags).map(([domain, tag]) => ({ domain, tag }));

describe('tagClusters', () => {
  it.each<[string, Record<string, string>, object]>([
    ['finds nothing among one', { a: 'm:n:h:r' }, none],
    ['finds nothing where nothing is shared', { a: 'm:n:h:r', b: 'n:h:r:m' }, none],
    [
      'puts equal tags at 100 and nowhere else',
      { a: 'm:n:h:r', b: 'm:n:h:r' },
      { ...none, '100': [{ domains: ['a', 'b'], match: 'm:n:h:r' }] },
    ],
    [
      'puts a wider group at the level of what it shares',
      { a: 'm:n:h:r', b: 'm:n:h:r', c: 'm:n:x:y', d: '1:n:2:3' },
      {
        '25': [{ domains: ['a', 'b', 'c', 'd'], match: '*:n:*:*' }],
        '50': [{ domains: ['a', 'b', 'c'], match: 'm:n:*:*' }],
        '75': [],
        '100': [{ domains: ['a', 'b'], match: 'm:n:h:r' }],
      },
    ],
    [
      'counts an emptiness that is shared',
      { a: '_:n:h:r', b: '_:n:h:x' },
      { ...none, '75': [{ domains: ['a', 'b'], match: '_:n:h:*' }] },
    ],
    ['makes no group of emptiness alone', { a: '_:_:h:r', b: '_:_:x:y', c: '_:_:_:_', d: '_:_:_:_' }, none],
    [
      'lists the largest group first, then by pattern',
      { a: 'm:n:1:2', b: 'm:x:3:4', c: 'y:n:5:6', d: 'z:n:7:8' },
      {
        ...none,
        '25': [
          { domains: ['a', 'c', 'd'], match: '*:n:*:*' },
          { domains: ['a', 'b'], match: 'm:*:*:*' },
        ],
      },
    ],
  ])('%s', (_, tags, expected) => expect(tagClusters(tagged(tags))).toEqual(expected));

  it('counts a domain that is given twice once', () => {
    expect(tagClusters([...tagged({ a: 'm:n:h:r' }), ...tagged({ a: 'm:n:h:r' })])).toEqual(none);
  });
});

describe('tagClusters of any tags', () => {
  const label = fc.constantFrom('_', 'a', 'b', 'c');
  const tag = fc.tuple(label, label, label, label).map((elements) => elements.join(':'));
  const any = fc
    .array(tag, { maxLength: 12 })
    .map((tags) => tags.map((each, index) => ({ domain: `d${index}.example`, tag: each })));
  /** What a group of tags shares, by definition. */
  const shared = (tags: readonly string[]) =>
    [0, 1, 2, 3].map((at) => {
      const values = new Set(tags.map((each) => each.split(':')[at]));
      return values.size === 1 ? [...values][0] : '*';
    });

  it('says of every group exactly what all of its domains share, and leaves no domain out that shares it', () => {
    fc.assert(
      fc.property(any, (domains) => {
        const tagOf = new Map(domains.map((each) => [each.domain, each.tag]));
        for (const level of similarityLevels)
          for (const group of tagClusters(domains)[level]) {
            expect(group.match).toBe(shared(group.domains.map((name) => tagOf.get(name) ?? '')).join(':'));
            expect(group.match.split(':').filter((element) => element !== '*').length * 25).toBe(Number(level));
            const fits = domains.filter((each) =>
              group.match.split(':').every((element, at) => element === '*' || element === each.tag.split(':')[at]),
            );
            expect(group.domains).toEqual(fits.map(({ domain }) => domain));
          }
      }),
    );
  });

  it('misses no two domains that share more than emptiness', () => {
    fc.assert(
      fc.property(any, (domains) => {
        const groups = Object.values(tagClusters(domains)).flat();
        for (const [index, one] of domains.entries())
          for (const other of domains.slice(index + 1)) {
            const expected = shared([one.tag, other.tag]);
            if (expected.every((element) => element === '*' || element === '_')) continue;
            const group = groups.find(({ match }) => match === expected.join(':'));
            expect(group?.domains).toEqual(expect.arrayContaining([one.domain, other.domain]));
          }
      }),
    );
  });

  it('does not depend on the order of the domains', () => {
    fc.assert(
      fc.property(any, (domains) => {
        const sets = (given: readonly TaggedDomain[]) =>
          similarityLevels.map((level) =>
            tagClusters(given)[level].map(({ domains: members, match }) => [match, members.toSorted()]),
          );
        expect(sets(domains.toReversed())).toEqual(sets(domains));
      }),
    );
  });

  it('compares the domains of a call in pairs, not in groups', () => {
    const domains = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ domain: `d${index}`, tag: `m:n:${index % 3}:${index % 7}` }));
    expect(tagClusters(domains(100))['50'][0]?.domains).toHaveLength(100);
    expect(growth(domains, tagClusters, 25, { enough: 20 })).toBeLessThan(40);
  });
});
