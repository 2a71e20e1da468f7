import { describe, expect, it } from 'vitest';
import { REPUTATION_KINDS } from './reputation-kinds.ts';
import { reputationHistoryState, reputationState } from './reputation-record.ts';

const kind = REPUTATION_KINDS.subnet;
const record = {
  date: 20260131,
  subnet: '203.0.113.0/25',
  subnet_reputation: 0,
  subnet_reputation_explain: { ips_in_subnet: 128, ips_num_active: 3, ips_num_listed: 0 },
};

const historyState = (records: unknown) => reputationHistoryState({ subnet_reputation_history: records }, kind);

describe('reputationState', () => {
  it('keeps a score of 0 with its inputs, since it is data', () => {
    expect(reputationState(record, kind)).toEqual({
      is: 'data',
      data: { date: 20260131, score: 0, explain: record.subnet_reputation_explain },
    });
  });

  it('gives no score without active addresses', () => {
    const inactive = {
      ...record,
      subnet_reputation_explain: { ips_in_subnet: 128, ips_num_active: 0, ips_num_listed: 0 },
    };
    expect(reputationState(inactive, kind)).toMatchObject({ is: 'unknown', word: 'Not enough data' });
  });

  it.each([
    ['its verdict says', { verdict: 'insufficient' }],
    ['it says', { not_enough_data: true }],
  ])('gives no score where %s that no list could name what was active', (_, said) => {
    expect(reputationState({ ...record, ...said }, kind)).toEqual({
      is: 'unknown',
      word: 'Not enough data',
      message: 'No current list is loaded, so there is not enough data.',
    });
    expect(historyState([{ ...record, ...said }])).toMatchObject({ data: [{ score: null }] });
  });

  it('says that there are no open listings to act on', () => {
    const quiet = { asn: 64500, asn_takedown_reputation: 0, asn_takedown_reputation_explain: {} };
    expect(reputationState(quiet, REPUTATION_KINDS.takedown)).toMatchObject({ is: 'empty' });
  });

  it.each([
    ['no record', undefined],
    ['a record that says why', { error: 'Not found' }],
  ])('calls %s unknown', (_, given) => {
    expect(reputationState(given, kind)).toEqual({ is: 'unknown', message: kind.unknown });
  });

  it('leaves out missing and mistyped fields', () => {
    expect(reputationState({ date: 'today', subnet_reputation: '12' }, kind)).toEqual({
      is: 'data',
      data: { date: null, score: null, explain: null },
    });
  });
});

describe('reputationHistoryState', () => {
  it('counts the days and keeps their order', () => {
    const older = { ...record, date: 20260130 };
    expect(historyState([record, older])).toMatchObject({
      is: 'data',
      count: 2,
      data: [{ date: 20260131, inputs: record.subnet_reputation_explain }, { date: 20260130 }],
    });
  });

  it('draws no score on days with too little data', () => {
    const share = { subnet_reputation: 100, subnet_reputation_explain: { ips_num_active: 1, ips_num_listed: 3 } };
    const thin = { ...record, ...share, date: 20260130 };
    expect(historyState([record, thin])).toMatchObject({
      is: 'data',
      data: [{ score: record.subnet_reputation }, { score: null, inputs: { ips_num_listed: 3 } }],
    });
    // what was listed on them is told all the same
    expect(historyState([thin])).toMatchObject({ is: 'data', count: 1 });
  });

  it('leaves out days that cannot be drawn', () => {
    expect(historyState([{ ...record, date: undefined }, { date: 20260130 }]).is).toBe('empty');
  });

  it.each([
    ['an error in the place of the list', { error: 'Not found' }, 'unknown'],
    ['nothing', undefined, 'unknown'],
    ['an empty list', [], 'empty'],
  ])('tells %s apart', (_, given, is) => {
    expect(historyState(given).is).toBe(is);
  });
});
