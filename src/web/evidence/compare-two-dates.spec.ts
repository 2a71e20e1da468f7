import { describe, expect, it } from 'vitest';
import { changeBetween, twoDaysState } from './compare-two-dates.tsx';

const then = { asn: 64_500, subnet: '192.0.2.0/24', date: 20260101 };
const gone = { date: 20260101, error: 'Not found' };

describe('two days of an address', () => {
  it.each([
    ['both', [[then], [then]], 'data'],
    ['one', [[gone], [then]], 'data'],
    ['neither', [[gone], [gone]], 'unknown'],
    ['an answer of another shape', [], 'unknown'],
  ])('with %s', (_, ip2asn, is) => expect(twoDaysState({ ip2asn }).is).toBe(is));

  it.each([
    [then, then, 'same prefix'],
    [then, { ...then, subnet: '192.0.2.0/25' }, 'another prefix'],
    [then, { ...then, asn: 64_501 }, 'from AS64500 to AS64501'],
    [gone, then, 'No announcement is on record for the first day'],
    [then, gone, 'No announcement is on record for the second day'],
  ])('%j and %j: %s', (first, second, words) => expect(changeBetween([first, second])).toContain(words));
});
