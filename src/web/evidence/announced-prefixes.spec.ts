import { describe, expect, it } from 'vitest';
import { announcedNow, announcedThen, changeSentence, prefixesOf } from './announced-prefixes.tsx';

describe('announced prefixes', () => {
  it('have their size if it fits in a number', () => {
    expect(announcedNow(['192.0.2.0/25', '2001:db8::/32'])).toEqual([
      { subnet: '192.0.2.0/25', size: 128, change: '' },
      { subnet: '2001:db8::/32', size: null, change: '' },
    ]);
  });

  it('differ by the day they were announced on', () => {
    const rows = announcedThen(['192.0.2.0/25', '198.51.100.0/24'], ['192.0.2.0/25', '203.0.113.0/24']);
    expect(rows.map(({ subnet, change }) => [subnet, change])).toEqual([
      ['192.0.2.0/25', 'both days'],
      ['198.51.100.0/24', 'only then'],
      ['203.0.113.0/24', 'only now'],
    ]);
  });

  it.each([
    [['192.0.2.0/25'], ['192.0.2.0/25'], 'The same 1 prefix then and now.'],
    [['192.0.2.0/25', '198.51.100.0/24'], ['192.0.2.0/25'], '2 prefixes then, 1 now: 0 came, 1 went.'],
    [[], ['192.0.2.0/25'], 'None on record for that day, 1 prefix now.'],
    [['192.0.2.0/25'], [], '1 prefix then, none on record now.'],
  ])('%j and %j: %s', (then, now, sentence) => expect(changeSentence(announcedThen(then, now))).toBe(sentence));

  it.each([
    [{ subnets: ['192.0.2.0/25'] }, ['192.0.2.0/25']],
    [{ error: 'Not found' }, undefined],
    [undefined, undefined],
  ])('of %j are %j', (record, prefixes) => expect(prefixesOf(record)).toEqual(prefixes));
});
