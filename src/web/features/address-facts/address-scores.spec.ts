import { expect, it } from 'vitest';
import { addressScores } from './address-scores.ts';

it('says of each score what it was made of, and which one decided', () => {
  const scores = addressScores({
    listing_score: 90,
    subnet_reputation: 40,
    subnet_reputation_score: 32,
    subnet_reputation_explain: { ips_in_subnet: 1280, ips_num_active: 20, ips_num_listed: 8 },
    asn_takedown_reputation: 0,
    asn_takedown_reputation_score: 0,
    asn_takedown_reputation_explain: {},
    sp_risk_score_explain: { sp_risk_score_decider: 'listing_score' },
  });
  expect(scores).toEqual([
    { field: 'listing_score', label: 'Listings', score: 90, isDecider: true, from: '' },
    {
      field: 'subnet_reputation_score',
      label: 'Subnet',
      score: 32,
      isDecider: false,
      from: 'raw 40 · Addresses in the subnet: 1,280 · Active, last 30 days: 20 · Listed, last 30 days: 8',
    },
    { field: 'asn_takedown_reputation_score', label: 'AS takedown', score: 0, isDecider: false, from: 'raw 0' },
  ]);
});

it('leaves out what the record does not carry', () => {
  expect(addressScores({ ip: '2001:db8::1', asn_rank_score: 4 }).map(({ field }) => field)).toEqual(['asn_rank_score']);
});
