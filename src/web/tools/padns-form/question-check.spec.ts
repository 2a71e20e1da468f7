import { describe, expect, it } from 'vitest';
import { formProblems, readForm } from '#web/kit/ask/explorer-form.ts';
import { loadParameterDocs } from '#web/kit/ask/parameter-docs.ts';
import { readTime } from '#web/kit/ask/time-words.ts';
import { padnsForm } from './padns-form.ts';
import type { PadnsQuestion } from './padns-question.ts';
import { readingOf } from './question-check.ts';

const now = new Date('2026-11-21T12:00:00Z');
const docs = await loadParameterDocs();
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
