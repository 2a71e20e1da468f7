import { expect, test } from 'vitest';
import type { BulkRecord } from './bulk-answer.ts';
import type { TriagedKind } from './bulk-plan.ts';
import { bulkRow, deciderOf, recordAbout } from './bulk-row.ts';

const address: BulkRecord = {
  malscore: 0,
  subnet_reputation_score: 30,
  asn_reputation_score: 12,
  asn_rank_score: 3,
  asn_takedown_reputation_score: 0,
};

test.each<[string, BulkRecord, string]>([
  ['named by the answer', { ...address, sp_risk_score: 30, sp_risk_score_decider: 'other' }, 'other'],
  ['the input that is as high', { ...address, sp_risk_score: 30 }, 'subnet_reputation_score'],
  ['higher than every other input of an IPv4 address', { ...address, sp_risk_score: 85 }, 'listing_score'],
  ['an IPv6 record holds too few inputs', { asn_reputation_score: 3, sp_risk_score: 85 }, ''],
  ['score suppressed', { ...address, sp_risk_score: 0, known_benign: true }, 'known_benign'],
  ['score suppressed', { ...address, sp_risk_score: 0, known_sinkhole_ip: true }, 'known_sinkhole_ip'],
  ['nothing speaks against it', { ...address, sp_risk_score: 0 }, ''],
  ['a young domain', { age_score: 64, is_new_score: 0, sp_risk_score: 64 }, 'age_score'],
  ['a domain decided by what its record does not hold', { age_score: 10, sp_risk_score: 85 }, ''],
  ['no score', address, ''],
])('the decider: %s', (_, record, decider) => expect(deciderOf(record)).toBe(decider));

const entryOf = (kind: TriagedKind) => ({ kind, value: '192.0.2.1', display: '192.0.2.1', line: 3, occurrences: 2 });

test('a row joins what its operations know', () => {
  const entry = entryOf('ipv4');
  const row = bulkRow(entry, [{ asn: 64500, ip_is_tor_exit_node: true }, { sp_risk_score: 80 }]);
  expect(row).toMatchObject({
    sp_risk_score: 80,
    verdict: 'Critical',
    tags: [{ label: 'Tor exit' }],
    record: { asn: 64500 },
  });
  expect(bulkRow(entry, [{ asn: 64500 }, { error: 'Not found' }])).toMatchObject({ record: { asn: 64500 } });
  expect(bulkRow(entry, [{ error: 'Not found' }, { error: 'Not found' }])).toMatchObject({ state: 'unknown' });
});

test('a row keeps who lists it, also when that is all that is known of its record', () => {
  const listed = { error: 'Not found', listed_by: 'List A (phishing)', untracked: 'VPN' };
  const row = bulkRow(entryOf('domain'), [listed, { sp_risk_score: 85, verdict: 'scored' }]);
  expect(row).toMatchObject({ sp_risk_score: 85, record: { listed_by: 'List A (phishing)', untracked: 'VPN' } });
  expect(row.record.error).toBeUndefined();
});

test.each<[string, TriagedKind, readonly BulkRecord[], object]>([
  [
    'sinkholed malware has no number',
    'domain',
    [{ age: 300 }, { sp_risk_score: 0, verdict: 'sinkholed', sp_risk_score_decider: 'is_sinkholed' }],
    { state: 'sinkholed', sp_risk_score: undefined, verdict: 'Sinkholed' },
  ],
  [
    'an address that was never observed is unknown, with the score of its network beside it',
    'ipv4',
    [
      { asn: 64500, density: 0, verdict: 'unknown' },
      { sp_risk_score: 48, verdict: 'unknown' },
    ],
    { state: 'unknown', sp_risk_score: undefined, network_score: 48, verdict: 'Unknown' },
  ],
  [
    'an address of another deployment is judged by its record',
    'ipv4',
    [{ asn: 64500, density: 0 }, { sp_risk_score: 0 }],
    { state: 'unknown', verdict: 'Unknown' },
  ],
  ['one with names on it', 'ipv4', [{ asn: 1, density: 2 }, { sp_risk_score: 0 }], { verdict: 'No detections' }],
  [
    'an AS whose addresses are all silent',
    'asn',
    [{ asn: 64500, asn_reputation: 0, verdict: 'insufficient' }],
    { state: 'insufficient', sp_risk_score: undefined, verdict: 'Not enough data' },
  ],
  ['an AS without a word about it', 'asn', [{ asn: 64500, asn_reputation: 0 }], { state: 'insufficient' }],
  [
    'a private address',
    'ipv4',
    [
      { error: 'Not found', verdict: 'internal' },
      { error: 'Not found', verdict: 'internal' },
    ],
    { state: 'internal', verdict: 'Internal' },
  ],
  ['a quiet AS', 'asn', [{ asn: 64500, asn_reputation: 0, verdict: 'scored' }], { state: 'scored', sp_risk_score: 0 }],
  ['a 0 that nothing explains', 'domain', [{ age: 9 }, { sp_risk_score: 0 }], { state: undefined, verdict: '' }],
])('%s', (_, kind, records, row) => expect(bulkRow(entryOf(kind), records)).toMatchObject(row));

test.each([
  ['192.0.2.0/24', {}],
  ['192.0.2.0/26', { asn: 64500, subnet: '192.0.2.0/26' }],
  ['192.0.2.0/28', { asn: 64500, subnet: '192.0.2.0/26' }],
])('the AS of the first address is that of %s only where it announces all of it', (value, about) => {
  const record = { asn: 64500, subnet: '192.0.2.0/26', sp_risk_score: 80 };
  expect(recordAbout({ ...entryOf('subnet'), value }, 'ipv4InfoBulk', record)).toEqual(about);
});
