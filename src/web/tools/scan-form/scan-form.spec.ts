import { describe, expect, it, test } from 'vitest';
import { formParams, formProblems, isAsked, readForm } from '#web/kit/ask/explorer-form.ts';
import { loadParameterDocs } from '#web/kit/ask/parameter-docs.ts';
import type { ScanKind } from '#web/kit/ask/scan-kind.ts';
import { networkReading, questionTitle, scanExamples, scanForm, type ScanQuestion, searchOf } from './scan-form.ts';

const docs = await loadParameterDocs();
const read = (what: ScanKind, params: Record<string, string>) => readForm(scanForm, { what, ...params }, docs);
const problemsOf = (question: ScanQuestion) => ({
  ...scanForm.missingOf(question),
  ...formProblems(scanForm, question, docs),
});
const text = (part: string) => expect.stringContaining(part) as string;

it.each([
  ['favicon', { net: 'notin', limit: '5' }, false],
  ['favicon', { mmh3: '-1' }, true],
  ['certificates', { expired_certs_only: '1' }, true],
  ['jarm', { mmh3: '-1' }, false],
  ['opendir', { result_mode: 'full' }, false],
] as const)('%s %o looks for something: %s', (kind, params, asked) =>
  expect(isAsked(scanForm, read(kind, params))).toBe(asked),
);

it('becomes a search with the types of the wire, and a title that says the same', () => {
  const question = read('favicon', { mmh3: '-7', ipv4: '192.0.2.1', netmask: '24', net: 'notin', skip: '3', md5: '' });
  expect(searchOf(question)).toEqual({
    operationId: 'scanFavicon',
    query: { mmh3: -7, ipv4: '192.0.2.1', netmask: 24, net: 'notin', skip: 3 },
  });
  // what is left out is named as left out
  expect(questionTitle(question)).toBe('Favicon: -7 · outside 192.0.2.1/24');
  expect(questionTitle(read('favicon', { ipv4: '192.0.2.1' }))).toBe('Favicon: 192.0.2.1');
  expect(questionTitle(read('certificates', { expired_certs_only: '1' }))).toBe(
    'Certificates, expired only, seen in the last 180 days',
  );
  expect(questionTitle(read('jarm', { ipv4: '192.0.2.1', window: '36500' }))).toBe('JARM: 192.0.2.1, seen at any time');
  expect(questionTitle(read('opendir', { filename: '*.zip', result_mode: 'full', window: '30' }))).toBe(
    'Open directories: *.zip, whole listings, seen in the last 30 days',
  );
});

describe('what cannot be asked', () => {
  it.each([
    ['jarm', { jarm_hash: 'a'.repeat(62) }, {}],
    ['jarm', { jarm_hash: 'a' }, { jarm_hash: 'A JARM, 62 hexadecimal digits.' }],
    ['certificates', { fingerprint_sha1: `${'AB:'.repeat(19)}AB` }, {}],
    ['certificates', { fingerprint_sha1: 'c'.repeat(64) }, {}],
    ['certificates', { fingerprint_sha1: `${'AB:'.repeat(31)}AB` }, {}],
    [
      'certificates',
      { fingerprint_sha1: 'c'.repeat(32) },
      { fingerprint_sha1: 'This is an MD5: scans are searched by SHA-1 or SHA-256, 40 or 64 hexadecimal digits.' },
    ],
    [
      'certificates',
      { fingerprint_sha1: 'c'.repeat(41) },
      { fingerprint_sha1: 'A SHA-1 or SHA-256, 40 or 64 hexadecimal digits.' },
    ],
    [
      'jarm',
      { jarm_hash: 'c'.repeat(64) },
      { jarm_hash: 'This is a SHA-256: scans are searched by JARM, 62 hexadecimal digits.' },
    ],
    ['favicon', { mmh3: '-2147483648' }, {}],
    ['favicon', { mmh3: '5000000000' }, { mmh3: text('whole number') }],
    ['favicon', { favicon_mmh3_from_url: 'http://2130706433/' }, {}],
    ['favicon', { favicon_mmh3_from_url: 'ftp://a.example/' }, { favicon_mmh3_from_url: text('http://') }],
    ['favicon', { net: 'notin', mmh3: '1' }, { ipv4: text('a network to exclude') }],
    ['headers', { netmask: '24' }, { ipv4: text('the address that the netmask applies to') }],
    ['headers', { ipv4: '192.0.2.0/24' }, { ipv4: text('Netmask') }],
    ['headers', { ipv4: '2001:db8::1' }, { ipv4: text('IPv4') }],
    ['headers', { ipv4: '192.0.2.0', netmask: '33' }, { netmask: text('whole number') }],
    ['opendir', { filename_regex: '(?=a)' }, { filename_regex: text('look-around') }],
    ['opendir', { filename_regex: 'x', window: '0' }, { window: text('whole number') }],
    ['jarm', {}, { jarm_hash: text('at least one') }],
  ] as const)('%s %o: %o', (kind, params, problems) => expect(problemsOf(read(kind, params))).toEqual(problems));

  test.each(scanExamples)('the example “$says” can be asked', ({ kind, params }) => {
    expect(formParams(scanForm, read(kind, params))).toEqual({ what: kind, ...params });
    expect(problemsOf(read(kind, params))).toEqual({});
  });
});

it.each([
  ['192.0.2.77', '24', '192.0.2.0/24: 256 addresses.'],
  ['192.0.2.77', '', undefined],
  ['192.0.2.77', '40', undefined],
  ['', '24', undefined],
])('%s with netmask %s reads %s', (ipv4, netmask, words) => expect(networkReading({ ipv4, netmask })).toBe(words));
