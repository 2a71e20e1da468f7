import { describe, expect, it } from 'vitest';
import { readQuestion } from '#web/kit/ask/parameter-question.ts';
import {
  missingTransferFields,
  moveOf,
  moves,
  type TransferField,
  transferFields,
  transfersQuery,
} from './transfer-form.ts';

const read = (params: Record<string, string>) => readQuestion<TransferField>(transferFields, params);

describe('the form of C9', () => {
  it('searches domains of any age by default', () => {
    expect(transfersQuery(read({ from_ns: '*', to_ns: 'a.test', days: '7' }))).toEqual({
      from_ns: '*',
      to_ns: 'a.test',
      days: 7,
      nschanges_only: 1,
    });
    expect(transfersQuery(read({ from_ns: '*', to_ns: '*', nschanges_only: '0' })).nschanges_only).toBe(0);
  });

  it.each([
    [{ from_ns: 'self' }, { from_ns: 'self', to_ns: '*' }],
    [{ to_ns: 'a.test' }, { from_ns: '*', to_ns: 'a.test' }],
    [{ domain_regex: '^a' }, { from_ns: '*', to_ns: '*', domain_regex: '^a' }],
  ])('%j is enough, and an empty side matches any server', (params, query) => {
    expect(missingTransferFields(read(params))).toEqual({});
    expect(transfersQuery(read(params))).toEqual({ ...query, nschanges_only: 1 });
  });

  it('is incomplete without a subject', () => {
    expect(Object.keys(missingTransferFields(read({ days: '7' })))).toEqual(['from_ns']);
  });
});

it('asks for the days before now, or before the day of the session', () => {
  const any = { from_ns: 'ns1.a.test', to_ns: '*', nschanges_only: 1 };
  expect(moves('ns1.a.test', '*', '30', null)).toEqual({ ...any, days: 30 });
  expect(moves('ns1.a.test', '*', '2026-05-31', null)).toEqual({ ...any, change_date_after: '2026-05-31' });
  expect(moves('ns1.a.test', '*', '30', '2026-06-30')).toEqual({
    ...any,
    change_date_after: '2026-05-31',
    change_date_before: '2026-06-30',
  });
});

describe('moveOf', () => {
  it.each([
    [['a', 'b'], ['c', 'b'], { left: 'a', joined: 'c' }],
    [['a'], ['a', 'b'], null],
    [[], ['b'], null],
  ])('%j to %j', (from, to, move) => {
    expect(moveOf(from, to)).toEqual(move);
  });
});
