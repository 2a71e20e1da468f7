import { describe, expect, it } from 'vitest';
import { addressPanelState, type AddressRecord } from './address-record.ts';

const resolver: AddressRecord = { ip: '8.8.8.8', asn: 15169, sp_risk_score: 0 };

describe('addressPanelState', () => {
  it.each([
    ['no record', {}],
    ['an empty list', { ip2asn: [] }],
    ['the reason in the place of the data', { ip2asn: [{ ip: '198.19.255.254', error: 'Not found' }] }],
  ])('calls %s unknown', (_, answer) => {
    expect(addressPanelState(answer).is).toBe('unknown');
  });

  it('returns the first record', () => {
    expect(addressPanelState({ ip2asn: [resolver] })).toEqual({ is: 'data', data: resolver });
  });
});
