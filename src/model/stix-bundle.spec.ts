import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fact, type Observable, observableOf, type OwnListing, type Sharing } from './fact.ts';
import { SCORE_BANDS } from './score-band.ts';
import { stixBundle, stixPattern } from './stix-bundle.ts';
import { stixObservable } from './stix-object.ts';
import { anyFact, hostileText } from '#test/model/any-fact.ts';
import { dossier, dossierDay as day } from '#test/model/dossiers.ts';
import { stixFaults } from '#test/model/stix-rules.ts';
import { TLP_LEVELS, type Tlp } from './tlp.ts';

const name = { kind: 'domain', value: 'a.example' } as const;
const address = { kind: 'ipv4', value: '192.0.2.1' } as const;
const listings: readonly OwnListing[] = [
  { list: 'List B', category: 'spam', since: day - 10 * 86_400 },
  { list: 'List A', category: 'malware', since: day - 20 * 86_400, reference: 'https://list.example/1' },
];
const record: Fact = {
  is: 'record',
  rrname: 'a.example',
  rrtype: 'A',
  rdata: '192.0.2.1',
  name,
  target: address,
  span: { first: day - 100, last: day },
  count: 5,
};
const objectsOf = (facts: readonly Fact[], type: string) =>
  stixBundle(dossier(facts)).objects.filter((object) => object.type === type);

const anySharing = fc.record<Sharing>({
  from: fc.constantFrom(...SCORE_BANDS.map(({ name: band }) => band)),
  tlp: fc.constantFrom(...(Object.keys(TLP_LEVELS) as Tlp[])),
});

