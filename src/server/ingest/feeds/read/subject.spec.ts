import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  addressSubject,
  nameSubject,
  printSubject,
  rangeSubject,
  spanSubject,
  subjectOf,
  urlSubject,
} from './subject.ts';

const ip = (address: string) => ({ type: 'ip', address });
const domain = (name: string) => ({ type: 'domain', name });
const url = (text: string, host: string) => ({ type: 'url', url: text, host });

describe('subjectOf', () => {
  test.each([
    ['192.0.2.1', ip('192.0.2.1')],
    ['192[.]0[.]2[.]1', ip('192.0.2.1')],
    ['192.0.2.1:443', ip('192.0.2.1')],
    ['2001:DB8:0::1', ip('2001:db8::1')],
    ['[2001:db8::1]:443', ip('2001:db8::1')],
    ['::ffff:192.0.2.1', ip('192.0.2.1')],
    ['192.0.2.1/32', ip('192.0.2.1')],
    ['192.0.2.77/24', { type: 'range', first: '192.0.2.0', last: '192.0.2.255', text: '192.0.2.0/24' }],
    ['192.0.2.0-192.0.2.255', { type: 'range', first: '192.0.2.0', last: '192.0.2.255', text: '192.0.2.0/24' }],
    ['192.0.2.3 - 192.0.2.9', { type: 'range', first: '192.0.2.3', last: '192.0.2.9', text: '192.0.2.3-192.0.2.9' }],
    [
      '2001:db8::/32',
      { type: 'range', first: '2001:db8::', last: '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', text: '2001:db8::/32' },
    ],
    ['AS64500', { type: 'asn', asn: 64_500 }],
    ['Evil.Example.', domain('evil.example')],
    ['*.evil.example', domain('evil.example')],
    ['.evil.example', domain('evil.example')],
    ['evil[.]example:8080', domain('evil.example')],
    ['bücher.example', domain('xn--bcher-kva.example')],
    ['hxxps://Evil[.]example/A?b=1#c', url('https://evil.example/A?b=1#c', 'evil.example')],
    ['http://192.0.2.1:8080/bin.sh', url('http://192.0.2.1:8080/bin.sh', '192.0.2.1')],
    ['http://[2001:DB8::1]/x', url('http://[2001:db8::1]/x', '2001:db8::1')],
    ['http://evil.example/', url('http://evil.example', 'evil.example')],
    ['evil.example/login', url('http://evil.example/login', 'evil.example')],
    ['d41d8cd98f00b204e9800998ecf8427e', { type: 'hash', value: 'd41d8cd98f00b204e9800998ecf8427e' }],
    ['A'.repeat(64), { type: 'hash', value: 'a'.repeat(64) }],
    ['a'.repeat(62), { type: 'jarm', value: 'a'.repeat(62) }],
    ['face.example', domain('face.example')],
  ])('reads %s', (text, subject) => expect(subjectOf(text)).toEqual(subject));

  test.each([
    ['', 'Empty.'],
    ['0.0.0.0', 'unspecified address'],
    ['::', 'unspecified address'],
    ['999.1.1.1', 'the last label is a number'],
    ['192.0.2.1/33', 'prefix length'],
    ['0.0.0.0/0', 'too wide'],
    ['128.0.0.0-255.255.255.255', 'too wide'],
    ['1.2.3.4-200.0.0.0', 'too wide'],
    ['2000::/3', 'too wide'],
    ['192.0.2.9-192.0.2.3', 'comes after'],
    ['localhost', 'one label only'],
    ['evil..example', 'a label is empty'],
    ['http://', 'no valid host'],
    ['http://evil.example/a b', 'spaces'],
    ['https://bad_host!/x', 'no valid host'],
    ['AS0', 'Not an AS number'],
    ['a'.repeat(33), 'hash'],
    [`http://evil.example/${'a'.repeat(3000)}`, 'Longer'],
  ])('says why %s is none', (text, reason) => expect(subjectOf(text)).toContain(reason));

  it('never throws and gives canonical text that reads as itself', () =>
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.webUrl(), fc.domain(), fc.ipV6()), (text) => {
        const subject = subjectOf(text);
        if (typeof subject === 'string') return;
        const again = {
          ip: 'address',
          range: 'text',
          domain: 'name',
          url: 'url',
          hash: 'value',
          jarm: 'value',
        } as const;
        if (!(subject.type in again)) return;
        const key = again[subject.type as keyof typeof again];
        expect(subjectOf(String(subject[key as keyof typeof subject]))).toEqual(subject);
      }),
    ));
});

describe('the single kinds', () => {
  it('refuse what is another kind', () => {
    expect(addressSubject('evil.example')).toBe('Not an IP address.');
    expect(rangeSubject('192.0.2.1')).toContain('Not a range');
    expect(nameSubject('http://evil.example')).toContain('Not a domain');
    expect(urlSubject('evil.example')).toEqual(url('http://evil.example', 'evil.example'));
    expect(spanSubject('192.0.2.1', '2001:db8::1')).toContain('Not a range');
    expect(printSubject('certificate', 'AB:'.repeat(19) + 'AB')).toEqual({
      type: 'certificate',
      value: 'ab'.repeat(20),
    });
    expect(printSubject('ja3', 'ab')).toContain('32 hex digits');
  });

  it('keep a range of IPv4-mapped addresses as IPv4', () =>
    expect(rangeSubject('::ffff:192.0.2.0/120')).toMatchObject({ type: 'range', text: '192.0.2.0/24' }));
});
