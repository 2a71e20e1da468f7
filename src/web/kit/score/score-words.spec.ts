import { describe, expect, it } from 'vitest';
import { addressVerdict } from './address-verdict.ts';
import { deciderSentence, listingWords } from './score-words.ts';
import { accordingTo } from './verdict.ts';

it.each([
  [
    { lists_open: 4, lists_all: 5, listings_all: 9, listings_last_7: 7, listed_first_ago: 37, listed_recent_ago: 0 },
    'on 4 lists, first 37 days ago, still listed',
  ],
  [
    { lists_open: 1, lists_all: 1, listings_all: 1, listed_first_ago: 0, listed_recent_ago: 0 },
    'on 1 list, first today, still listed',
  ],
  [
    { lists_open: 0, lists_all: 2, listings_all: 3, listed_first_ago: 90, listed_recent_ago: 45 },
    'was on 2 lists, first 90 days ago, last 45 days ago',
  ],
  // a deployment that does not count lists
  [
    { listings_all: 9, listings_last_7: 4, listings_last_30: 4, listed_first_ago: 37, listed_recent_ago: 0 },
    '4 listings, first 37 days ago, still listed',
  ],
  [{ listings_all: 2, listed_recent_ago: 700 }, '2 listings, last 700 days ago'],
  [{ listings_all: 0 }, null],
  [{}, null],
])('%j', (explain, words) => {
  expect(listingWords(explain)).toBe(words);
  // listings that are open are counted by when they ended, so that no window says how often something was listed
  expect(words ?? '').not.toMatch(/times|in the last/);
});

it('says nothing without inputs', () => expect(listingWords(undefined)).toBeNull());

describe('the provider of a verdict', () => {
  const by = 'Example Intel';

  it.each([
    ['Critical: on 4 lists, still listed.', 'Critical, according to Example Intel: on 4 lists, still listed.'],
    ['Traffic ends here. Hosts are infected.', 'Traffic ends here, according to Example Intel. Hosts are infected.'],
    ['Listings', 'Listings, according to Example Intel'],
    ['', ''],
  ])('%s', (words, told) => {
    expect(accordingTo(words, by)).toBe(told);
    expect(accordingTo(words, undefined)).toBe(words);
  });

  it('is named in the deciding factor and the verdict, but only when the score comes from the provider', () => {
    expect(deciderSentence(85, 'listing_score', by)).toMatch(/^Deciding factor, according to Example Intel: /);
    expect(deciderSentence(0, '', by)).toBe('No detections, according to Example Intel.');
    const record = { ip: '192.0.2.1', density: 3, sp_risk_score: 85 };
    const theirs = { ...record, score_source: 'upstream', score_provider: by };
    expect(addressVerdict(theirs)).toMatchObject({ provider: by });
    expect(addressVerdict(theirs).sentence).toMatch(/^Critical, according to Example Intel: /);
    expect(addressVerdict({ ...record, score_source: 'own' } as typeof record)).not.toHaveProperty('provider');
  });
});
