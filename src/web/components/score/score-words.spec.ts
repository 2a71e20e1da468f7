import { expect, it } from 'vitest';
import { listingWords } from './score-words.ts';

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
])('review D5: %j', (explain, words) => {
  expect(listingWords(explain)).toBe(words);
  // listings that are open are counted by when they ended, so that no window says how often something was listed
  expect(words ?? '').not.toMatch(/times|in the last/);
});

it('says nothing without inputs', () => expect(listingWords(undefined)).toBeNull());
