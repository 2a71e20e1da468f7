import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { callOf, questionTitle } from './padns-question-call.ts';
import {
  emptyQuestion,
  isAsked,
  questionFields,
  questionParams,
  readQuestion,
  type PadnsQuestion,
} from './padns-question.ts';

const typesOf = (operation: 'padnsForward' | 'padnsReverse') =>
  (parameters[operation].find(({ name }) => name === 'qtype')?.enum ?? []).map(String);
const recordTypes = { forward: typesOf('padnsForward'), reverse: typesOf('padnsReverse') };
const read = (query: string) => readQuestion(Object.fromEntries(new URLSearchParams(query)), recordTypes);
const written = (question: PadnsQuestion) => new URLSearchParams(questionParams(question)).toString();

describe('the fields', () => {
  it('are all parameters of E1, and E2 has none beside them', () => {
    const names = parameters.padnsForward.map(({ name }) => name);
    expect([...questionFields].sort()).toEqual([...names].sort());
    expect(parameters.padnsReverse.every(({ name }) => names.includes(name))).toBe(true);
  });
});

describe('readQuestion', () => {
  it('gives the empty form for an empty address', () => {
    expect(read('')).toEqual(emptyQuestion);
    expect(isAsked(read(''))).toBe(false);
  });

  it.each([
    ['mode=sideways&qtype=zzz&qname=a.example', { mode: 'forward', qtype: 'any', qname: 'a.example' }],
    ['mode=reverse&qname=192.0.2.1', { mode: 'reverse', qtype: 'a' }],
    ['mode=reverse&qname=2001:db8::1', { qtype: 'aaaa' }],
    ['mode=reverse&qname=ns1.example', { qtype: 'ns' }],
    ['mode=reverse&qtype=any&qname=ns1.example', { qtype: 'ns' }],
    ['qtype=MX&qname=a.example', { qtype: 'mx' }],
    ['qname=a.example&subdomains=maybe&match=x&output_format=xml', { subdomains: '', match: '', output_format: '' }],
    ['qname=a.example&with_metadata=0&max_wait=0', { with_metadata: '0', max_wait: '0' }],
  ])('%s', (query, expected) => expect(read(query)).toMatchObject(expected));

  it('never throws, and what it read is read again the same', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('any', 'a', '1', '0', 'reverse', 'self', '-30d'));
    const params = fc.dictionary(fc.constantFrom('mode', ...questionFields), text);
    fc.assert(
      fc.property(params, (given) => {
        const once = written(readQuestion(given, recordTypes));
        expect(written(read(once))).toBe(once);
      }),
    );
  });
});

describe('callOf', () => {
  it.each([
    [
      'qtype=a&qname=*.a.example&subdomains=1&limit=50&sort=query/asc;last_seen/desc&last_seen_after=-30d',
      'padnsForward',
      { qtype: 'a', qname: '*.a.example' },
      {
        subdomains: 1,
        limit: 50,
        sort: ['query/asc', 'last_seen/desc'],
        last_seen_after: '-30d',
        max_wait: 2,
        with_metadata: 1,
      },
    ],
    [
      'mode=reverse&qtype=ns&qname=ns1.example&subdomains=0&netmask=24&match=self',
      'padnsReverse',
      { qtype: 'ns', qname: 'ns1.example' },
      { max_wait: 2, with_metadata: 1 },
    ],
    [
      'qtype=any&qname=gone.example&regex=^a&netmask=24',
      'padnsForward',
      { qtype: 'any', qname: '_' },
      { regex: '^a', max_wait: 2, with_metadata: 1 },
    ],
    [
      'mode=reverse&qtype=txt&qname=spf1&regex=^a',
      'padnsReverse',
      { qtype: 'txt', qname: 'spf1' },
      { max_wait: 2, with_metadata: 1 },
    ],
  ])('%s', (query, operationId, path, sent) => expect(callOf(read(query))).toEqual({ operationId, path, query: sent }));
});

describe('questionTitle', () => {
  it.each([
    ['qname=a.example', 'Records of a.example'],
    ['qtype=txt&regex=^a', 'TXT records of ^a'],
    ['mode=reverse&qtype=a&qname=192.0.2.0&netmask=24', 'A records that answer 192.0.2.0/24'],
  ])('%s', (query, title) => expect(questionTitle(read(query))).toBe(title));
});
