import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { formParams, formProblems, isAsked, readForm } from '#web/kit/ask/explorer-form.ts';
import { loadParameterDocs } from '#web/kit/ask/parameter-docs.ts';
import { padnsForm, padnsQuestionOf } from './padns-form.ts';
import {
  missingOf,
  type PadnsMode,
  padnsModes,
  padnsOperations,
  type PadnsQuestion,
  type QuestionField,
  questionFields,
  readingOf,
} from './padns-question.ts';
import { readTime } from '#web/kit/ask/time-words.ts';

const docs = await loadParameterDocs();
const recordTypesOf = (mode: PadnsMode) =>
  (parameters[padnsOperations[mode]].find(({ name }) => name === 'qtype')?.enum ?? []).map(String);
const read = (query: string) => readForm(padnsForm, Object.fromEntries(new URLSearchParams(query)), docs);
const written = (question: PadnsQuestion) => new URLSearchParams(formParams(padnsForm, question)).toString();
/** Something that the field of a look-up takes. */
const sampleOf = (mode: PadnsMode, name: QuestionField) => {
  const field = padnsForm.variants.variants[mode]?.fields.find((each) => each.name === name);
  return field?.choices?.find(({ value }) => value !== '')?.value ?? '1';
};

describe('the fields', () => {
  it.each(padnsModes)('a %s look-up sends every parameter that it has, and no other', (mode) => {
    const everything = Object.fromEntries(questionFields.map((field) => [field, sampleOf(mode, field)]));
    // not all of it goes with one record type, nor with a regular expression
    const asked = recordTypesOf(mode).flatMap((qtype) => ['', '^a'].map((regex) => ({ qtype, regex })));
    const sent = asked.flatMap((some) => {
      const params = { ...everything, ...some, mode, sort: 'query/asc' };
      const { path, query } = padnsQuestionOf(readForm(padnsForm, params, docs));
      return [...Object.keys(path), ...Object.keys(query ?? {})];
    });
    expect([...new Set(sent)].sort()).toEqual(parameters[padnsOperations[mode]].map(({ name }) => name).sort());
  });
});

describe('readForm', () => {
  it('gives the empty form for an empty address', () => {
    const texts = { mode: 'forward', qtype: 'any', max_wait: '2', with_metadata: '1' };
    expect(Object.fromEntries(Object.entries(read('')).filter(([, text]) => text !== ''))).toEqual(texts);
    expect(isAsked(padnsForm, read(''))).toBe(false);
  });

  it.each([
    ['mode=sideways&qtype=zzz&qname=a.example', { mode: 'forward', qtype: 'any', qname: 'a.example' }],
    ['mode=reverse&qname=192.0.2.1', { mode: 'reverse', qtype: 'a' }],
    ['mode=reverse&qname=2001:db8::1', { qtype: 'aaaa' }],
    ['mode=reverse&qname=ns1.example', { qtype: 'ns' }],
    ['mode=reverse&qtype=any&qname=ns1.example', { qtype: 'ns' }],
    ['qtype=MX&qname=a.example', { qtype: 'mx' }],
    ['qname=a.example&subdomains=maybe&match=x&output_format=xml', { subdomains: '', match: '', output_format: '' }],
    ['mode=both&qname=*&qanswer=2001:db8::1', { mode: 'both', qtype: 'aaaa' }],
    ['mode=both&qname=192.0.2.1&qanswer=*', { qtype: 'ptr4' }],
    ['mode=both&match=noteq&net=notin&asn=in', { match: 'neq', net: 'notin', asn: '' }],
    ['mode=unsanctioned&qtype=ns&match=eq&net=in&reduce=host', { qtype: 'a', match: 'eq', net: 'in', reduce: 'host' }],
    ['mode=__proto__&qname=a.example', { mode: 'forward', qname: 'a.example' }],
    ['mode=constructor&qtype=toString', { mode: 'forward', qtype: 'any' }],
    ['qname=a.example&with_metadata=0&max_wait=0', { with_metadata: '0', max_wait: '0' }],
  ])('%s', (query, expected) => expect(read(query)).toMatchObject(expected));

  it('never throws, and what it read is read again the same', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('any', 'a', '1', '0', 'reverse', 'self', '-30d', '__proto__'));
    const params = fc.dictionary(fc.constantFrom('mode', ...questionFields), text);
    fc.assert(
      fc.property(params, (given) => {
        const once = written(readForm(padnsForm, given, docs));
        expect(written(read(once))).toBe(once);
      }),
    );
  });
});

