import { describe, expect, it } from 'vitest';
import { readQuestion } from '#web/kit/ask/parameter-question.ts';
import { missingOf, diversityQuestion, searchFields, type SearchName } from './diversity-form.ts';

const read = (query: string) => readQuestion<SearchName>(searchFields, Object.fromEntries(new URLSearchParams(query)));

describe('missingOf', () => {
  it.each([
    ['', ['asn_diversity_min']],
    ['limit=5&first_seen_min_mode=any&asn=notin&timeline=1', ['asn_diversity_min']],
    ['domain=*.example', []],
    ['asnum=64500&asn_match=limit', ['asn_match_min']],
    ['asnum=64500&asn_match=limit&asn_match_max=2', []],
  ])('%j lacks %j', (query, fields) => expect(Object.keys(missingOf(read(query)))).toEqual(fields));
});

describe('diversityQuestion', () => {
  it('asks with numbers and lists', () => {
    const query = 'asn_diversity_min=5&asnum=AS64500;64501&network=192.0.2.0/24&nsname=self&timeline=1';
    expect(diversityQuestion(read(query))).toEqual({
      operationId: 'padnsIpDiversitySearch',
      query: {
        asn_diversity_min: 5,
        asnum: [64_500, 64_501],
        network: ['192.0.2.0/24'],
        nsname: 'self',
        timeline: 1,
        max_wait: 2,
        with_metadata: 1,
      },
    });
  });
});
