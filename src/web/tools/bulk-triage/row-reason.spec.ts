import { expect, test } from 'vitest';
import type { BulkRecord } from './bulk-answer.ts';
import type { TriagedKind } from './bulk-plan.ts';
import { bulkRow } from './bulk-row.ts';
import { decidedBy, reasonOf } from './row-reason.ts';

test.each<[string, TriagedKind, BulkRecord, string]>([
  [
    'as the service says',
    'domain',
    { age_score: 64, sp_risk_score: 85, sp_risk_score_decider: 'listing_score', verdict: 'scored' },
    'Listings',
  ],
  [
    'a sinkhole',
    'ipv4',
    { sp_risk_score: 0, sp_risk_score_decider: 'known_sinkhole_ip', verdict: 'sinkholed' },
    'Known sinkhole',
  ],
  [
    'a factor of another deployment',
    'ipv4',
    { sp_risk_score: 50, sp_risk_score_decider: 'constructor' },
    'Constructor',
  ],
  ['nothing', 'ipv4', { sp_risk_score: 0, sp_risk_score_decider: '', verdict: 'scored' }, 'No detections'],
  ['nothing: never observed', 'ipv4', { sp_risk_score: 0, verdict: 'unknown' }, ''],
  // deployments that do not say
  ['the age of a young domain', 'domain', { age_score: 64, is_new_score: 0, sp_risk_score: 64 }, 'Domain age'],
  ['a domain of today', 'domain', { age_score: 70, is_new_score: 100, sp_risk_score: 100 }, 'New domain'],
  ['not the age', 'domain', { age_score: 10, sp_risk_score: 85 }, 'Not in bulk answers'],
  ['a domain at 0', 'domain', { age_score: 64, sp_risk_score: 0 }, 'Not in bulk answers'],
  ['more than the AS of an IPv6 address', 'ipv6', { asn_rank_score: 3, sp_risk_score: 85 }, 'Not in bulk answers'],
  ['no score at all', 'domain', { age_score: 10 }, ''],
])('decided by %s', (_, kind, record, text) => {
  const row = bulkRow({ kind, value: 'any', display: 'any', line: 1, occurrences: 1 }, [record]);
  const decided = decidedBy(row);
  expect(decided.text).toBe(text);
  expect(decided.text).not.toContain('_');
  expect(decided.sentence === '').toBe(text === '');
});

test.each<[string, TriagedKind, BulkRecord, string]>([
  [
    'the owner of a known benign address, and the source',
    'ipv4',
    {
      sp_risk_score: 0,
      sp_risk_score_decider: 'known_benign',
      verdict: 'known_benign',
      stated: 'Cloud provider: Acme; Known benign: Google, per Resolvers of 2026-11-28',
    },
    'Known benign: Google, per Resolvers of 2026-11-28',
  ],
  ['private space', 'ipv4', { error: 'Not found', verdict: 'internal' }, 'Private or special-use space'],
  [
    'listings with their dates',
    'domain',
    {
      sp_risk_score: 85,
      sp_risk_score_decider: 'listing_score',
      lists: 2,
      is_listed: true,
      listed_first: '2026-10-18',
    },
    'Listings: 2 lists, first 2026-10-18, still listed',
  ],
  [
    'listings of the past',
    'domain',
    {
      sp_risk_score: 0,
      sp_risk_score_decider: 'is_sinkholed',
      lists: 1,
      is_listed: false,
      listed_first: '2026-08-01',
      listed_last: '2026-09-01',
    },
    'Sinkholed: 1 list, first 2026-08-01, last 2026-09-01',
  ],
  [
    'the sentence of the page',
    'domain',
    {
      sp_risk_score: 90,
      sp_risk_score_decider: 'listing_score',
      verdict: 'scored',
      registrar: '',
      whois_created_date: '',
      listed: {
        lists: ['hookline', 'tacklebox'],
        categories: ['phishing'],
        isOpen: true,
        since: '2026-10-21',
        until: '2026-11-20',
        what: 'itself',
      },
    },
    'Phishing; on hookline and tacklebox since 2026-10-21, still listed. Registrar and age unknown.',
  ],
  [
    'what was checked',
    'domain',
    { sp_risk_score: 0, verdict: 'scored', checked: ['listing_score', 'age_score'] },
    'Checked listings and its age. Its name servers are not known.',
  ],
  [
    'the age of a domain',
    'domain',
    { age: 46, sp_risk_score: 34, sp_risk_score_decider: 'age_score' },
    'Domain age: 46 days old',
  ],
  [
    'the network of an address',
    'ipv4',
    { asn: 64_666, sp_risk_score: 59, sp_risk_score_decider: 'asn_reputation_score', verdict: 'scored' },
    'From its AS: AS64666',
  ],
  ['an address never observed', 'ipv4', { sp_risk_score: 48, verdict: 'unknown' }, 'Never observed; network score 48'],
  ['an unknown domain', 'domain', { error: 'Not found' }, 'Never observed; no registration known'],
  ['a zone without data', 'domain', { error: 'No data for this zone' }, 'No data for this zone'],
])('the reason: %s', (_, kind, record, reason) =>
  expect(reasonOf(bulkRow({ kind, value: 'any', display: 'any', line: 1, occurrences: 1 }, [record]))).toBe(reason),
);

