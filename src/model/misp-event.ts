import {
  DEFAULT_SHARING,
  indicatorListings,
  isSample,
  joinSpans,
  ownListingWords,
  sampleNotice,
  type Dossier,
  type Fact,
  type Observable,
  type Sharing,
  type Span,
} from './fact.ts';
import { namedId } from './named-id.ts';

/** A value of an object: its member of the template, and its MISP type. */
interface MispValue {
  readonly relation: string;
  readonly type: string;
  readonly value: string;
}

interface MispTemplate {
  readonly name: string;
  readonly uuid: string;
  readonly version: string;
  readonly description: string;
  /** Types of the members that Sightline fills; MISP refuses any other type for them. */
  readonly types: Readonly<Record<string, string>>;
}

/** The object templates of MISP that facts are written as, by their published uuid and version. */
const MISP_TEMPLATES = {
  passiveDns: {
    name: 'passive-dns',
    uuid: 'b77b7b1c-66ab-4a41-8da4-83810f6d2d6c',
    version: '5',
    description: 'Passive DNS records as expressed in draft-dulaunoy-dnsop-passive-dns-cof-07.',
    types: {
      rrname: 'text',
      rrtype: 'text',
      rdata: 'text',
      count: 'counter',
      time_first: 'datetime',
      time_last: 'datetime',
    },
  },
  domainIp: {
    name: 'domain-ip',
    uuid: '43b3b146-77eb-4931-b4cc-b66c60f28734',
    version: '11',
    description: 'A domain/hostname and IP address seen as a tuple in a specific time frame.',
    types: { domain: 'domain', ip: 'ip-dst', 'first-seen': 'datetime', 'last-seen': 'datetime' },
  },
  asn: {
    name: 'asn',
    uuid: '4ec55cc6-9e49-4c64-b794-03c25c1a6587',
    version: '6',
    description: 'Autonomous system object describing an autonomous system.',
    types: { asn: 'AS', name: 'text', 'subnet-announced': 'ip-src', 'first-seen': 'datetime', 'last-seen': 'datetime' },
  },
  x509: {
    name: 'x509',
    uuid: 'd1ab756a-26b5-4349-9f43-765630f0911c',
    version: '13',
    description: 'x509 object describing a X.509 certificate',
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
} as const satisfies Readonly<Record<string, MispTemplate>>;

type MispTemplateName = keyof typeof MISP_TEMPLATES;

/** The values of an object, without those that are absent; several values of one member are several attributes. */
function mispValues(
  template: MispTemplateName,
  members: Readonly<Record<string, string | number | readonly string[] | undefined>>,
): readonly MispValue[] {
  const types: Readonly<Record<string, string>> = MISP_TEMPLATES[template].types;
  return Object.entries(members).flatMap(([relation, value]) =>
    [value ?? []].flat().flatMap((one) => {
      const type = types[relation];
      return type && one !== '' ? [{ relation, type, value: String(one) }] : [];
    }),
  );
}

const networkTypes = new Set(['ip-dst', 'ip-src', 'domain', 'hostname', 'url', 'AS']);

/** The category that MISP gives a type by default. */
function mispCategory(type: string): string {
  return networkTypes.has(type) || type.startsWith('x509-fingerprint') ? 'Network activity' : 'Other';
}

interface MispTag {
  readonly name: string;
}

interface MispAttribute {
  readonly uuid: string;
  readonly object_relation?: string;
  readonly type: string;
  readonly category: string;
  readonly value: string;
  readonly to_ids: boolean;
  readonly comment: string;
  /** 5: that of the event. */
  readonly distribution: '5';
  readonly timestamp: string;
  readonly first_seen?: string;
  readonly last_seen?: string;
  readonly Tag?: readonly MispTag[];
}

interface MispObject {
  readonly uuid: string;
  readonly name: string;
  readonly 'meta-category': 'network';
  readonly description: string;
  readonly template_uuid: string;
  readonly template_version: string;
  readonly distribution: '5';
  readonly timestamp: string;
  readonly comment: string;
  readonly first_seen?: string;
  readonly last_seen?: string;
  readonly Attribute: readonly MispAttribute[];
}

export interface MispEvent {
  readonly Event: {
    readonly uuid: string;
    readonly info: string;
    readonly date: string;
    readonly timestamp: string;
    readonly publish_timestamp: '0';
    readonly published: false;
    /** 0: your organization only; the importer decides on further distribution. */
    readonly distribution: '0';
    /** 4: undefined. */
    readonly threat_level_id: '4';
    /** 2: complete. */
    readonly analysis: '2';
    readonly Orgc: { readonly uuid: string; readonly name: string };
    readonly Tag: readonly MispTag[];
    readonly Attribute: readonly MispAttribute[];
    readonly Object: readonly MispObject[];
  };
}

/** On the event and on each attribute of the sample collection. */
const SAMPLE_TAG: MispTag = { name: 'sightline:data="sample"' };

/** An attribute or object of the event before it has its id. */
type Draft =
  | {
      readonly attribute: { readonly type: string; readonly value: string };
      readonly comment: string;
      readonly isRisky: boolean;
      readonly isSample: boolean;
      readonly span?: Span | undefined;
    }
  | {
      readonly object: MispTemplateName;
      readonly values: readonly MispValue[];
      readonly comment: string;
      readonly span?: Span | undefined;
    };

/**
 * The facts as a MISP event: passive-dns, domain-ip, asn and x509 objects, and attributes for single values. Only
 * observables with a score of the chosen band or above that a list names are marked for detection. `info` names what was left out. The same
 * facts on the same day give the same uuids; the ids of members depend on that of the event, because MISP keeps every uuid
 * once.
 */
export function mispEvent({ title, facts, truncation, day, sharing = DEFAULT_SHARING }: Dossier): MispEvent {
  const drafts = mergedDrafts(facts, sharing);
  const sample = sampleNotice(facts);
  const remarks = [truncation, sample].filter(Boolean).join(' ');
  const info = remarks ? `${title} (${remarks})` : title;
  const timestamp = String(day);
  const uuid = namedId({ misp: 'event', info, day, drafts });
  const idOf = (draft: Draft, part: string | number) => namedId({ event: uuid, draft, part });
  return {
    Event: {
      uuid,
      info,
      date: new Date(day * 1000).toISOString().slice(0, 10),
      timestamp,
      publish_timestamp: '0',
      published: false,
      distribution: '0',
      threat_level_id: '4',
      analysis: '2',
      Orgc: { uuid: namedId({ misp: 'organization', name: 'Sightline' }), name: 'Sightline' },
      Tag: [{ name: `tlp:${sharing.tlp}` }, ...(sample === null ? [] : [SAMPLE_TAG])],
      Attribute: drafts.flatMap((draft) =>
        'attribute' in draft
          ? [
              {
                ...attribute(draft.attribute, { uuid: idOf(draft, 'attribute'), timestamp, isRisky: draft.isRisky }),
                comment: draft.comment,
                ...seenTimes(draft.span),
                ...(draft.isSample && { Tag: [SAMPLE_TAG] }),
              },
            ]
          : [],
      ),
      Object: drafts.flatMap((draft) => {
        if (!('object' in draft)) return [];
        const { name, uuid: template_uuid, version, description } = MISP_TEMPLATES[draft.object];
        return [
          {
            uuid: idOf(draft, 'object'),
            name,
            'meta-category': 'network' as const,
            description,
            template_uuid,
            template_version: version,
            distribution: '5' as const,
            timestamp,
            comment: draft.comment,
            ...seenTimes(draft.span),
            Attribute: draft.values.map((value, index) => ({
              ...attribute(value, { uuid: idOf(draft, index), timestamp, isRisky: false }),
              object_relation: value.relation,
            })),
          },
        ];
      }),
    },
  };
}

function attribute(
  { type, value }: { readonly type: string; readonly value: string },
  { uuid, timestamp, isRisky }: { readonly uuid: string; readonly timestamp: string; readonly isRisky: boolean },
): MispAttribute {
  const category = mispCategory(type);
  return { uuid, type, category, value, to_ids: isRisky, comment: '', distribution: '5', timestamp };
}

function mispTime(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString().replace('.000Z', '+00:00');
}

function seenTimes(span: Span | undefined): { first_seen?: string; last_seen?: string } {
  return span ? { first_seen: mispTime(span.first), last_seen: mispTime(span.last) } : {};
}

/** Merges the drafts of equal facts: their times are joined, and the members of one AS combined. */
function mergedDrafts(facts: readonly Fact[], { from }: Sharing): readonly Draft[] {
  const byKey = new Map<string, Draft>();
  for (const draft of facts.flatMap((fact) => factDrafts(fact, from))) {
    const key = draftKey(draft);
    const other = byKey.get(key);
    byKey.set(key, other ? mergedDraft(other, draft) : draft);
  }
  return [...byKey.values()].map(withTimes);
}

/** An AS is one object, regardless of its announcements. */
function draftKey(draft: Draft): string {
  if ('attribute' in draft) return JSON.stringify([draft.attribute.type, draft.attribute.value]);
  const naming = draft.object === 'asn' ? draft.values.slice(0, 1) : draft.values;
  return JSON.stringify([draft.object, naming.filter(({ relation }) => relation !== 'count')]);
}

function mergedDraft(a: Draft, b: Draft): Draft {
  const span = joinSpans(a.span, b.span);
  const comment = [...new Set([a.comment, b.comment])].filter(Boolean).join('; ');
  if ('attribute' in a) return { ...a, comment, span, isRisky: a.isRisky || ('isRisky' in b && b.isRisky) };
  const more = 'values' in b ? b.values.filter((value) => !a.values.some((own) => isSameValue(own, value))) : [];
  const values = a.object === 'asn' ? [...a.values, ...more.filter(({ relation }) => relation !== 'name')] : a.values;
  return { ...a, comment, span, values };
}

function isSameValue(a: MispValue, b: MispValue): boolean {
  return a.relation === b.relation && a.value === b.value;
}

const timeMembers = {
  passiveDns: ['time_first', 'time_last'],
  domainIp: ['first-seen', 'last-seen'],
  asn: ['first-seen', 'last-seen'],
} as const;

/** Times are separate members if the template has them. */
function withTimes(draft: Draft): Draft {
  if ('attribute' in draft || draft.object === 'x509' || !draft.span) return draft;
  const [first, last] = timeMembers[draft.object];
  const times = mispValues(draft.object, { [first]: mispTime(draft.span.first), [last]: mispTime(draft.span.last) });
  return { ...draft, values: [...draft.values, ...times] };
}

function object(
  template: MispTemplateName,
  members: Parameters<typeof mispValues>[1],
  span: Span | undefined,
  comment = '',
): Draft {
  return { object: template, values: mispValues(template, members), span, comment };
}

function factDrafts(fact: Fact, from: Sharing['from']): readonly Draft[] {
  switch (fact.is) {
    case 'seen':
      return [thingDraft(fact.what, fact.span, riskComment(fact), indicatorListings(fact, from).length > 0)];
    case 'judged':
      return [thingDraft(fact.what, fact.span, fact.sentences.join('; '), false)];
    case 'record': {
      const { rrtype, rrname, rdata, count, span, name, target } = fact;
      // the template demands all three
      const isUseful = (name ?? target) !== null && rdata !== '' && rrtype !== '' && rrname !== '';
      return isUseful ? [object('passiveDns', { rrtype, rrname, rdata, count }, span)] : [];
    }
    case 'resolves':
      return [object('domainIp', { domain: textOf(fact.name), ip: textOf(fact.address) }, fact.span)];
    case 'announced': {
      const address = textOf(fact.address);
      if (address.includes('/')) return [asnDraft(fact.by, fact.span, '', address)];
      return [
        thingDraft(fact.address, fact.span, `announced by AS${fact.by.number}`, false),
        asnDraft(fact.by, undefined),
      ];
    }
  }
}

function riskComment({ score, reason, listings = [], statements = [] }: Extract<Fact, { is: 'seen' }>): string {
  // a subject without a score may have a state all the same: sinkholed, parked
  const risk =
    score === undefined ? reason : `Risk score ${score} of 100${reason ? `, deciding factor: ${reason}` : ''}`;
  const said = statements.map(({ text, reference }) => (reference ? `${text}, ${reference}` : text));
  const named = listings.filter(({ list }) => !said.some((text) => text.startsWith(`Listed by ${list}:`)));
  return [risk, ...named.map(ownListingWords), ...said].filter(Boolean).join('; ');
}

function textOf(what: Observable): string {
  return 'value' in what ? what.value : '';
}

const attributeTypes = { ipv4: 'ip-dst', ipv6: 'ip-dst', domain: 'domain', url: 'url' } as const;

function thingDraft(what: Observable, span: Span | undefined, comment: string, isRisky: boolean): Draft {
  if (what.kind === 'asn') return asnDraft(what, span, comment);
  if (what.kind !== 'certificate')
    return {
      attribute: { type: attributeTypes[what.kind], value: what.value },
      span,
      comment,
      isRisky,
      isSample: isSample(what),
    };
  const { md5, sha1, sha256, serial, issuer, subject, notBefore, notAfter, names } = what;
  const prints = { 'x509-fingerprint-md5': md5, 'x509-fingerprint-sha1': sha1, 'x509-fingerprint-sha256': sha256 };
  const validity = {
    'validity-not-before': notBefore === undefined ? undefined : mispTime(notBefore),
    'validity-not-after': notAfter === undefined ? undefined : mispTime(notAfter),
  };
  return object(
    'x509',
    { ...prints, 'serial-number': serial, issuer, subject, ...validity, dns_names: names },
    span,
    comment,
  );
}

function asnDraft(
  { number, name }: Extract<Observable, { kind: 'asn' }>,
  span: Span | undefined,
  comment = '',
  subnet?: string,
): Draft {
  return object('asn', { asn: number, name, 'subnet-announced': subnet }, span, comment);
}
