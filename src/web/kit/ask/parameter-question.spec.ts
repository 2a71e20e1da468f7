import { describe, expect, it } from 'vitest';
import { dateToIsoDate, plusDays } from '#model/dates.ts';
import { asNumberProblem } from './value-list.ts';
import {
  questionParams,
  questionProblems,
  questionQuery,
  readQuestion,
  type ParameterField,
} from './parameter-question.ts';

const fields = [
  { name: 'server', label: 'Server', kind: 'indicator' },
  { name: 'pattern', label: 'Pattern', kind: 'regex' },
  { name: 'since', label: 'Since', kind: 'day' },
  { name: 'asnum', label: 'ASNs', kind: 'list', check: asNumberProblem },
  { name: 'limit', label: 'Limit', kind: 'number' },
  { name: 'wait', label: 'Wait', kind: 'number', defaultValue: '2' },
  {
    name: 'order',
    label: 'Order',
    kind: 'choice',
    choices: [
      { value: '', label: 'as it comes' },
      { value: 'asc', label: 'oldest first' },
    ],
  },
] as const satisfies readonly ParameterField[];
type Name = (typeof fields)[number]['name'];
const read = (params: Record<string, string>) => readQuestion<Name>(fields, params);

describe('a question of plain parameters', () => {
  it('survives a round trip through the URL, which holds only non-default values', () => {
    const params = { server: '*.acme.example', since: '2026-06-01', order: 'asc', wait: '' };
    expect(questionParams<Name>(fields, read(params))).toEqual(params);
    expect(questionParams<Name>(fields, read({}))).toEqual({});
    expect(read({}).wait).toBe('2');
  });

  it('rejects unknown choices and trims texts', () => {
    expect(read({ order: 'sideways', server: ' a.example ' })).toMatchObject({ order: '', server: 'a.example' });
  });

  it('becomes a query with numbers as numbers and without empty fields', () => {
    expect(questionQuery<Name>(fields, read({ server: '20', limit: '50' }))).toEqual({
      server: '20',
      limit: 50,
      wait: 2,
    });
  });

  it('sends the day that a relative time falls on', () => {
    expect(questionProblems<Name>(fields, read({ since: '-7d' }), () => ({}))).toEqual({});
    expect(questionQuery<Name>(fields, read({ since: '-1w', wait: '' }))).toEqual({
      since: plusDays(dateToIsoDate(new Date()), -7),
    });
  });

  it('sends lists as lists', () => {
    expect(questionQuery<Name>(fields, read({ asnum: 'AS64500; 1.10' }))).toMatchObject({ asnum: [64_500, 65_546] });
  });

  it.each([
    ['asnum', '64500;x', 'x: An AS number'],
    ['asnum', '1;2;3;4', 'At most 3'],
    ['pattern', '(?=a)', 'look-around'],
    ['since', '2026-13-01', 'day'],
    ['since', 'yesterday', 'day'],
    ['limit', '0', 'from 1 to 10,000'],
    ['limit', 'many', 'whole number'],
    ['server', 'x'.repeat(1001), '1,000 characters'],
  ])('%s cannot be %s', (name, text, words) => {
    const limits = { minimum: 1, maximum: 10_000, maxLength: 1000, maxItems: 3 };
    const problems = questionProblems<Name>(fields, read({ [name]: text }), () => limits);
    expect(Object.keys(problems)).toEqual([name]);
    expect(problems[name]).toContain(words);
  });
});
