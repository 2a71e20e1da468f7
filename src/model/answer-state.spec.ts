import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerState, type AnswerState } from './answer-state.ts';

test.each<[string, unknown, AnswerState]>([
  [
    'address not found',
    { ip2asn: [{ ip: '192.0.2.1', error: 'Not found' }] },
    { state: 'unknown', reason: 'Not found' },
  ],
  ['history not found', { asn_reputation_history: { error: 'Not found' } }, { state: 'unknown', reason: 'Not found' }],
  [
    'zone without data',
    { domaininfo: { domain: 'a.example', query: 'a.example', error: 'No data for this zone' } },
    { state: 'unknown', reason: 'No data for this zone' },
  ],
  ['no payload', null, { state: 'unknown', reason: null }],
  ['absent payload', undefined, { state: 'unknown', reason: null }],
  ['bulk, all not found', [{ error: 'Not found' }, { error: 'Not found' }], { state: 'unknown', reason: 'Not found' }],
  ['bulk, one not found', [{ error: 'Not found' }, { ip: '192.0.2.1', sp_risk_score: 0 }], { state: 'data' }],
  ['no records', { records: [] }, { state: 'empty' }],
  ['no records, with metadata', { records: [], metadata: { results_returned: 0 } }, { state: 'empty' }],
  ['empty list', [], { state: 'empty' }],
  ['empty object', { listing_score_explain: {} }, { state: 'empty' }],
  ['clean address', { ip2asn: [{ ip: '192.0.2.1', sp_risk_score: 0 }] }, { state: 'clean' }],
  ['clean domain', { domain: 'a.example', sp_risk_score: 0 }, { state: 'clean' }],
  ['risky domain', { domain: 'a.example', sp_risk_score: 80 }, { state: 'data' }],
  ['record without a score', { ip2asn: [{ ip: '192.0.2.1', asn: 64500 }] }, { state: 'data' }],
  ['score as text', { domain: 'a.example', sp_risk_score: '0' }, { state: 'data' }],
  ['error null is not an error', { domain: 'a.example', error: null, sp_risk_score: 3 }, { state: 'data' }],
  ['enrichment', { domaininfo: { error: 'No data for this zone' }, sp_risk_score: 0 }, { state: 'clean' }],
  ['records', { records: [{ query: 'a.example' }, { query: 'b.example' }] }, { state: 'data' }],
  ['one scalar', { density: 0 }, { state: 'data' }],
  ['a job', { job_status: { get: '/explore/job/1', job_id: '1', status: 'STARTED' } }, { state: 'running' }],
])('%s', (_, payload, expected) => expect(answerState(payload)).toEqual(expected));

test('another score decides when it is named', () => {
  const payload = { asn_reputation: { asn: 64500, asn_reputation: 0 } };
  expect(answerState(payload)).toEqual({ state: 'data' });
  expect(answerState(payload, 'asn_reputation')).toEqual({ state: 'clean' });
});

test('nothing but a score of 0 ever reads as clean', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (payload) => {
      const isClean = answerState(payload).state === 'clean';
      expect(isClean && !JSON.stringify(payload).includes('"sp_risk_score":0')).toBe(false);
    }),
  );
});
