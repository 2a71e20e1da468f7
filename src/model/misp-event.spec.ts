import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fact } from './fact.ts';
import { mispEvent, type MispEvent } from './misp-event.ts';
import { anyFact, hostileText } from '#test/model/any-fact.ts';
import { dossier, dossierDay as day } from '#test/model/dossiers.ts';

const name = { kind: 'domain', value: 'a.example' } as const;
const address = { kind: 'ipv4', value: '192.0.2.1' } as const;
const span = { first: day - 100, last: day };
const event = (facts: readonly Fact[], truncation: string | null = null) => mispEvent(dossier(facts, truncation)).Event;

/** Put down from the published object templates: uuid, version, what an object must hold, and the type of each member. */
const templates: Readonly<
  Record<string, { uuid: string; version: string; all?: string[]; oneOf?: string[]; once: string[]; types: object }>
> = {
  'passive-dns': {
    uuid: 'b77b7b1c-66ab-4a41-8da4-83810f6d2d6c',
    version: '5',
    all: ['rrtype', 'rrname', 'rdata'],
    once: ['rrtype', 'rrname', 'count', 'time_first', 'time_last'],
    types: {
      rrtype: 'text',
      rrname: 'text',
      rdata: 'text',
      count: 'counter',
      time_first: 'datetime',
      time_last: 'datetime',
    },
  },
  'domain-ip': {
    uuid: '43b3b146-77eb-4931-b4cc-b66c60f28734',
    version: '11',
    oneOf: ['ip', 'domain', 'hostname'],
    once: ['first-seen', 'last-seen'],
    types: { ip: 'ip-dst', domain: 'domain', 'first-seen': 'datetime', 'last-seen': 'datetime' },
  },
  asn: {
    uuid: '4ec55cc6-9e49-4c64-b794-03c25c1a6587',
    version: '6',
    oneOf: ['asn'],
    once: ['asn', 'name', 'first-seen', 'last-seen'],
    types: { asn: 'AS', name: 'text', 'subnet-announced': 'ip-src', 'first-seen': 'datetime', 'last-seen': 'datetime' },
  },
  x509: {
    uuid: 'd1ab756a-26b5-4349-9f43-765630f0911c',
    version: '13',
    oneOf: ['x509-fingerprint-md5', 'x509-fingerprint-sha1', 'x509-fingerprint-sha256', 'serial-number', 'issuer'],
    once: ['x509-fingerprint-sha1', 'serial-number', 'issuer', 'subject'],
    types: {
      'x509-fingerprint-md5': 'x509-fingerprint-md5',
      'x509-fingerprint-sha1': 'x509-fingerprint-sha1',
      'x509-fingerprint-sha256': 'x509-fingerprint-sha256',
      'serial-number': 'text',
      issuer: 'text',
      subject: 'text',
      'validity-not-before': 'datetime',
      'validity-not-after': 'datetime',
      dns_names: 'hostname',
    },
  },
};

/** Types with the categories that MISP allows them in. */
const categories: Readonly<Record<string, string>> = {
  'ip-dst': 'Network activity',
  'ip-src': 'Network activity',
  domain: 'Network activity',
  hostname: 'Network activity',
  url: 'Network activity',
  AS: 'Network activity',
  'x509-fingerprint-md5': 'Network activity',
  'x509-fingerprint-sha1': 'Network activity',
  'x509-fingerprint-sha256': 'Network activity',
  text: 'Other',
  counter: 'Other',
  datetime: 'Other',
};

function faults({ Event }: MispEvent): readonly string[] {
  const uuids = [Event.uuid, ...[...Event.Attribute, ...Event.Object].map(({ uuid }) => uuid)];
  const members = Event.Object.flatMap((object) => object.Attribute);
  const all = [...uuids, ...members.map(({ uuid }) => uuid)];
  return [
    ...all.filter((uuid) => !/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(uuid)),
    ...(new Set(all).size === all.length ? [] : ['a uuid stands twice']),
    ...[...Event.Attribute, ...members]
      .filter(({ type, category, value }) => categories[type] !== category || value === '')
      .map(({ type, category, value }) => `${type} ${category} ${JSON.stringify(value)}`),
    ...Event.Object.flatMap(({ name: template, template_uuid, template_version, Attribute }) => {
      const rule = templates[template];
      const relations = Attribute.map(({ object_relation }) => object_relation ?? '');
      const isSound =
        rule?.uuid === template_uuid &&
        rule.version === template_version &&
        (rule.all ?? []).every((relation) => relations.includes(relation)) &&
        (rule.oneOf ?? ['']).some((relation) => relation === '' || relations.includes(relation)) &&
        rule.once.every((relation) => relations.filter((each) => each === relation).length <= 1) &&
        Attribute.every(
          ({ object_relation, type }) => (rule.types as Record<string, string>)[object_relation ?? ''] === type,
        );
      return isSound ? [] : [`${template}: ${JSON.stringify(Attribute)}`];
    }),
  ];
}

