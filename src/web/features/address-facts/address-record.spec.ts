import { describe, expect, it } from 'vitest';
import { addressState, addressVerdict, isObserved, type AddressRecord } from './address-record.ts';

const resolver: AddressRecord = {
  ip: '8.8.8.8',
  asn: 15169,
  density: 0,
  ip_ptr: '',
  sp_risk_score: 0,
  subnet_reputation: 0,
  listing_score_explain: {},
  sp_risk_score_explain: { sp_risk_score_decider: '' },
  scan_data: { certificates: [], jarm: [] },
};

describe('addressState', () => {
  it.each([
    ['no record', {}],
    ['an empty list', { ip2asn: [] }],
    ['the reason in the place of the data', { ip2asn: [{ ip: '198.19.255.254', error: 'Not found' }] }],
  ])('calls %s unknown', (_, answer) => {
    expect(addressState(answer).is).toBe('unknown');
  });

  it('answers the first record', () => {
    expect(addressState({ ip2asn: [resolver] })).toEqual({ is: 'data', data: resolver });
  });
});

describe('isObserved', () => {
  it.each<[string, AddressRecord, boolean]>([
    ['an announced address alone', {}, false],
    ['a name that points to it', { density: 1 }, true],
    ['a PTR record', { ip_ptr: 'host.example' }, true],
    ['a listing', { listing_score_explain: { listings_all: 1 } }, true],
    ['a scan', { scan_data: { jarm: [{ ip: '8.8.8.8' }] } }, true],
  ])('%s: %s', (_, fields, expected) => {
    expect(isObserved({ ...resolver, ...fields })).toBe(expected);
  });
});

describe('addressVerdict', () => {
  it('never calls an address clean that nobody observed', () => {
    expect(addressVerdict(resolver)).toBe(
      'Nothing known speaks against it; never observed here. Looked at: its listings, its subnet and its AS.',
    );
  });

  it('says of an observed address only what was looked at', () => {
    expect(addressVerdict({ ...resolver, density: 3 })).toBe(
      'Nothing known speaks against it. Looked at: its listings, its subnet and its AS.',
    );
  });

  it('promises no more than an IPv6 record holds', () => {
    const { subnet_reputation: _, ...ipv6 } = resolver;
    expect(addressVerdict(ipv6)).toBe('Nothing known speaks against it; never observed here. Looked at: its AS.');
  });

  it('names the rule that made a score 0', () => {
    expect(addressVerdict({ ...resolver, sp_risk_score_explain: { sp_risk_score_decider: 'known_sinkhole_ip' } })).toBe(
      '0 by rule: the address is a known sinkhole.',
    );
  });

  it('names the decider', () => {
    expect(
      addressVerdict({ ...resolver, sp_risk_score: 85, sp_risk_score_explain: { sp_risk_score_decider: 'malscore' } }),
    ).toMatch(/^Decided by malware/);
  });
});