describe('missingOf', () => {
  it.each([
    ['mode=both&qname=a', ['qanswer']],
    ['mode=both&qanswer=a', ['qname']],
    ['mode=both&regex=^a&qanswer=*', []],
    ['mode=unsanctioned&network=192.0.2.0/24', ['qname']],
    ['mode=unsanctioned&qname=*a*', []],
  ])('%s lacks %j', (query, fields) => expect(Object.keys(missingOf(read(query)))).toEqual(fields));
});

describe('padnsQuestionOf', () => {
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
    [
      'mode=both&qtype=a&qname=*a*&qanswer=192.0.2.0&netmask=26&net=notin&network=198.51.100.0/24, 203.0.113.0/24&asnum=AS64500 1.10&asname=A B;C&nsname=no',
      'padnsBoth',
      { qtype: 'a', qname: '*a*', qanswer: '192.0.2.0' },
      {
        netmask: 26,
        net: 'notin',
        network: ['198.51.100.0/24', '203.0.113.0/24'],
        asnum: [64_500, 65_546],
        asname: ['A B', 'C'],
        max_wait: 2,
        with_metadata: 1,
      },
    ],
    [
      'mode=both&qtype=mx&qname=*&qanswer=*.a.example&name=b.example;c.example&network=192.0.2.0/24&match=neq',
      'padnsBoth',
      { qtype: 'mx', qname: '*', qanswer: '*.a.example' },
      { name: ['b.example', 'c.example'], match: 'neq', max_wait: 2, with_metadata: 1 },
    ],
    [
      'mode=unsanctioned&qtype=a&regex=^a&nsname=ns1.a.example&match=eq',
      'padnsUnsanctioned',
      { qtype: 'a', qname: '_', qanswer: '_' },
      { regex: '^a', nsname: ['ns1.a.example'], match: 'eq', max_wait: 2, with_metadata: 1 },
    ],
  ])('%s', (query, operationId, path, sent) =>
    expect(padnsQuestionOf(read(query))).toEqual({ operationId, path, query: sent }),
  );
});

const now = new Date('2026-11-21T12:00:00Z');
const emptyQuestion = readForm(padnsForm, {}, docs);
const problemFields = (question: Partial<PadnsQuestion>) =>
  Object.keys(formProblems(padnsForm, { ...emptyQuestion, ...question }, docs));
const edgeOf = (name: string) =>
  padnsForm.variants.variants['forward']?.fields.find((field) => field.name === name)?.edge ?? 'start';

