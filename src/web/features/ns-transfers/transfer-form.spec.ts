import { describe, expect, it } from 'vitest';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { readQuestion } from '#web/components/ask/parameter-question.ts';
import { missingTransferFields, transferFields, transfersQuery, type TransferField } from './transfer-form.ts';

const read = (params: Record<string, string>) => readQuestion<TransferField>(transferFields, params);

describe('the form of C9', () => {
  it('has every parameter', () => {
    expect(transferFields.map(({ name }) => name).toSorted()).toEqual(
      parameters.nsTransfers.map(({ name }) => name).toSorted(),
    );
  });

  it('asks for domains of any age unless told otherwise', () => {
    expect(transfersQuery(read({ from_ns: '*', to_ns: 'a.test', days: '7' }))).toEqual({
      from_ns: '*',
      to_ns: 'a.test',
      days: 7,
      nschanges_only: 1,
    });
    expect(transfersQuery(read({ from_ns: '*', to_ns: '*', nschanges_only: '0' })).nschanges_only).toBe(0);
  });

  it('asks for nothing before both sides are given', () => {
    expect(Object.keys(missingTransferFields(read({})))).toEqual(['from_ns', 'to_ns']);
    expect(missingTransferFields(read({ from_ns: 'self', to_ns: '*' }))).toEqual({});
  });
});
