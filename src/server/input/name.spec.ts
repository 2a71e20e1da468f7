import { describe, expect, it } from 'vitest';
import { readDomain, readHostScope, readNamePattern } from './name.ts';

describe('readNamePattern', () => {
  it.each([
    ['WWW.Acme.Example.', 'www.acme.example'],
    ['*.ACME.example', '*.acme.example'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['*.münchen.example', '*.xn--mnchen-3ya.example'],
    ['_dmarc.acme.example', '_dmarc.acme.example'],
    ['0/25.2.0.192.in-addr.arpa', '0/25.2.0.192.in-addr.arpa'],
    ["o'brien.example", "o'brien.example"],
    ['*', '*'],
  ])('%s -> %s', (text, name) => expect(readNamePattern('qname', text)).toBe(name));

  it.each(['a..b', '.a', 'a b', 'nul\0', '*ü.example', '* *', `${'a'.repeat(250)}*.example`, 'ü'.repeat(300)])(
    'refuses %j',
    (text) => expect(() => readNamePattern('qname', text)).toThrow(/^qname is not/),
  );
});

describe('readDomain', () => {
  it.each([
    ['login.acme.example', 'acme.example', 'example'],
    ['a.b.acme.test', 'acme.test', 'test'],
    ['acme.invalid', 'acme.invalid', 'invalid'],
    ['www.shop.co.uk', 'shop.co.uk', 'uk'],
    ['me.github.io', 'github.io', 'io'], // private suffixes belong to their owner
    ['_dmarc.acme.example', 'acme.example', 'example'],
    ['co.uk', 'co.uk', 'uk'],
    ['example', 'example', 'example'],
    ['BÜCHER.example', 'xn--bcher-kva.example', 'example'],
  ])('%s belongs to %s', (text, domain, zone) => {
    expect(readDomain('domain', text)).toMatchObject({ domain, zone });
  });
});

describe('readHostScope', () => {
  it.each([
    ['ns1.eu.dns.example', 'host', { kind: 'host', name: 'ns1.eu.dns.example' }],
    ['ns1.eu.dns.example', 'domain', { kind: 'domain', name: 'dns.example' }],
    ['ns1.eu.dns.example', 'subdomain', { kind: 'level', name: 'eu.dns.example' }],
    ['dns.example', 'subdomain', { kind: 'level', name: 'dns.example' }],
  ] as const)('%s %s', (text, scope, expected) => expect(readHostScope(text, scope)).toEqual(expected));
});
