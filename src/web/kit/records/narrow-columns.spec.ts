import { expect, it } from 'vitest';
import { defineColumn } from '#web/table/column-def.ts';
import { narrowColumns } from './narrow-columns.ts';

const rank = defineColumn('number', 'rank', '#');
const ip = defineColumn('indicator', 'ip', 'Address');
const name = defineColumn('text', 'name', 'Name');
const answer = defineColumn('indicator', 'answer', 'Answer');
const score = defineColumn('score', 'score', 'Reputation');
const ids = (columns: readonly { readonly id: string }[]) => columns.map(({ id }) => id).join(' ');

it('puts the subject and its scores first', () => {
  expect(ids(narrowColumns([rank, ip, name, answer, score]))).toBe('ip score rank name answer');
});

it('keeps a key column in its place before the score', () => {
  const key = { ...answer, meta: { ...answer.meta, isKey: true } };
  expect(ids(narrowColumns([ip, name, key, score]))).toBe('ip answer score name');
});

it('leaves a table alone whose scores are hidden', () => {
  const hidden = { ...score, meta: { ...score.meta, isHidden: true } };
  const columns = [rank, ip, hidden];
  expect(narrowColumns(columns)).toBe(columns);
});
