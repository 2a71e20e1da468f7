import { expect, test } from 'vitest';
import type { BulkRecord } from './bulk-answer.ts';
import { bulkRow, deciderOf, isUnknown } from './bulk-row.ts';

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
  ['0 by rule', { ...address, sp_risk_score: 0, known_benign: true }, 'known_benign'],
  ['0 by rule', { ...address, sp_risk_score: 0, known_sinkhole_ip: true }, 'known_sinkhole_ip'],
  ['nothing speaks against it', { ...address, sp_risk_score: 0 }, ''],
  ['a young domain', { age_score: 64, is_new_score: 0, sp_risk_score: 64 }, 'age_score'],
  ['a domain decided by what its record does not hold', { age_score: 10, sp_risk_score: 85 }, ''],
  ['no score', address, ''],
])('the decider: %s', (_, record, decider) => expect(deciderOf(record)).toBe(decider));

test('a row joins what its operations know', () => {
  const entry = { kind: 'ipv4', value: '192.0.2.1', display: '192.0.2.1', line: 3, occurrences: 2 } as const;
  const row = bulkRow(entry, [{ asn: 64500, ip_is_tor_exit_node: true }, { sp_risk_score: 80 }]);
  expect(row).toMatchObject({ sp_risk_score: 80, band: 'Critical', flags: ['Tor exit'], record: { asn: 64500 } });
  expect(bulkRow(entry, [{ asn: 64500 }, { error: 'Not found' }])).toMatchObject({ record: { asn: 64500 }, band: '' });
  expect(isUnknown([{ error: 'Not found' }, { error: 'Not found' }])).toBe(true);
  expect(isUnknown([{ asn: 64500 }, { error: 'Not found' }])).toBe(false);
});
