import { expect, it } from 'vitest';
import { ApiFailure } from './failure.ts';
import { readAnswer, unreadOf } from './read-answer.ts';

const operation = 'GET /explore/padns/lookup/query/{qtype}/{qname}';
const read = (envelope: unknown) => readAnswer(operation, envelope);
const failureOf = (envelope: unknown) => read(envelope).catch((error: unknown) => error as ApiFailure);

it('returns a valid envelope unchanged', async () => {
  const envelope = { status_code: 200, error: null, response: { records: [{ rrname: 'a.example' }] } };
  expect(await read(envelope)).toBe(envelope);
  expect(unreadOf(envelope)).toBeUndefined();
});

it('removes unreadable fields, and keeps the original envelope', async () => {
  const envelope = { status_code: 200, error: null, response: { records: [{ rrname: 5, count: 7 }] } };
  const answer = await read(envelope);
  expect(answer).toMatchObject({ response: { records: [{ count: 7 }] } });
  expect(unreadOf(answer)?.asItCame).toBe(envelope);
  expect(unreadOf(answer)?.problems).toEqual([
    { path: 'records[].rrname', message: 'text expected, got a number', count: 1 },
  ]);
});

it('treats null as not given', async () => {
  const envelope = { status_code: 200, error: null, response: { records: [null, { rrname: null }] } };
  const answer = await read(envelope);
  expect(answer).toMatchObject({ response: { records: [{}] } });
  expect(unreadOf(answer)).toEqual({ problems: [], asItCame: envelope });
});

it.each([
  ['no record', '<html>'],
  ['nothing', null],
  ['no response', { status_code: 200, error: null }],
  ['a response of null', { status_code: 200, error: null, response: null }],
  ['a response of another shape', { status_code: 200, error: null, response: [1, 2] }],
])('an answer with %s is unreadable, not empty', async (_, envelope) => {
  const failure = await failureOf(envelope);
  expect(failure).toMatchObject({ kind: 'unreadable', answer: envelope });
});

it.each([
  [{ status_code: 501, error: 'not here', response: {} }, 'not-implemented', 'not here'],
  [{ status_code: 429, error: { code: 'rate', message: 'slow down' }, response: {} }, 'limit', 'slow down'],
  [{ error: 'broken', response: {} }, 'service', 'broken'],
])('a failure in an envelope under status 200 is no answer: %j', async (envelope, kind, message) => {
  const failure = await failureOf(envelope);
  expect(failure).toBeInstanceOf(ApiFailure);
  expect(failure).toMatchObject({ kind, message });
});
