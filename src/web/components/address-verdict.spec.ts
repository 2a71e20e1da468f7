import { describe, expect, it } from 'vitest';
import { addressVerdict } from './address-verdict.ts';

const known = { ip: '192.0.2.1', asn: 64500, asname: 'EXAMPLE-NET', density: 3, subnet: '192.0.2.0/24' };

function decided(decider: string, score: number, rest: object = {}) {
  return addressVerdict({
    ...known,
    sp_risk_score: score,
    sp_risk_score_explain: { sp_risk_score_decider: decider },
    ...rest,
  });
}

describe('addressVerdict', () => {
  it.each([
    [
      'listing_score',
      85,
      { listing_score_explain: { listings_last_30: 7, listed_recent_ago: 2, listings_all: 9 } },
      'Critical: listed 7 times in the last 30 days, most recently 2 days ago.',
    ],
    [
      'listing_score',
      60,
      { listing_score_explain: { listings_last_30: 0, listings_last_90: 1, listed_recent_ago: 45, listings_all: 1 } },
      'High: listed once in the last 90 days, 45 days ago.',
    ],
    [
      'listing_score',
      5,
      { listing_score_explain: { listings_all: 2, listed_recent_ago: 700 } },
      'Low: listed 2 times, most recently 700 days ago.',
    ],
    ['listing_score', 85, {}, 'Critical: Decided by its own listings: how recently and how often it was listed.'],
    ['malscore', 90, {}, 'Critical: it, or a name on it, is listed for malware or command and control.'],
    [
      'subnet_reputation_score',
      16,
      { subnet_reputation_explain: { ips_num_active: 20, ips_num_listed: 4 } },
      'Low: 4 of 20 active addresses of its subnet 192.0.2.0/24 were listed in the last 30 days.',
    ],
    [
      'asn_reputation_score',
      30,
      { asn_reputation_explain: { ips_num_active: 240, ips_num_listed: 120 } },
      'Medium: 120 of 240 active addresses of AS64500 EXAMPLE-NET were listed in the last 30 days.',
    ],
    [
      'asn_rank_score',
      48,
      { asn_rank: 80 },
      'Medium: AS64500 EXAMPLE-NET ranks 80 of 100 by the weight of its listings, malware counting most.',
    ],
    [
      'asn_takedown_reputation_score',
      50,
      { asn_takedown_reputation_explain: { items_num_listed: 12, listings_max_age: 180 } },
      'High: AS64500 EXAMPLE-NET leaves 12 listings standing, the oldest for 180 days.',
    ],
    ['some_new_score', 50, {}, 'High: Decided by some_new_score.'],
    ['', 50, {}, 'High: the service does not say why.'],
  ])('%s at %i', (decider, score, rest, sentence) => {
    expect(decided(decider, score, rest)).toMatchObject({ state: 'data', score, decider, sentence });
  });

  it.each([
    [
      'known_benign',
      { benign_info: { known_benign: true, actor: 'Example DNS' } },
      '0 by rule: known to be benign (Example DNS), so its scores do not count.',
    ],
    [
      'known_sinkhole_ip',
      { sinkhole_info: { known_sinkhole_ip: true } },
      '0 by rule: a known sinkhole; names that point to it are defused, so its scores do not count.',
    ],
  ])('%s is 0 by rule', (decider, rest, sentence) => {
    expect(decided(decider, 0, rest)).toMatchObject({ state: 'acquitted', score: 0, sentence });
  });

  it('says what was looked at when nothing speaks against it', () => {
    expect(decided('', 0)).toMatchObject({
      state: 'clean',
      score: 0,
      sentence: 'Nothing known speaks against it. Looked at: listings, its subnet and its autonomous system.',
    });
  });

  it.each([
    ['nothing ever named it', {}, true],
    ['a PTR record does', { ip_ptr: 'dns.example' }, false],
    ['a list did', { listing_score_explain: { listings_all: 1 } }, false],
  ])('tells an address that nobody observed from a clean one: %s', (_, rest, isUnseen) => {
    const { sentence } = decided('', 0, { density: 0, ...rest });
    expect(sentence.includes('never observed here')).toBe(isUnseen);
  });

  it.each([
    ['no record', undefined],
    ['not found', { ip: '192.0.2.1', error: 'Not found' }],
    ['no score', { ip: '192.0.2.1' }],
    ['nothing observed', { ip: '192.0.2.1', asn: 0, density: 0, sp_risk_score: 0 }],
  ])('%s is unknown, never clean', (_, record) => {
    const verdict = addressVerdict(record);
    expect(verdict).toMatchObject({ state: 'unknown', score: null });
    expect(verdict.sentence).toMatch(/^Unknown: /);
  });

  it('puts the inputs of the decider first and leaves empty ones out', () => {
    const { inputs } = decided('subnet_reputation_score', 16, {
      listing_score_explain: {},
      asn_reputation_explain: { ips_num_active: 9 },
      subnet_reputation_explain: { ips_num_active: 20, ips_num_listed: 4 },
    });
    expect(inputs.map(({ title }) => title)).toEqual(['Subnet reputation', 'AS reputation']);
  });

  it('reads an IPv6 record, which has no listings', () => {
    expect(addressVerdict({ ip: '2001:db8::1', asn: 64500, sp_risk_score: 0 }).state).toBe('clean');
  });
});