describe('formProblems', () => {
  it.each<Partial<PadnsQuestion>>([
    {},
    { qname: 'a.example' },
    { qname: '*.a.example' },
    { qname: '_dmarc.a.example' },
    { qname: 'bücher.example' },
    { qname: '192.0.2.1' },
    { qtype: 'ptr4', qname: '192.0.2.*' },
    { qtype: 'ptr6', qname: '2001:db8::1', netmask: '64' },
    { mode: 'reverse', qtype: 'a', qname: '192.0.2.1', netmask: '20' },
    { mode: 'reverse', qtype: 'nshash', qname: 'a'.repeat(32) },
    { mode: 'reverse', qtype: 'txthash', qname: '123' },
    { mode: 'reverse', qtype: 'txt', qname: 'v=spf1 include*' },
    { regex: '^a$', qname: 'not looked at ..' },
    { qname: 'a.example', limit: '10000', skip: '0', max_wait: '25', last_seen_after: '-30d' },
    { mode: 'both', qtype: 'a', qname: '*a*', qanswer: '192.0.2.0', netmask: '0', network: '198.51.100.0/24' },
    { mode: 'both', qtype: 'a', qname: '*', qanswer: '192.0.2.*', name: '198.51.100.1' },
    { mode: 'both', qtype: 'ptr6', qname: '2001:db8::', netmask: '32', qanswer: '*', network: '2001:db8:1::/48' },
    { mode: 'both', qtype: 'mx', qname: '*', qanswer: 'mail.a.example', network: 'not opened' },
    { mode: 'unsanctioned', qtype: 'a', qname: '*a*', asnum: 'AS64500;1.10', nsname: 'ns*.a.example' },
    { mode: 'unsanctioned', qtype: 'aaaa', regex: '^a', qanswer: '2001:db8::1', netmask: '64' },
  ])('%j can be asked', (question) => expect(problemFields(question)).toEqual([]));

  it.each<[Partial<PadnsQuestion>, string]>([
    [{ qname: 'bad..name' }, 'qname'],
    [{ qname: 'two words' }, 'qname'],
    [{ qtype: 'a', qname: '192.0.2.1' }, 'qname'],
    [{ qtype: 'ptr4', qname: 'a.example' }, 'qname'],
    [{ qtype: 'ptr6', qname: '192.0.2.1' }, 'qname'],
    [{ mode: 'reverse', qtype: 'a', qname: 'a.example' }, 'qname'],
    [{ mode: 'reverse', qtype: 'nshash', qname: 'abc' }, 'qname'],
    [{ mode: 'reverse', qtype: 'soahash', qname: 'abc' }, 'qname'],
    [{ mode: 'reverse', qtype: 'txt', qname: '**' }, 'qname'],
    [{ mode: 'reverse', qtype: 'a', qname: '192.0.2.1', netmask: '33' }, 'netmask'],
    [{ qtype: 'ptr4', qname: '192.0.2.1', netmask: '33' }, 'netmask'],
    [{ qname: 'a.example', limit: '0' }, 'limit'],
    [{ qname: 'a.example', limit: '10001' }, 'limit'],
    [{ qname: 'a.example', skip: '-1' }, 'skip'],
    [{ qname: 'a.example', max_wait: '2.5' }, 'max_wait'],
    [{ qname: 'a.example', as_of: '2026-02-31' }, 'as_of'],
    [{ qname: 'a.example', first_seen_before: 'yesterday' }, 'first_seen_before'],
    [{ regex: '(?=a)' }, 'regex'],
    [{ mode: 'both', qtype: 'a', qname: '*', qanswer: 'a.example' }, 'qanswer'],
    [{ mode: 'both', qtype: 'a', qname: '192.0.2.1', qanswer: '*' }, 'qname'],
    [{ mode: 'both', qtype: 'mx', qname: '*', qanswer: '192.0.2.1' }, 'qanswer'],
    [{ mode: 'both', qtype: 'a', qname: '*', qanswer: '192.0.2.1', netmask: '33' }, 'netmask'],
    [{ mode: 'both', qtype: 'a', qname: '*', qanswer: '*', name: 'a.example' }, 'name'],
    [{ mode: 'both', qtype: 'a', qname: '*', qanswer: '*', network: '2001:db8::/32' }, 'network'],
    [{ mode: 'both', qtype: 'a', qname: '*', qanswer: '*', network: '192.0.2.1' }, 'network'],
    [{ mode: 'both', qtype: 'ns', qname: '*', qanswer: '*', name: 'a;b;c;d;e;f' }, 'name'],
    [{ mode: 'unsanctioned', qtype: 'a', qname: 'a.example' }, 'qname'],
    [{ mode: 'unsanctioned', qtype: 'a', qname: '*a*', qanswer: '192.0.2.*' }, 'qanswer'],
    [{ mode: 'unsanctioned', qtype: 'a', qname: '*a*', asnum: 'CINDER' }, 'asnum'],
    [{ mode: 'unsanctioned', qtype: 'a', qname: '*a*', nsname: 'ns1..a' }, 'nsname'],
  ])('%j is stopped at %s', (question, field) => expect(problemFields(question)).toEqual([field]));
});

describe('readTime', () => {
  it.each([
    ['first_seen_after', '2026-06-01', '2026-06-01 00:00:00 UTC'],
    ['first_seen_before', '2026-06-01', '2026-06-01 23:59:59 UTC'],
    ['last_seen_after', '-12h', '2026-11-21 00:00:00 UTC'],
    ['as_of', '2026-06-01', 'some time on 2026-06-01 UTC'],
    ['as_of', '0', '1970-01-01 00:00:00 UTC'],
  ] as const)('%s %s means %s', (field, text, meaning) =>
    expect(readTime(edgeOf(field), text, now)).toEqual({ meaning }),
  );
});

describe('readingOf', () => {
  it.each([
    ['a.example', undefined],
    ['*.a.example', 'Everything that ends with .a.example'],
    ['a*', 'Everything that begins with a'],
  ])('%s', (qname, words) => expect(readingOf(emptyQuestion, qname)).toBe(words));
});