describe('mispEvent', () => {
  it('keeps the templates whatever the facts hold, gives the same uuids again, and survives being written', () => {
    fc.assert(
      fc.property(fc.array(anyFact, { maxLength: 12 }), fc.option(hostileText), (facts, truncation) => {
        const made = mispEvent(dossier(facts, truncation));
        expect(faults(made)).toEqual([]);
        expect(mispEvent(dossier(facts, truncation))).toEqual(made);
        expect(JSON.parse(JSON.stringify(made))).toEqual(made);
      }),
    );
  });

  it('writes a passive DNS row as the object of that name', () => {
    const record: Fact = {
      is: 'record',
      rrname: 'a.example',
      rrtype: 'A',
      rdata: '192.0.2.1',
      name,
      target: address,
      span,
      count: 5,
    };
    const [object] = event([record]).Object;
    expect(object).toMatchObject({ name: 'passive-dns', first_seen: '2026-01-30T23:58:20+00:00' });
    expect(object?.Attribute.map(({ object_relation, value }) => [object_relation, value])).toEqual([
      ['rrtype', 'A'],
      ['rrname', 'a.example'],
      ['rdata', '192.0.2.1'],
      ['count', '5'],
      ['time_first', '2026-01-30T23:58:20+00:00'],
      ['time_last', '2026-01-31T00:00:00+00:00'],
    ]);
    expect(event([{ ...record, rdata: '' }]).Object).toEqual([]);
  });

  it('puts what one AS announces into one object', () => {
    const by = { kind: 'asn', number: 64_500, name: 'EXAMPLE' } as const;
    const announced = (value: string): Fact => ({ is: 'announced', address: { kind: 'ipv4', value }, by, span });
    const made = event([announced('192.0.2.0/24'), announced('198.51.100.0/24'), announced('203.0.113.9')]);
    expect(made.Object.map((object) => object.Attribute.map(({ value }) => value))).toEqual([
      ['64500', 'EXAMPLE', '192.0.2.0/24', '198.51.100.0/24', '2026-01-30T23:58:20+00:00', '2026-01-31T00:00:00+00:00'],
    ]);
    expect(made.Attribute).toMatchObject([{ type: 'ip-dst', value: '203.0.113.9', comment: 'announced by AS64500' }]);
  });

  it('marks for detection only what a list names, and names the list', () => {
    const made = event([
      { is: 'seen', what: name },
      {
        is: 'seen',
        what: address,
        score: 80,
        reason: 'Listings',
        listings: [{ list: 'List A', category: 'c2', since: day }],
      },
      { is: 'seen', what: { kind: 'domain', value: 'b.example' }, score: 98, reason: 'From its name servers' },
      { is: 'resolves', name, address, span },
    ]);
    expect(made.Attribute.map(({ value, to_ids, comment }) => [value, to_ids, comment])).toEqual([
      ['a.example', false, ''],
      ['192.0.2.1', true, 'Risk score 80 of 100, deciding factor: Listings; Listed by List A (c2) since 2026-01-31'],
      ['b.example', false, 'Risk score 98 of 100, deciding factor: From its name servers'],
    ]);
    expect(made.Object).toMatchObject([{ name: 'domain-ip' }]);
  });

  it('says in its title what is left out, and is another event for it', () => {
    const [whole, part] = [
      event([{ is: 'seen', what: name }]),
      event([{ is: 'seen', what: name }], 'Holds 1 row of 2.'),
    ];
    expect(part).toMatchObject({
      info: expect.stringMatching(/^padns-forward: a\.example \(Holds 1 row of 2\. /) as string,
      date: '2026-01-31',
    });
    expect(part.uuid).not.toBe(whole.uuid);
    expect(part.Attribute[0]?.uuid).not.toBe(whole.Attribute[0]?.uuid);
  });
});
