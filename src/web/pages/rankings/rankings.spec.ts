import { describe, expect, it } from 'vitest';
import { operations } from '#contract/generated/operations.gen.ts';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { isRankingKind, rankingRows, rankings } from './rankings.ts';

describe('rankings', () => {
  it('are D1, D4, D7, D8, D11 and D16, and ask for inputs where the operation has them', () => {
    const items = Object.values(rankings).map(({ operationId }) => operations[operationId].item);
    expect(items.sort()).toEqual(['D1', 'D11', 'D16', 'D4', 'D7', 'D8']);
    for (const ranking of Object.values(rankings))
      expect(parameters[ranking.operationId].some(({ name }) => name === 'explain')).toBe('explain' in ranking);
  });

  it.each([
    ['asn', true],
    ['listed', true],
    ['constructor', false],
    ['', false],
  ])('%j is a kind: %j', (text, isKind) => expect(isRankingKind(text)).toBe(isKind));
});

describe('rankingRows', () => {
  it('numbers the rows and puts the inputs beside the fields', () => {
    const response = {
      asn_reputation_rank: [
        { asn: 64500, asn_reputation: 90, asn_reputation_explain: { ips_in_asn: 256 } },
        { asn: 64501, asn_reputation: 80 },
      ],
    };
    expect(rankingRows(response, rankings.asn)).toEqual([
      { rank: 1, asn: 64500, asn_reputation: 90, ips_in_asn: 256 },
      { rank: 2, asn: 64501, asn_reputation: 80 },
    ]);
  });

  it('has none where the list is missing', () => expect(rankingRows({}, rankings.asn)).toEqual([]));
});
