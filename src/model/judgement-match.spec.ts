import { describe, expect, it } from 'vitest';
import { coveringEntries } from './judgement-match.ts';
import { readJudgedSubject, whyTooWide } from './judgement.ts';

const entries = [
  '203.0.113.0/24',
  '203.0.113.7',
  '203.0.0.0/16',
  '2001:db8::/32',
  '2001:db8:5::1',
  'AS64500',
  'example.com+',
  'www.example.com',
  'exact.example',
].map((text) => ({ subject: text.replace('+', ''), below: text.endsWith('+') }));
const coverings = coveringEntries(entries);
const covering = (subject: string) => coverings.of(subject).map((each) => each.subject);

describe('what covers a subject', () => {
  it.each([
    ['203.0.113.7', ['203.0.113.7', '203.0.113.0/24', '203.0.0.0/16']],
    ['203.0.113.255', ['203.0.113.0/24', '203.0.0.0/16']],
    ['203.0.114.0', ['203.0.0.0/16']],
    ['203.1.0.0', []],
    ['::ffff:203.0.114.0', ['203.0.0.0/16']],
    ['203.0.113.128/25', ['203.0.113.0/24', '203.0.0.0/16']],
    ['203.0.113.0/24', ['203.0.113.0/24', '203.0.0.0/16']],
    ['203.0.112.0/23', ['203.0.0.0/16']],
    ['203.0.0.0/8', []],
    ['2001:db8:5::1', ['2001:db8:5::1', '2001:db8::/32']],
    ['2001:db9::', []],
    ['AS64500', ['AS64500']],
    ['AS645000', []],
    ['www.example.com', ['www.example.com', 'example.com']],
    ['a.www.example.com', ['example.com']],
    ['example.com', ['example.com']],
    ['notexample.com', []],
    ['com', []],
    ['exact.example', ['exact.example']],
    ['a.exact.example', []],
  ])('%s: %j', (subject, expected) => expect(covering(subject)).toEqual(expected));
});

describe('a judged subject', () => {
  it.each([
    ['203[.]0[.]113[.]7', '203.0.113.7'],
    ['203.0.113.7/32', '203.0.113.7'],
    ['203.0.113.77/24', '203.0.113.0/24'],
    ['2001:DB8::0/128', '2001:db8::'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['as64500', 'AS64500'],
    ['WWW.Bücher.example.', 'www.xn--bcher-kva.example'],
    ['ns1.example.net', 'ns1.example.net'],
    ['*.example.com', undefined],
    ['user@example.com', undefined],
    ['d41d8cd98f00b204e9800998ecf8427e', undefined],
    ['', undefined],
  ])('%s is %s', (text, expected) => expect(readJudgedSubject(text)).toBe(expected));

  it('is too wide for the never-flag list when it is a large part of the internet', () => {
    const wide = ['0.0.0.0/0', '10.0.0.0/7', '::/0', '2000::/3'];
    expect(wide.map((subject) => whyTooWide(subject)).filter(Boolean)).toHaveLength(wide.length);
    expect(
      ['10.0.0.0/8', 'fc00::/7', '10.0.0.1', 'example.com', 'AS1'].flatMap((each) => whyTooWide(each) ?? []),
    ).toEqual([]);
  });
});
