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
      { listing_score_explain: { lists_all: 4, lists_open: 3, listed_first_ago: 37, listed_recent_ago: 0 } },
      'Critical: on 3 lists, first 37 days ago, still listed.',
    ],
    [
      'listing_score',
      60,
      { listing_score_explain: { listings_last_90: 1, listed_recent_ago: 45, listings_all: 1 } },
      'High: 1 listing, last 45 days ago.',
    ],
    [
      'listing_score',
      5,
      { listing_score_explain: { listings_all: 2, listed_recent_ago: 700 } },
      'Low: 2 listings, last 700 days ago.',
    ],
    ['listing_score', 85, {}, 'Critical: Deciding factor: Its own listings: how recent and how many they are.'],
    [
      'malscore',
      90,
      {},
      'Critical: the address, or a name that resolves to it, is listed for malware or command and control.',
    ],
    [
      'subnet_reputation_score',
      16,
      { subnet_reputation_explain: { ips_num_active: 20, ips_num_listed: 4 } },
      'Low: 4 of 20 active addresses of its subnet 192.0.2.0/24, or names on them, were listed in the last 30 days.',
    ],
    [
      'asn_reputation_score',
      30,
      { asn_reputation_explain: { ips_num_active: 240, ips_num_listed: 120 } },
      'Medium: 120 of 240 active addresses of AS64500 EXAMPLE-NET, or names on them, were listed in the last 30 days.',
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
      'High: AS64500 EXAMPLE-NET is slow to act on abuse: 12 open listings, the oldest open 180 days.',
    ],
    ['some_new_score', 50, {}, 'High: Deciding factor: Some new.'],
    ['constructor', 50, {}, 'High: Deciding factor: Constructor.'],
    ['', 50, {}, 'High: the service does not say why.'],
  ])('%s at %i', (decider, score, rest, sentence) => {
    expect(decided(decider, score, rest)).toMatchObject({ state: 'scored', score, decider, sentence });
  });

  it.each([
    [
      'known_benign',
      { benign_info: { known_benign: true, actor: 'Example DNS' } },
      'Known benign: belongs to Example DNS; score suppressed.',
    ],
    ['sinkholed', { sinkhole_info: { known_sinkhole_ip: true } }, 'Sinkholed: a research sinkhole; score suppressed.'],
  ] as const)('%s has no number', (state, rest, start) => {
    const verdict = decided('', 0, rest);
    expect(verdict).toMatchObject({ state, score: null });
    expect(verdict.sentence.startsWith(start)).toBe(true);
    // as the service says, whatever the other fields
    expect(decided('', 0, { verdict: state }).state).toBe(state);
  });

  it('says what was checked when there are no detections', () => {
    const network = {
      subnet_reputation_explain: { ips_num_active: 9 },
      asn_reputation_explain: { ips_num_active: 70 },
    };
    expect(decided('', 0, network)).toMatchObject({
      state: 'scored',
      score: 0,
      sentence: 'No detections: checked listings, the names on it, its subnet and its autonomous system.',
    });
    // as the service says, which knows when the names were seen
    const checked = ['listing_score', 'asn_listing_score'];
    expect(decided('', 0, { checked, verdict: 'scored' }).sentence).toBe('No detections: checked listings.');
    expect(decided('', 0, { checked, verdict: 'insufficient', density: 1 })).toMatchObject({
      state: 'insufficient',
      score: null,
      sentence: 'Not enough data: 1 name points to it, none in the last 30 days; no list names it.',
    });
  });

  it('does not cite lists while none is loaded', () => {
    const untracked = { not_tracked: ['listings', 'tor_exit'] };
    expect(decided('', 0, untracked).sentence).toBe('Not enough data: 3 names point to it; no current list is loaded.');
    expect(decided('', 0, { density: 0, ...untracked })).toMatchObject({
      state: 'unknown',
      sentence: 'Unknown: this address was never observed, and no current list is loaded.',
    });
    expect(decided('', 0, { not_tracked: ['tor_exit'] }).sentence).toContain('checked listings');
  });

  it('an address of private or special-use space is internal, seen or not', () => {
    for (const ip of ['10.1.2.3', '0.0.0.0', '224.0.0.251', 'fe80::1'])
      for (const record of [
        { ip, density: 4, sp_risk_score: 0 },
        { ip, error: 'Not found' },
      ])
        expect(addressVerdict(record)).toMatchObject({
          state: 'internal',
          score: null,
          sentence: expect.stringMatching(/^Internal: private or special-use space/),
        });
  });

  it('names the source of a known benign address', () => {
    const benign = { kind: 'known_benign', title: 'Resolvers', value: 'Example DNS', as_of: '2026-11-20' };
    expect(decided('known_benign', 0, { verdict: 'known_benign', facts: [benign] }).sentence).toBe(
      'Known benign: belongs to Example DNS, per Resolvers of 2026-11-20; score suppressed.',
    );
  });

  it.each([
    ['nothing ever named it', {}, 'unknown'],
    ['a PTR record does', { ip_ptr: 'dns.example' }, 'scored'],
    ['a list did', { listing_score_explain: { listings_all: 1 } }, 'scored'],
    ['it is a Tor exit', { ip_is_tor_exit_node: true }, 'scored'],
    ['the service says so', { verdict: 'scored' as const }, 'scored'],
  ])('tells an address that was never observed from a clean one: %s', (_, rest, state) => {
    expect(decided('', 0, { density: 0, ...rest }).state).toBe(state);
  });

  it('gives an address that was never observed no score, and names that of its network', () => {
    const explain = { subnet_reputation_explain: { ips_num_active: 20, ips_num_listed: 12 } };
    const verdict = decided('subnet_reputation_score', 48, { density: 0, ...explain });
    expect(verdict).toMatchObject({ state: 'unknown', score: null });
    expect(verdict.sentence).toBe(
      'Unknown: this address was never observed and never listed. Its network has a score of 48 (Medium): 12 of 20 active addresses of its subnet 192.0.2.0/24, or names on them, were listed in the last 30 days.',
    );
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
    expect(inputs.map(({ title }) => title)).toEqual(['Addresses of its subnet', 'Addresses of its AS']);
  });

  it('reads an IPv6 record, which has no listings', () => {
    const record = { ip: '2001:db8::1', asn: 64500, sp_risk_score: 0 };
    expect(addressVerdict({ ...record, density: 2 }).state).toBe('scored');
    // its AS is all that is known
    expect(addressVerdict(record).state).toBe('unknown');
  });
});
