import { describe, expect, it } from 'vitest';
import { asnVerdict, nameServerVerdict, subnetVerdict } from './reputation-verdict.ts';

const day = { date: 20260601 };

describe('asnVerdict and subnetVerdict', () => {
  it.each([
    [50, 12, 24, 'High: 12 of its 24 active addresses, or names on them, were listed in the last 30 days.'],
    [1, 1, 200, 'Low: 1 of its 200 active addresses, or names on them, was listed in the last 30 days.'],
    [0, 1, 900, 'Less than 1 %: 1 of its 900 active addresses, or names on them, was listed in the last 30 days.'],
    [0, 0, 24, 'No detections: 0 of its 24 active addresses, or names on them, were listed in the last 30 days.'],
  ])('%i: %i of %i', (score, ips_num_listed, ips_num_active, sentence) => {
    const explain = { ips_num_listed, ips_num_active };
    expect(asnVerdict({ ...day, asn_reputation: score, asn_reputation_explain: explain }).sentence).toBe(sentence);
    expect(subnetVerdict({ ...day, subnet_reputation: score, subnet_reputation_explain: explain }).sentence).toBe(
      sentence,
    );
  });

  it.each([
    ['no record', undefined],
    ['not found', { error: 'Not found' }],
  ])('%s is unknown, never clean', (_, record) => {
    expect(asnVerdict(record)).toMatchObject({ state: 'unknown', score: null });
  });

  it.each([
    [0, 0, 'none of its addresses was active in the last 30 days.'],
    [0, 1, 'none of its addresses was active in the last 30 days, and 1 is listed.'],
    [1, 3, 'only 1 address of it was active in the last 30 days, and 3 are listed.'],
  ])('has no score where %i addresses were seen active and %i are listed', (ips_num_active, ips_num_listed, words) => {
    const record = { asn_reputation: 100, asn_reputation_explain: { ips_num_active, ips_num_listed } };
    expect(asnVerdict(record)).toMatchObject({ state: 'insufficient', score: null });
    expect(asnVerdict(record).sentence).toBe(`Not enough data: ${words}`);
    const listings = [{ title: 'ASN-DROP', category: 'spam', is_open: true }, { title: 'Old list' }];
    expect(asnVerdict({ ...record, listings }).sentence).toMatch(/ The network itself is listed: ASN-DROP \(spam\)\.$/);
  });

  it('a share of 0 is no verdict while no current list is loaded', () => {
    const explain = { ips_num_listed: 0, ips_num_active: 24 };
    const record = { asn_reputation: 0, asn_reputation_explain: explain, not_tracked: ['listings'] };
    expect(asnVerdict(record).sentence).toBe(
      'Not enough data: 24 addresses of it were active in the last 30 days, and no current list is loaded.',
    );
    expect(asnVerdict({ ...record, not_tracked: [] }).sentence).toMatch(/^No detections: 0 of/);
    // nothing decided a score of 0
    const clean = asnVerdict({ ...record, verdict: 'scored' });
    expect(clean).toMatchObject({ sentence: expect.stringMatching(/^No detections: 0 of/) as string, decider: '' });
  });

  it('needs no inputs', () => {
    // a share of nothing, for all that is known
    expect(asnVerdict({ asn_reputation: 0 })).toMatchObject({ state: 'insufficient', score: null });
    expect(asnVerdict({ asn_reputation: 40 }).sentence).toBe('Medium: it has listed addresses.');
  });
});

describe('subnetVerdict of a subnet that is not announced itself', () => {
  const announced = { ...day, query: '198.51.100.0/28', subnet: '198.51.100.0/25' };
  const listings = [{ title: 'Range list', category: 'malware', is_open: true, subject: '198.51.100.0/28' }];
  it.each([
    [51, 18, 35, 'High: in 198.51.100.0/25, which contains it, 18 of 35 active addresses, or names on them, were'],
    [
      0,
      1,
      900,
      'Less than 1 %: in 198.51.100.0/25, which contains it, 1 of 900 active addresses, or names on them, was',
    ],
    [0, 0, 0, 'Not enough data: in 198.51.100.0/25, which contains it, none of the addresses was active'],
    [0, 3, 1, 'Not enough data: in 198.51.100.0/25, which contains it, only 1 address was active'],
  ])('%i: %i of %i', (subnet_reputation, ips_num_listed, ips_num_active, words) => {
    const subnet_reputation_explain = { ips_num_listed, ips_num_active };
    const { sentence } = subnetVerdict({ ...announced, subnet_reputation, subnet_reputation_explain, listings });
    expect(sentence.startsWith(words)).toBe(true);
    expect(sentence).toMatch(/ The network itself is listed: Range list \(malware\)\.$/);
  });
});

it('private space is internal, whatever is known about it', () => {
  const record = { subnet: '10.1.2.0/24', error: 'Not found', verdict: 'internal' } as const;
  expect(subnetVerdict(record)).toMatchObject({ state: 'internal', score: null });
});

describe('nameServerVerdict', () => {
  it.each([
    [30, 30, 100, 'scored', 'Medium: 30 of 100 domains seen on it in the last 30 days are listed.'],
    [0, 0, 100, 'scored', 'No detections: 0 of 100 domains seen on it in the last 30 days are listed.'],
    [0, 0, 0, 'insufficient', 'Not enough data: no domain was seen on this name server in the last 30 days.'],
  ] as const)('%i: %i of %i', (score, ns_server_domains_listed, ns_server_domain_density, state, sentence) => {
    const explain = { ns_server_domains_listed, ns_server_domain_density };
    const record = { ns_server_reputation: score, ns_server_reputation_explain: explain };
    expect(nameServerVerdict(record)).toMatchObject({ state, sentence });
  });

  it('does not hold listed domains against the name server of a sinkhole', () => {
    const record = { ns_server_reputation: 100, verdict: 'sinkholed' } as const;
    expect(nameServerVerdict(record)).toMatchObject({ state: 'sinkholed', score: null });
  });
});
