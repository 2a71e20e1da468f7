import { describe, expect, it, test } from 'vitest';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { scanKinds, scanOperations } from '#web/components/scan-kind.ts';
import { checkQuestion, networkReading } from './scan-check.ts';
import { examples } from './scan-examples.ts';
import { kindForms } from './scan-fields.ts';
import {
  isAsked,
  isSameQuestion,
  questionParams,
  questionTitle,
  readQuestion,
  searchOf,
  setAside,
} from './scan-question.ts';

test.each(scanKinds)('the form of %s has a field for every parameter of the contract and no other', (kind) => {
  const { main, more } = kindForms[kind];
  expect([...main, ...more].toSorted()).toEqual(parameters[scanOperations[kind]].map(({ name }) => name).toSorted());
});

const limitsOf = (name: string) =>
  Object.values(scanOperations)
    .flatMap((operation) => parameters[operation])
    .find((parameter) => parameter.name === name);

describe('a question in the URL', () => {
  it.each([
    [
      { what: 'jarm', jarm_hash: ' ab ', netmask: '24' },
      { what: 'jarm', jarm_hash: 'ab', netmask: '24' },
    ],
    [
      { what: 'headers', jarm_hash: 'ab', header_search: 'x' },
      { what: 'headers', header_search: 'x' },
    ],
    [{ what: 'nonsense' }, { what: 'certificates' }],
    [{ what: 'favicon', net: 'in', expired_certs_only: '1' }, { what: 'favicon' }],
    [
      { what: 'opendir', result_mode: 'full', limit: '5' },
      { what: 'opendir', result_mode: 'full' },
    ],
  ])('%o keeps %o', (params, kept) => {
    const question = readQuestion(params);
    expect(questionParams(question)).toEqual(kept);
    expect(isSameQuestion(readQuestion(kept), question)).toBe(true);
  });

  it.each([
    [{ what: 'favicon', net: 'notin', limit: '5' }, false],
    [{ what: 'favicon', mmh3: '-1' }, true],
    [{ what: 'certificates', expired_certs_only: '1' }, true],
    [{ what: 'jarm', mmh3: '-1' }, false],
  ])('%o is asked: %s', (params, asked) => expect(isAsked(readQuestion(params))).toBe(asked));
});

it('becomes a search with the types of the wire', () => {
  const question = readQuestion({
    what: 'favicon',
    mmh3: '-7',
    ipv4: '192.0.2.1',
    netmask: '24',
    net: 'notin',
    skip: '3',
  });
  expect(searchOf(question)).toEqual({
    kind: 'favicon',
    query: { mmh3: -7, ipv4: '192.0.2.1', netmask: 24, net: 'notin', skip: 3 },
  });
  expect(setAside(question)).toEqual({ net: 'notin', skip: '3' });
  expect(questionTitle(question)).toBe('Favicon: 192.0.2.1/24 · -7');
});

describe('checkQuestion', () => {
  it.each([
    [{ what: 'jarm', jarm_hash: 'a'.repeat(62) }, {}],
    [{ what: 'jarm', jarm_hash: 'a' }, { jarm_hash: 'The JARM as 62 hexadecimal digits.' }],
    [{ what: 'certificates', fingerprint_sha1: 'AB:'.repeat(19) + 'AB' }, {}],
    [
      { what: 'certificates', fingerprint_sha1: 'c'.repeat(64) },
      { fingerprint_sha1: 'This is a SHA-256: scans are searched by SHA-1, 40 hexadecimal digits.' },
    ],
    [{ what: 'favicon', mmh3: '-2147483648' }, {}],
    [{ what: 'favicon', mmh3: '5000000000' }, { mmh3: expect.stringContaining('whole number') as string }],
    [{ what: 'favicon', favicon_mmh3_from_url: 'http://2130706433/' }, {}],
    [
      { what: 'favicon', favicon_mmh3_from_url: 'ftp://a.example/' },
      { favicon_mmh3_from_url: expect.any(String) as string },
    ],
    [{ what: 'favicon', net: 'notin' }, { ipv4: expect.stringContaining('left out') as string }],
    [{ what: 'headers', netmask: '24' }, { ipv4: expect.stringContaining('needs the address') as string }],
    [{ what: 'headers', ipv4: '192.0.2.0/24' }, { ipv4: expect.stringContaining('Netmask') as string }],
    [{ what: 'headers', ipv4: '2001:db8::1' }, { ipv4: expect.stringContaining('IPv4') as string }],
    [{ what: 'headers', ipv4: '192.0.2.0', netmask: '33' }, { netmask: expect.any(String) as string }],
    [
      { what: 'opendir', filename_regex: '(?=a)' },
      { filename_regex: expect.stringContaining('look-around') as string },
    ],
    [{ what: 'opendir', filename_regex: 'x', window: '0' }, { window: expect.any(String) as string }],
  ])('%o: %o', (params, problems) => expect(checkQuestion(readQuestion(params), limitsOf)).toEqual(problems));

  test.each(examples)('the example “$says” can be asked', ({ question }) => {
    expect(isAsked(readQuestion(question))).toBe(true);
    expect(checkQuestion(readQuestion(question), limitsOf)).toEqual({});
  });
});

it.each([
  ['192.0.2.77', '24', '192.0.2.0/24: 256 addresses.'],
  ['192.0.2.77', '', undefined],
  ['192.0.2.77', '40', undefined],
  ['', '24', undefined],
])('%s with netmask %s reads %s', (ipv4, netmask, words) => expect(networkReading({ ipv4, netmask })).toBe(words));
