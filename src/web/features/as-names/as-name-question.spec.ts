import { describe, expect, it } from 'vitest';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { asNameFields, asNameParams, asNameQuery, readAsNameQuestion } from './as-name-question.ts';

const read = (query: string) => readAsNameQuestion(Object.fromEntries(new URLSearchParams(query)));

it('has every parameter of F2', () => {
  expect([...asNameFields].sort()).toEqual(parameters.asnLookup.map(({ name }) => name).sort());
});

describe('asNameQuery', () => {
  it.each([
    ['', null],
    ['asname_contains=%20host%20', { asname_contains: 'host' }],
    ['asnum=AS64500', { asnum: 64500 }],
    ['asnum=1.10&asname=cinder', { asnum: 65546, asname: 'cinder' }],
    ['asnum=x&asname=cinder', null],
    ['other=1', null],
  ])('%j asks %j', (query, asked) => expect(asNameQuery(read(query))).toEqual(asked));
});

it('writes only what is given', () => {
  expect(asNameParams(read('asname=&asnum=64500&asname_contains=a'))).toEqual({ asnum: '64500', asname_contains: 'a' });
});
