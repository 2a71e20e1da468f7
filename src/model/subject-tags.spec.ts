import { expect, it } from 'vitest';
import { subjectTags, type TagFacts } from './subject-tags.ts';

const labels = (facts: TagFacts) => subjectTags(facts).map(({ label }) => label);

it.each<[TagFacts, string[]]>([
  [{}, []],
  [{ addresses: 169, systems: 11 }, ['fast flux']],
  // a content network: many addresses, few systems
  [{ addresses: 400, systems: 4 }, []],
  [{ addresses: 4, systems: 5 }, []],
  [{ addresses: 169, systems: 11, state: 'known_benign' }, ['known benign']],
  [{ registeredDays: 30 }, ['newly registered']],
  [{ registeredDays: 31 }, []],
  // first seen, not known when it was registered
  [{ isNew: true }, ['new']],
  [{ names: 99 }, []],
  [{ names: 5000 }, ['shared hosting']],
  [{ names: 432, state: 'sinkholed', factKinds: ['sinkhole'] }, ['sinkholed']],
  [{ serverChanges: 2 }, []],
])('%j has the tags %j', (facts, expected) => expect(labels(facts)).toEqual(expected));

it('only current listings of the subject itself are tags', () => {
  const listed = {
    lists: ['a'],
    categories: ['c2', 'scan'],
    isOpen: true,
    since: '',
    until: '',
    what: 'itself',
  } as const;
  expect(labels({ listed })).toEqual(['C2', 'scanner']);
  expect(labels({ listed: { ...listed, isOpen: false } })).toEqual([]);
  expect(labels({ listed: { ...listed, what: 'shared host' } })).toEqual([]);
});

it('findings come after listings, once for each detector with the nearest, and say more than the same tag without one', () => {
  const finding = { detector: 'fast-flux', title: 'Fast flux', appeared: '2026-11-02', summary: 's' };
  const findings = [
    { ...finding, subject: 'www.a.example' },
    { ...finding, subject: 'a.example' },
    { ...finding, detector: 'own', title: 'DNS by night', subject: 'a.example' },
  ];
  const tags = subjectTags({ findings, addresses: 169, systems: 11, factKinds: ['vpn'] });
  expect(tags.map(({ label, tone }) => [label, tone])).toEqual([
    ['fast flux', 'warning'],
    ['DNS by night', 'warning'],
    ['VPN', 'neutral'],
  ]);
  expect(tags[0]?.why).toBe('Finding about www.a.example since 2026-11-02: s');
});