describe('stixBundle', () => {
  // ids that other tools publish for the same observables
  it.each([
    ['198.51.100.3', 'ipv4-addr--28bb3599-77cd-5a82-a950-b5bc3caf07c4'],
    ['2001:db8::1', 'ipv6-addr--6469e3a9-b053-5e34-a025-9396ae051d26'],
    ['EXAMPLE.com.', 'domain-name--bedb4899-d24b-5401-bc86-8f6b4cc18ec7'],
  ])('names %s as everybody does', (text, id) => {
    const what = observableOf(text);
    expect(what && stixObservable(what).id).toBe(id);
  });

  it('names an AS as everybody does', () => {
    expect(stixObservable({ kind: 'asn', number: 15_139 }).id).toBe(
      'autonomous-system--3aa27478-50b5-5ab8-9da9-cdc12b657fff',
    );
  });

  it('keeps the standard whatever the facts hold, gives the same ids again, and survives being written', () => {
    fc.assert(
      fc.property(
        fc.array(anyFact, { maxLength: 12 }),
        fc.option(hostileText),
        fc.option(anySharing, { nil: undefined }),
        (facts, truncation, sharing) => {
          const given = { ...dossier(facts, truncation), ...(sharing && { sharing }) };
          const bundle = stixBundle(given);
          expect(stixFaults(bundle)).toEqual([]);
          expect(stixBundle(given)).toEqual(bundle);
          expect(JSON.parse(JSON.stringify(bundle))).toEqual(bundle);
        },
      ),
    );
  });

  it('writes a passive DNS row as observed data, the record itself in a declared extension', () => {
    const [observed] = objectsOf([record], 'observed-data');
    expect(observed).toMatchObject({
      first_observed: '2026-01-30T23:58:20.000Z',
      last_observed: '2026-01-31T00:00:00.000Z',
      number_observed: 5,
      object_refs: [stixObservable(name).id, stixObservable(address).id],
    });
    const [definition] = objectsOf([record], 'extension-definition');
    expect(observed?.['extensions']).toEqual({
      [definition?.id ?? '']: {
        extension_type: 'property-extension',
        rrname: 'a.example',
        rrtype: 'A',
        rdata: '192.0.2.1',
      },
    });
    expect(objectsOf([record], 'relationship')).toMatchObject([
      {
        relationship_type: 'resolves-to',
        start_time: '2026-01-30T23:58:20.000Z',
        stop_time: '2026-01-31T00:00:00.000Z',
      },
    ]);
  });

  it('keeps the id of a record that is seen again, as a later version of the same object', () => {
    const again = { ...record, span: { first: day - 100, last: day + 100 }, count: 6 };
    const [before, after] = [objectsOf([record], 'observed-data')[0], objectsOf([again, record], 'observed-data')[0]];
    expect(after?.id).toBe(before?.id);
    expect(after).toMatchObject({ created: before?.['created'], number_observed: 6 });
    expect(String(after?.['modified']) > String(before?.['modified'])).toBe(true);
  });

  it.each([
    ['NS', 0],
    ['TXT', 0],
    ['CNAME', 1],
  ])('says nothing of resolving for %s beyond what it is', (rrtype, relationships) => {
    const target = rrtype === 'TXT' ? null : ({ kind: 'domain', value: 'b.example' } as const);
    expect(objectsOf([{ ...record, rrtype, target }], 'relationship')).toHaveLength(relationships);
  });

  it.each([
    [undefined, 0],
    [0, 0],
    [49, 0],
    [50, 1],
    [100, 1],
  ])('makes an indicator of a score of %s: %i', (score, indicators) => {
    const facts: Fact[] = [{ is: 'seen', what: address, score, reason: 'listing_score', listings }];
    expect(objectsOf(facts, 'indicator')).toHaveLength(indicators);
    expect(objectsOf(facts, 'observed-data')).toHaveLength(1);
  });

  it.each([
    ['critical', 74, 0],
    ['critical', 75, 1],
    ['low', 1, 1],
    ['low', 0, 0],
  ] as const)('takes the band %s: a score of %i gives %i indicators', (from, score, indicators) => {
    const facts: Fact[] = [{ is: 'seen', what: name, score, listings }];
    const { objects } = stixBundle({ ...dossier(facts), sharing: { from, tlp: 'green' } });
    expect(objects.filter(({ type }) => type === 'indicator')).toHaveLength(indicators);
  });

  it('names the lists of an indicator, from their first day; what only surroundings make risky is none', () => {
    const facts: Fact[] = [
      { is: 'seen', what: name, score: 98, reason: 'From its name servers' },
      { is: 'seen', what: address, score: 85, reason: 'Listings', listings },
    ];
    const { objects } = stixBundle({ ...dossier(facts), sharing: { from: 'high', tlp: 'amber+strict' } });
    expect(objects[0]).toMatchObject({ type: 'marking-definition', name: 'TLP:AMBER+STRICT' });
    expect(objects.find(({ type }) => type === 'indicator')).toMatchObject({
      pattern: "[ipv4-addr:value = '192.0.2.1']",
      pattern_type: 'stix',
      valid_from: '2026-01-11T00:00:00.000Z',
      indicator_types: ['malicious-activity'],
      description:
        'Listed by List A (malware) since 2026-01-11. Listed by List B (spam) since 2026-01-21. ' +
        'Risk score 85 of 100, deciding factor: Listings.',
      external_references: [
        { source_name: 'List A', url: 'https://list.example/1' },
        { source_name: 'List B', description: 'Listed by List B (spam) since 2026-01-21' },
      ],
      object_marking_refs: [objects[0]?.id],
      labels: ['sample-data'],
    });
    const indicators = objects.filter(({ type }) => type === 'indicator');
    expect(indicators).toHaveLength(1);
    expect(indicators[0]).not.toHaveProperty('confidence');
  });

  it('does not give two levels one id, apart from observables', () => {
    const facts: Fact[] = [{ is: 'seen', what: address, score: 85, listings }];
    const idsOf = (tlp: Tlp) =>
      stixBundle({ ...dossier(facts), sharing: { from: 'high', tlp } }).objects.map(({ id }) => id);
    const shared = idsOf('green').filter((id) => idsOf('red').includes(id));
    expect(shared.map((id) => id.split('--')[0])).toEqual(['identity', 'ipv4-addr']);
  });

  it('says that facts are of the sample collection, and nothing of the kind of others', () => {
    const descriptionOf = (value: string) =>
      stixBundle(dossier([{ is: 'seen', what: { kind: 'ipv4', value } }])).objects.at(-1)?.['description'];
    expect(descriptionOf('192.0.2.1')).toContain('fictional sample collection');
    expect(descriptionOf('8.8.8.8')).toBe('Nothing is left out.');
    expect(
      objectsOf([{ is: 'seen', what: { kind: 'ipv4', value: '8.8.8.8' }, score: 90, listings }], 'indicator')[0],
    ).not.toHaveProperty('labels');
  });

  it('keeps the standard for an investigation: related-to between things, notes about them', () => {
    const at = fc.integer({ min: 0, max: 4_294_967_295 });
    const thing = fc.constantFrom<Observable>(name, address, { kind: 'asn', number: 64_500 });
    const pivot = fc.record({ from: thing, to: thing, how: hostileText, at });
    const remark = fc.record({
      about: fc.array(thing, { maxLength: 3 }),
      text: hostileText.filter((text) => text !== ''),
      labels: fc.constantFrom(undefined, [], ['pinned']),
      at,
    });
    fc.assert(
      fc.property(fc.array(anyFact, { maxLength: 4 }), fc.array(pivot), fc.array(remark), (facts, pivots, remarks) => {
        const bundle = stixBundle({ ...dossier(facts), pivots, remarks });
        expect(stixFaults(bundle)).toEqual([]);
        expect(stixBundle({ ...dossier(facts), pivots, remarks })).toEqual(bundle);
        const notes = bundle.objects.filter(({ type }) => type === 'note').map(({ content }) => content);
        const stated = facts.flatMap((fact) => (fact.is === 'seen' ? (fact.statements ?? []) : []));
        const judged = facts.flatMap((fact) => (fact.is === 'judged' ? fact.sentences : []));
        expect(new Set(notes)).toEqual(new Set([...[...remarks, ...stated].map(({ text }) => text), ...judged]));
      }),
    );
  });

  it('notes what sources say of a thing, and where they explain it', () => {
    const reference = 'https://list.example/entry/1';
    const statements = [
      { source: 'List A', text: 'Listed by List A: malware', reference },
      { source: 'Sightline', text: 'Not tracked: VPN' },
    ];
    const notes = objectsOf([{ is: 'seen', what: address, statements }], 'note');
    expect(notes).toMatchObject([
      {
        content: 'Listed by List A: malware',
        object_refs: [stixObservable(address).id],
        external_references: [{ source_name: 'List A', url: reference }],
      },
      { content: 'Not tracked: VPN' },
    ]);
    expect(notes[1]).not.toHaveProperty('external_references');
  });

  it('says in the grouping what is left out', () => {
    const { objects } = stixBundle(dossier([record], 'Holds 1 row of 2.'));
    expect(objects.at(-1)).toMatchObject({
      type: 'grouping',
      description: expect.stringMatching(/^Holds 1 row of 2\. /) as string,
    });
  });
});

