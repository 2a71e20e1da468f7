import { expect, it } from 'vitest';
import { factorLabel } from '#model/score-factors.ts';
import { domainScores } from './domain-scores.ts';
import { REPUTATION_KINDS } from './reputation-kinds.ts';
import { addressScores } from './why-this-score.tsx';

it('gives the evidence of each score and marks the deciding one', () => {
  const scores = addressScores({
    listing_score: 90,
    listing_score_explain: { listings_all: 2, listings_last_30: 2, listed_recent_ago: 1 },
    malscore: 80,
    subnet_reputation: 40,
    subnet_reputation_score: 32,
    subnet_reputation_explain: { ips_in_subnet: 1280, ips_num_active: 2000, ips_num_listed: 800 },
    asn_rank: 7,
    asn_rank_score: 4,
    asn_takedown_reputation: 90,
    asn_takedown_reputation_score: 45,
    asn_takedown_reputation_explain: { items_num_listed: 1, listings_max_age: 200 },
    sp_risk_score_explain: { sp_risk_score_decider: 'listing_score' },
  });
  expect(scores.map(({ field, score, isDecider, from }) => [field, score, isDecider, from])).toEqual([
    ['listing_score', 90, true, '2 listings, still listed'],
    ['malscore', 80, false, 'the address, or a name that resolves to it, is on a list'],
    ['subnet_reputation_score', 32, false, 'reputation 40: 800 of 2,000 active, or names on them, listed'],
    ['asn_rank_score', 4, false, 'rank 7, by the weight of its listings'],
    ['asn_takedown_reputation_score', 45, false, 'very slow, oldest listing open 200 days'],
  ]);
});

it('shows the deciding factor that the record of an IPv6 address leaves out', () => {
  const decidedBy = (sp_risk_score_decider: string) =>
    addressScores({ asn_rank_score: 1, sp_risk_score: 80, sp_risk_score_explain: { sp_risk_score_decider } });
  expect(decidedBy('malscore')).toMatchObject([
    { field: 'malscore', score: 80, isDecider: true, from: 'the address, or a name that resolves to it, is on a list' },
    { field: 'asn_rank_score', score: 1, isDecider: false },
  ]);
  expect(decidedBy('known_benign')).toMatchObject([{ field: 'asn_rank_score' }]);
});

it('says less when the answer explains nothing', () => {
  const scores = addressScores({ listing_score: 0, subnet_reputation: 3, subnet_reputation_score: 2 });
  expect(scores.map(({ from }) => from)).toEqual(['', 'reputation 3']);
});

it('distinguishes an address that was never listed from one without listing data', () => {
  expect(addressScores({ listing_score: 0, listing_score_explain: {} })[0]?.from).toBe('never listed');
});

it('does not call a listed known-benign address never listed', () => {
  const explain = { lists_all: 1, lists_open: 1, listed_recent_ago: 0, listed_first_ago: 3, weight: 0 };
  const [listed] = addressScores({ listing_score: 0, listing_score_explain: explain });
  expect(listed?.from).toBe('on 1 list, first 3 days ago, still listed; not counted');
  const listings = [{ source: 'feed:cins', is_open: false }];
  const [ended] = addressScores({ listing_score: 0, listing_score_explain: {}, listings });
  expect(ended?.from).toBe('no listing counts any more');
});

it('says that nothing was ever listed for malware', () => {
  expect(addressScores({ malscore: 0 })[0]?.from).toBe('never listed for malware or C2');
});

it('shows no reputation without active addresses', () => {
  const none = { ips_num_active: 0, ips_num_listed: 0 };
  const scores = addressScores({
    asn_reputation: 0,
    asn_reputation_score: 0,
    asn_reputation_explain: none,
    asn_rank: 0,
    asn_rank_score: 0,
    asn_takedown_reputation: 0,
    asn_takedown_reputation_score: 0,
    asn_takedown_reputation_explain: {},
  });
  expect(scores.map(({ from }) => from)).toEqual(['no active addresses', 'no active addresses', 'no open listings']);
});

it('shows no share when more addresses are listed than active', () => {
  const from = (ips_num_active: number) =>
    addressScores({
      asn_reputation: 100,
      asn_reputation_score: 0,
      asn_reputation_explain: { ips_num_active, ips_num_listed: 3 },
    })[0]?.from;
  expect(from(0)).toBe('3 listed, none seen active: not enough data');
  expect(from(1)).toBe('3 listed, only 1 seen active: not enough data');
});

it('leaves out scores missing from the record', () => {
  expect(addressScores({ ip: '2001:db8::1', asn_rank_score: 4 }).map(({ field }) => field)).toEqual(['asn_rank_score']);
});

it('no factor has the name of a reputation, which is another measure', () => {
  const reputations = Object.values(REPUTATION_KINDS).flatMap(({ title, shortTitle, historyTitle, score }) => [
    title,
    shortTitle,
    historyTitle,
    ...(score === 'ip_reputation' ? [] : [factorLabel(score)]),
  ]);
  const factors = [
    ...addressScores({
      listing_score: 1,
      malscore: 1,
      ip_reputation_score: 1,
      range_listing_score: 1,
      asn_listing_score: 1,
      subnet_reputation_score: 1,
      asn_reputation_score: 1,
      asn_rank_score: 1,
      asn_takedown_reputation_score: 1,
    }),
    ...domainScores({ ns_reputation: { ns_reputation_score: 1 } }),
  ].map(({ label }) => label);
  expect(factors).toHaveLength(10);
  expect(factors).toEqual(expect.arrayContaining(['From its subnet', 'From its AS', 'From its name servers']));
  expect(factors.filter((label) => reputations.includes(label))).toEqual([]);
  // a bulk row of a network names its share
  expect(reputations).toContain('Subnet reputation');
});
