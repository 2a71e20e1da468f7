import { describe, expect, it } from 'vitest';
import { ssdeepParts, ssdeepScore } from './ssdeep.ts';

describe('ssdeepScore', () => {
  // scores of ssdeep 2.14.1
  it.each([
    [100, '6:qzNZ4mFNHNF0kftyX5G:kNZRXkkfGG', '6:qzNZ4mFNHNF0kftyX5G:kNZRXkkfGG'],
    [
      88,
      '6:qzNZ4mFNHNF0kftyX5GAKUF8NHmDKn9HJxu9EoawjtKR0NpN0NuV:kNZRXkkfGGAb6b9HJAawjtKupyM',
      '6:qzNZ4mFNHNF0kftyX5GAKUF8NHmDKn9HJxu9EoawjtDfn:kNZRXkkfGGAb6b9HJAawjtDfn',
    ],
    // blocks of twice the size, and runs of one character
    [
      88,
      '12:f67FoWtZwTwEyRuuuuuk19XM/hgvsBZHn3aBZ:PgYYYYYlcBW1ivspUDnnnnnXRaLGaCp4',
      '6:BgnlcBNNNNNW1ivspUDRXAGaCh4:f67FoWSZwTwEyRk19XM/hgvsBZH7nNaB',
    ],
    // small blocks say little
    [
      56,
      '6:RifwpV9ZvEmubbROX50yym/8Th1t:rAAYXPLFR7DUUVcwOnYi5XuF1x',
      '3:rAAYXPLFR7DUUVcwOnYi5XuF1x:RifwpV9VVVVVZvEmubbROX50yym/8Thm',
    ],
    // blocks of four times the size, and nothing of seven characters in common
    [0, '24:qzNZ4mFNHNF0kftyX5G:kNZRXkkfGG', '6:qzNZ4mFNHNF0kftyX5G:kNZRXkkfGG'],
    [0, '192:W/mArfRbHFQvCGlwfFJVB4:WuLvCKwf3N22ii', '192:1emAsf9bHOvcTGlwfF/VB43:1dMvCKwZbq2vi'],
  ])('is %i for %s and %s', (score, one, other) => {
    expect([ssdeepScore(one, other), ssdeepScore(other, one)]).toEqual([score, score]);
  });

  it.each(['', 'soft', '0:a:b', '3::', '6:qzNZ4mFNHNF0kftyX5G'])('is 0 for %j, which is not an ssdeep hash', (text) => {
    expect(ssdeepScore(text, text)).toBe(0);
    expect(ssdeepParts(text)).toEqual([]);
  });
});
