import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isoDateToDate } from '#model/dates.ts';
import { categoryOf, confidenceOf, dayOf, entryOf, referenceOf, reject, tagsOf, updateDay } from './entry-fields.ts';

describe('dayOf', () => {
  test.each<[unknown, string | undefined]>([
    ['2026-11-22', '2026-11-22'],
    ['2026-11-22 23:59:59', '2026-11-22'],
    ['2026-11-22T23:59:59.123Z', '2026-11-22'],
    ['2026-11-22T23:59:59+00:00', '2026-11-22'],
    ['2026-11-22T23:59:59-05:00', '2026-11-23'],
    ['2026-11-22 01:00:00+0200', '2026-11-21'],
    [1_790_072_042, '2026-09-22'],
    ['1790072042', '2026-09-22'],
    [1_790_072_042_000, '2026-09-22'],
    ['Wed Jan 17 22:00:15 2018 UTC', '2018-01-17'],
    ['22 Nov 2026 10:00', '2026-11-22'],
    ['22.11.2026', '2026-11-22'],
    ['11/12/2026 6:58', undefined],
    ['2026-02-30', undefined],
    ['0000-00-00 00:00:00', undefined],
    ['1969-12-31', undefined],
    ['9999-01-01', undefined],
    ['None', undefined],
    ['', undefined],
    [Number.NaN, undefined],
    [-1, undefined],
    [1e300, undefined],
    [null, undefined],
    [{}, undefined],
  ])('%j is %s', (time, day) => expect(dayOf(time)).toBe(day));

  it('is a day of the calendar or none, whatever it is given', () =>
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.date().map(String), fc.double()), (time) => {
        const day = dayOf(time);
        expect(day === undefined || isoDateToDate(day) !== null).toBe(true);
      }),
    ));
});

test.each([
  ['# Last updated: 2026-10-08 07:40:22 UTC                        #', '2026-10-08'],
  ['#    updated: Wed Jan 17 22:00:15 2018 UTC', '2018-01-17'],
  ['#    updated: 2026-07-14T20:45:40', '2026-07-14'],
  ['# Questions: info@publisher.test', undefined],
])('updateDay of %s', (comment, day) => expect(updateDay(comment)).toBe(day));

describe('tagsOf', () => {
  test.each<[unknown, string[]]>([
    ['elf,Mozi, mips', ['elf', 'Mozi', 'mips']],
    ['a|b;a', ['a', 'b']],
    ['None', []],
    [
      ['x', 'y,z', 3, null],
      ['x', 'y', 'z'],
    ],
    [undefined, []],
    [42, []],
  ])('%j', (value, tags) => expect(tagsOf(value)).toEqual(tags));

  it('is bounded', () => {
    const tags = tagsOf(Array.from({ length: 10_000 }, (_, at) => `${at}${'x'.repeat(1000)}`));
    expect(tags).toHaveLength(20);
    expect(Math.max(...tags.map((tag) => tag.length))).toBe(100);
  });
});

test.each([
  ['Phishing', 'phishing'],
  ['botnet_cc', 'c2'],
  ['Command and Control', 'c2'],
  ['spam', 'spam'],
  ['ssh bruteforce', 'scan'],
  ['malware_download', 'malware'],
  ['Payload delivery', 'malware'],
  ['benign', undefined],
])('categoryOf %s', (text, category) => expect(categoryOf(text)).toBe(category));

test('referenceOf keeps links only', () => {
  expect(referenceOf('https://publisher.test/1')).toBe('https://publisher.test/1');
  expect(referenceOf('javascript:alert(1)')).toBe('');
  expect(referenceOf('https://publisher.test/a b')).toBe('');
  expect(referenceOf(3)).toBe('');
});

test.each<[unknown, number | undefined]>([
  ['75', 75],
  [99.6, 100],
  ['', undefined],
  ['101', undefined],
  [-1, undefined],
  ['high', undefined],
])('confidenceOf %j', (value, confidence) => expect(confidenceOf(value)).toBe(confidence));

test('a reject shows the beginning of the line without control characters', () =>
  expect(reject(`a\0b\u001b[31m${'x'.repeat(500)}`, 'why')).toEqual({
    what: 'reject',
    line: `a\ufffdb\ufffd[31m${'x'.repeat(192)}`,
    reason: 'why',
  }));

describe('entryOf', () => {
  const subject = { type: 'ip', address: '192.0.2.1' } as const;

  it('states the fact of the feed with its days', () => {
    const fact = { kind: 'scanner', value: 'Censys' } as const;
    expect(entryOf('x', subject, { fact }, { first: '2026-01-01', last: '2026-02-01', tags: ['t'] })).toEqual({
      what: 'fact',
      subject,
      ...fact,
      tags: ['t'],
      from: '2026-01-01',
      until: '2026-02-01',
    });
  });

  it('refuses a fact about what it cannot be said of', () =>
    expect(entryOf('AS64500', { type: 'asn', asn: 64_500 }, { fact: { kind: 'tor_exit', value: '' } })).toMatchObject({
      what: 'reject',
      reason: '“Tor exit node” does not apply to a subject of this type (asn).',
    }));
});
