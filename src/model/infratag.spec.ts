import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { infratag, type Infrastructure } from './infratag.ts';

const bare: Infrastructure = {
  domain: 'acme.example',
  mailDomains: [],
  nameServerDomains: [],
  origins: [],
  registrar: '',
};
const acme: Infrastructure = {
  domain: 'acme.example',
  mailDomains: ['post.example'],
  nameServerDomains: ['dns.example'],
  origins: [{ asn: 64500, asname: 'ACME-NET Acme Networks' }],
  registrar: 'Nameyard, Inc.',
};

describe('infratag', () => {
  it.each<[string, Partial<Infrastructure>, string]>([
    [
      'has mail, name server, hosting and registrar, in this order',
      acme,
      'post.example:dns.example:acme-net-acme-networks:nameyard',
    ],
    ['marks what is empty', {}, '_:_:_:_'],
    [
      'names several labels once each, in the order of their characters',
      { mailDomains: ['b.example', 'a.example', 'b.example'] },
      'a.example+b.example:_:_:_',
    ],
    [
      'calls servers of the domain itself self',
      { mailDomains: ['acme.example'], nameServerDomains: ['acme.example', 'dns.example'] },
      'self:dns.example+self:_:_',
    ],
    ['falls back on the number of an AS without a name', { origins: [{ asn: 64500, asname: '' }] }, '_:_:as64500:_'],
    ['leaves out an address that no one announces', { origins: [{ asn: 0, asname: '' }] }, '_:_:_:_'],
    ['leaves out the form of a company', { registrar: 'Zone Works GmbH & Co. KG' }, '_:_:_:zone-works'],
    ['keeps a name that is nothing but the form of a company', { registrar: 'Inc.' }, '_:_:_:inc'],
    ['keeps dots within names', { registrar: 'Names.example, LLC' }, '_:_:_:names.example'],
    ['keeps letters of every script', { registrar: '株式会社ネーム' }, '_:_:_:株式会社ネーム'],
    ['escapes what has a meaning in a tag', { nameServerDomains: ['a:b*c+d%e'] }, '_:a%3Ab%2Ac%2Bd%25e:_:_'],
    ['escapes a name that looks empty', { nameServerDomains: ['_'] }, '_:%5F:_:_'],
  ])('%s', (_, parts, tag) => expect(infratag({ ...bare, ...parts }, 'self')).toBe(tag));

  it('names the servers of the domain itself by its name with match full', () => {
    expect(infratag({ ...bare, mailDomains: ['acme.example'] }, 'full')).toBe('acme.example:_:_:_');
  });

  it('is the same for one registrar however it is written', () => {
    const tags = ['NAMECHEAP INC', 'NameCheap, Inc.', 'Namecheap'].map((registrar) =>
      infratag({ ...bare, registrar }, 'self'),
    );
    expect(new Set(tags)).toEqual(new Set(['_:_:_:namecheap']));
  });

  it('has four elements without blanks or wildcards, whatever the names, and does not depend on order', () => {
    const names = fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }), { maxLength: 4 });
    const origins = fc.array(fc.record({ asn: fc.nat(), asname: fc.string({ unit: 'grapheme' }) }), { maxLength: 3 });
    const match = fc.constantFrom('self' as const, 'full' as const);
    fc.assert(
      fc.property(names, names, origins, fc.string(), match, (mail, servers, from, registrar, how) => {
        const given = {
          domain: 'acme.example',
          mailDomains: mail,
          nameServerDomains: servers,
          origins: from,
          registrar,
        };
        const tag = infratag(given, how);
        expect(tag).not.toMatch(/[\s*]/);
        const elements = tag.split(':');
        expect(elements).toHaveLength(4);
        for (const element of elements) expect(element).not.toBe('');
        const turned = { ...given, mailDomains: mail.toReversed(), origins: from.toReversed() };
        expect(infratag(turned, how)).toBe(tag);
      }),
    );
  });
});
