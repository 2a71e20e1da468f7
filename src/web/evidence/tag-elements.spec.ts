import { describe, expect, it } from 'vitest';
import { infratag } from '#model/infratag.ts';
import { clusterLevels, differingElements, labelSubject, tagElements } from './tag-elements.ts';

describe('tagElements', () => {
  it('reads the tags of the service', () => {
    const tag = infratag(
      {
        domain: 'own.example',
        mailDomains: [],
        nameServerDomains: ['own.example', 'dns.example'],
        origins: [{ asn: 64500, asname: '' }],
        registrar: 'Name Yard, Inc.',
      },
      'self',
    );
    expect(tagElements(tag)).toEqual([
      { kind: 'mail', labels: [], differs: false },
      { kind: 'dns', labels: ['dns.example', 'self'], differs: false },
      { kind: 'hosting', labels: ['as64500'], differs: false },
      { kind: 'registrar', labels: ['name-yard'], differs: false },
    ]);
  });

  it('reads the pattern of a cluster, and nothing else', () => {
    expect(tagElements('*:a.example:*:_')?.map(({ differs }) => differs)).toEqual([true, false, true, false]);
    expect(tagElements('a:b')).toBeNull();
  });
});

it('returns the elements in which two tags differ', () => {
  expect(differingElements('a:b:c:d', 'a:x:c:_')).toEqual(['dns', 'registrar']);
});

describe('labelSubject', () => {
  it.each([
    ['mail', 'post.example', { is: 'domain', value: 'post.example' }],
    ['dns', 'self', { is: 'domain', value: 'acme.example' }],
    ['mail', 'odd%2Bname.example', { is: 'text' }],
    ['mail', '%', { is: 'text' }],
    ['hosting', 'as64500', { is: 'asn', value: '64500' }],
    ['hosting', 'acme-net', { is: 'as-name', part: 'acme' }],
    ['registrar', 'nameyard', { is: 'text' }],
  ] as const)('%s %s', (kind, label, subject) => {
    expect(labelSubject(kind, label, 'acme.example')).toEqual(subject);
  });

  it('has no subject for the own servers of several domains', () => {
    expect(labelSubject('mail', 'self', undefined)).toEqual({ is: 'text' });
  });
});

it('puts the most similar first, and within a level the clusters of the domain', () => {
  const other = { match: 'a:b:c:*', domains: ['x.example', 'y.example', 'z.example'] };
  const own = { match: 'a:b:*:d', domains: ['own.example', 'x.example'] };
  const levels = clusterLevels(
    [{ '25': [] }, { '50': [] }, { '75': [other, own] }, { '100': [{ match: 'q:q:q:q', domains: ['u.example'] }] }],
    'own.example',
  );
  expect(levels.map(({ share, clusters }) => [share, clusters.map(({ match }) => match)])).toEqual([
    [100, ['q:q:q:q']],
    [75, ['a:b:*:d', 'a:b:c:*']],
  ]);
});
