import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { operations } from '#contract/generated/operations.gen.ts';
import { type ApiDocument, operationDetail, operationHeads } from './api-document.ts';

const document = JSON.parse(readFileSync('public/openapi.json', 'utf8')) as ApiDocument;

it('shows every operation of the contract, with an example of every JSON body', () => {
  const heads = operationHeads(document);
  expect(heads.map(({ id }) => id).sort()).toEqual(Object.keys(operations).sort());
  for (const head of heads) {
    const { body, parameters } = operationDetail(document, head) ?? {};
    if (body) expect(body.example).toBeTypeOf('object');
    for (const { type } of parameters ?? []) expect(type).toMatch(/\w/);
  }
});