describe('stixPattern', () => {
  it.each([
    [{ kind: 'url', value: "http://a.example/'\\" }, "[url:value = 'http://a.example/\\'\\\\']"],
    [{ kind: 'ipv4', value: '192.0.2.0/24' }, "[ipv4-addr:value ISSUBSET '192.0.2.0/24']"],
    [{ kind: 'asn', number: 64_500 }, '[autonomous-system:number = 64500]'],
    [
      { kind: 'certificate', sha1: 'ab', sha256: 'cd' },
      "[x509-certificate:hashes.'SHA-1' = 'ab' AND x509-certificate:hashes.'SHA-256' = 'cd']",
    ],
    [{ kind: 'certificate', serial: '1' }, null],
  ] as const)('%j', (what, pattern) => {
    expect(stixPattern(what)).toBe(pattern);
  });

  it('gives the text back when unescaped', () => {
    fc.assert(
      fc.property(hostileText, (value) => {
        const inside = /^\[url:value = '([\s\S]*)'\]$/.exec(stixPattern({ kind: 'url', value }) ?? '')?.[1];
        expect(inside?.replace(/\\([\\'])/g, '$1')).toBe(value);
        expect(inside?.replace(/\\[\\']/g, '')).not.toMatch(/['\\]/);
      }),
    );
  });
});

describe('observableOf', () => {
  it.each([
    ['192.0.2.7/24', { kind: 'ipv4', value: '192.0.2.0/24' }],
    ['2001:DB8:0::1', { kind: 'ipv6', value: '2001:db8::1' }],
    ['https://a.example/x', { kind: 'url', value: 'https://a.example/x' }],
    ['localhost', null],
    ['a b', null],
  ])('%s', (text, what) => {
    expect(observableOf(text)).toEqual(what);
  });
});
