import { expect, it, test } from 'vitest';
import { questionProblems, readQuestion } from '#web/kit/ask/parameter-question.ts';
import { asNameQuestion, asNameFields, asNameTitle, missingAsNameFields } from './as-name-form.ts';

const read = (query: string) => readQuestion(asNameFields, Object.fromEntries(new URLSearchParams(query)));

test.each([
  ['asname_contains=%20host%20', { asname_contains: 'host' }],
  ['asnum=AS64500', { asnum: 64500 }],
  ['asnum=1.10&asname=cinder', { asnum: 65546, asname: 'cinder' }],
  ['asname=cinder&limit=50&skip=100', { asname: 'cinder', limit: 50, skip: 100 }],
])('%j asks %j', (query, asked) =>
  expect(asNameQuestion(read(query))).toEqual({ operationId: 'asnLookup', query: asked }),
);

it('asks nothing without a part of a name or a number, and takes no word for a number', () => {
  expect(missingAsNameFields(read('other=1&asname='))).toHaveProperty('asname_contains');
  expect(missingAsNameFields(read('limit=5&skip=1'))).toHaveProperty('asname_contains');
  expect(missingAsNameFields(read('asnum=1'))).toEqual({});
  expect(questionProblems(asNameFields, read('asnum=x&asname=cinder'), () => undefined)).toHaveProperty('asnum');
});

it('says what it asks', () => {
  expect(asNameTitle(read('asname_contains=host&asnum=64500&limit=5'))).toBe('AS names that contain host, AS64500');
  expect(asNameTitle(read('asname=host&asname_starts_with=h'))).toBe('AS names that begin with h and begin with host');
  expect(asNameTitle(read('asnum=1.10'))).toBe('AS names, AS65546');
});
