import { describe, expect, it } from 'vitest';
import { addressVerdict, type AddressRecord } from './address-verdict.ts';

const resolver: AddressRecord = {
  ip: '8.8.8.8',
  asn: 15_169,
  asname: 'Google LLC',
  density: 0,
  ip_ptr: '',
  sp_risk_score: 0,
  listing_score_explain: {},
  sp_risk_score_explain: { sp_risk_score_decider: '' },
};

describe('addressVerdict', () => {
  it('never calls an address clean that nobody observed', () => {
    expect(addressVerdict(resolver).sentence).toBe(
      'Nothing known speaks against it; never observed here. Looked at: listings, its subnet and its autonomous system.',
    );
  });

  it.each<[string, AddressRecord]>([
    ['a name', { ...resolver, density: 1 }],
    ['a PTR record', { ...resolver, ip_ptr: 'dns.example' }],
  ])('does not say so once there is %s', (_, record) => {
    expect(addressVerdict(record).sentence).toMatch(/^Nothing known speaks against it\. Looked at/);
  });

  it.each<[string, AddressRecord | undefined]>([
    ['no record', undefined],
    ['the reason in the place of the data', { ip: '198.19.255.254', error: 'Not found' }],
    ['nobody announces it and nothing was seen', { ...resolver, asn: 0 }],
  ])('is unknown: %s', (_, record) => {
    expect(addressVerdict(record)).toMatchObject({ state: 'unknown', score: null });
  });

  it('says by which rule a score is 0', () => {
    const verdict = addressVerdict({ ...resolver, sinkhole_info: { known_sinkhole_ip: true } });
    expect(verdict).toMatchObject({ state: 'acquitted', score: 0 });
  });

  it('gives the reason with its numbers, the deciding inputs first', () => {
    const verdict = addressVerdict({
      ...resolver,
      sp_risk_score: 74,
      subnet: '203.0.113.0/25',
      subnet_reputation_explain: { ips_in_subnet: 128, ips_num_active: 48, ips_num_listed: 44 },
      asn_reputation_explain: { ips_in_asn: 1536, ips_num_active: 296, ips_num_listed: 286 },
      sp_risk_score_explain: { sp_risk_score_decider: 'subnet_reputation_score' },
    });
    expect(verdict.sentence).toBe(
      'High: 44 of 48 active addresses of its subnet 203.0.113.0/25 were listed in the last 30 days.',
    );
    expect(verdict.inputs[0]?.title).toBe('Subnet reputation');
  });
});