test.each<[string, readonly BulkRecord[], object, string]>([
  [
    '203.0.113.0/25',
    [
      { subnet_reputation: 90, ips_num_active: 48, ips_num_listed: 43 },
      { asn: 64_666, asname: 'CINDERWALL' },
    ],
    { state: 'scored', sp_risk_score: 90, verdict: 'Critical', record: { asname: 'CINDERWALL' } },
    'Subnet reputation: 43 of 48 active addresses, or names on them, listed',
  ],
  [
    '8.8.8.0/24',
    [{ subnet_reputation: 0, ips_num_active: 0, ips_num_listed: 0 }, { asn: 15_169 }],
    { state: 'insufficient', sp_risk_score: undefined, verdict: 'Not enough data' },
    'No active addresses',
  ],
  ['203.0.113.0/24', [{ error: 'Not found' }, {}], { state: 'unknown' }, 'No reputation for this subnet'],
  ['2001:db8:900::/48', [{ asn: 64_500 }], { state: 'unknown' }, 'Reputation is available for IPv4 subnets only'],
])('the subnet %s has the verdict of its page', (value, records, expected, reason) => {
  const row = bulkRow({ kind: 'subnet', value, display: value, line: 1, occurrences: 1 }, records);
  expect(row).toMatchObject(expected);
  expect(reasonOf(row)).toBe(reason);
});

test.each([
  [{}, 'Last seen 2026-11-20'],
  // the day is not that of the name, which may never have been seen
  [{ registered: 'a.example' }, 'Its domain a.example last seen 2026-11-20'],
])('a domain that was seen and not judged says when: %j', (more, reason) => {
  const row = bulkRow({ kind: 'domain', value: 'any', display: 'any', line: 1, occurrences: 1 }, [
    { verdict: 'insufficient', last_seen: 20_261_120, ...more },
  ]);
  expect(reasonOf(row)).toBe(reason);
});

test('a score of the provider says so', () => {
  const record = {
    sp_risk_score: 85,
    sp_risk_score_decider: 'listing_score',
    score_provider: 'Example Intel',
    lists: 2,
  };
  const row = bulkRow({ kind: 'domain', value: 'any', display: 'any', line: 1, occurrences: 1 }, [record]);
  expect(reasonOf(row)).toMatch(/^Listings, according to Example Intel: 2 lists/);
  expect(decidedBy(row).sentence).toMatch(/^Deciding factor, according to Example Intel: /);
});
