import {
  DEFAULT_SHARING,
  type Dossier,
  type Fact,
  indicatorListings,
  isSample,
  sampleNotice,
  type Sharing,
  type Observable,
  type OwnListing,
  ownListingWords,
  type Pivot,
  type Remark,
  type Span,
  type Statement,
} from './fact.ts';
import { namedId } from './named-id.ts';
import { scoreBand } from './score-band.ts';
import {
  created,
  CREATOR,
  RECORD_EXTENSION,
  type StixObject,
  stixObservable,
  stixTime,
  tlpMarking,
} from './stix-object.ts';
import type { Tlp } from './tlp.ts';

export interface StixBundle {
  readonly type: 'bundle';
  readonly id: string;
  readonly objects: readonly StixObject[];
}

/** The largest number_observed (STIX 2.1, 4.14). */
const mostObserved = 999_999_999;

/**
 * The facts as a STIX 2.1 bundle: observables, observed-data with times and counts, `resolves-to` and `belongs-to`, an
 * indicator for observables with a score of the chosen band or above that a list names, `related-to` for pivots, notes, and a grouping that
 * says what this is and what is left out; all under one TLP marking. The same facts on the same day give the same ids.
 */
export function stixBundle(dossier: Dossier): StixBundle {
  const { title, facts, truncation, day, sharing = DEFAULT_SHARING, pivots = [], remarks = [] } = dossier;
  const content = joined([
    ...facts.flatMap((fact) => factObjects(fact, { day, ...sharing })),
    ...pivots.flatMap(pivotObjects),
    ...remarks.flatMap(remarkObjects),
  ]);
  const isExtended = content.some(({ extensions }) => extensions !== undefined);
  const objects = [CREATOR, ...(isExtended ? [RECORD_EXTENSION] : []), ...content];
  const refs = (content.length > 0 ? content : [CREATOR]).map(({ id }) => id);
  const grouping = created(
    'grouping',
    { title, truncation, day, refs },
    { created: day, modified: day },
    {
      name: title,
      description: [truncation ?? 'Nothing is left out.', sampleNotice(facts)].filter(Boolean).join(' '),
      context: 'unspecified',
      object_refs: refs,
    },
  );
  const all = marked([...objects, grouping], sharing.tlp);
  return {
    type: 'bundle',
    id: `bundle--${namedId({ bundle: all.map(({ id, modified }) => [id, modified]) })}`,
    objects: all,
  };
}

/**
 * All evidence under the marking. What Sightline creates has another id under another level: two objects of one id and
 * version must not differ (STIX 2.1, 3.6).
 */
function marked(objects: readonly StixObject[], tlp: Tlp): readonly StixObject[] {
  const marking = tlpMarking(tlp);
  const isOpen = ({ id }: StixObject) => id === CREATOR.id || id === RECORD_EXTENSION.id;
  const ids = new Map(
    objects
      .filter((object) => !isOpen(object) && object['created_by_ref'] !== undefined)
      .map(({ type, id }) => [id, `${type}--${namedId({ id, tlp })}`]),
  );
  const current = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(current) : typeof value === 'string' ? (ids.get(value) ?? value) : value;
  return [
    marking,
    ...objects.map((object) => {
      if (isOpen(object)) return object;
      const refs = Object.entries(object).map(([name, value]) => [
        name,
        /^id$|_refs?$/.test(name) ? current(value) : value,
      ]);
      return { ...(Object.fromEntries(refs) as StixObject), object_marking_refs: [marking.id] };
    }),
  ];
}

/** One object per id: an observable with all that is known of it, anything else in its latest version. */
function joined(objects: readonly StixObject[]): readonly StixObject[] {
  const byId = new Map<string, StixObject>();
  for (const object of objects) {
    const other = byId.get(object.id);
    const isOlder = String(object['modified'] ?? '') < String(other?.['modified'] ?? '');
    const labels = [...new Set([other, object].flatMap((each) => (each?.['labels'] as string[] | undefined) ?? []))];
    byId.set(object.id, { ...(isOlder ? { ...object, ...other } : { ...other, ...object }), ...labelled(labels) });
  }
  return [...byId.values()];
}

interface Making extends Pick<Sharing, 'from'> {
  readonly day: number;
}

function factObjects(fact: Fact, { day, from }: Making): readonly StixObject[] {
  const span = fact.span ?? { first: day, last: day };
  switch (fact.is) {
    case 'seen':
      return seenObjects(fact, span, { day, from });
    case 'judged': {
      const what = stixObservable(fact.what);
      return [what, ...fact.sentences.map((text) => statementNote({ source: 'Team', text }, what.id, span))];
    }
    case 'record':
      return recordObjects(fact, span);
    case 'resolves':
      return linkObjects(fact.name, 'resolves-to', fact.address, span, fact.count);
    case 'announced':
      return linkObjects(fact.address, 'belongs-to', fact.by, span, fact.count);
  }
}

function seenObjects(fact: Extract<Fact, { is: 'seen' }>, span: Span, { day, from }: Making): readonly StixObject[] {
  const what = stixObservable(fact.what);
  // an observable has no labels (STIX 2.1, 3.2): they are on the objects about it
  const labels = labelled([...(fact.labels ?? []), ...(isSample(fact.what) ? [SAMPLE_LABEL] : [])]);
  const observed = observedData([what.id], span, fact.count, {}, labels);
  const notes = (fact.statements ?? []).map((statement) => statementNote(statement, what.id, span));
  const warning = indicator({ ...fact, ...labels }, what.id, { day, from });
  if (!warning) return [what, observed, ...notes];
  return [
    what,
    observed,
    ...notes,
    warning,
    relationship(warning.id, 'based-on', observed.id, { first: day, last: day }),
  ];
}

/** On objects about the sample collection. */
const SAMPLE_LABEL = 'sample-data';

/** The statement of a source about an observable, with its reference. */
function statementNote({ source, text, reference }: Statement, ref: string, { first, last }: Span): StixObject {
  return created(
    'note',
    { ref, source, text, reference },
    { created: first, modified: last },
    {
      content: text,
      object_refs: [ref],
      ...(reference && { external_references: [{ source_name: source, url: reference }] }),
    },
  );
}

function recordObjects(fact: Extract<Fact, { is: 'record' }>, span: Span): readonly StixObject[] {
  const { rrname, rrtype, rdata, name, target } = fact;
  const things = [name, target].filter((thing) => thing !== null).map(stixObservable);
  if (things.length === 0) return [];
  const record = { rrname, rrtype, rdata };
  const extensions = { [RECORD_EXTENSION.id]: { extension_type: 'property-extension', ...record } };
  const refs = things.map(({ id }) => id);
  const observed = observedData(refs, span, fact.count, { record }, { extensions });
  const [source, goal] = things;
  const isPointer = ['A', 'AAAA', 'CNAME', 'DNAME'].includes(rrtype) && source && goal && source.id !== goal.id;
  return [...things, observed, ...(isPointer ? [relationship(source.id, 'resolves-to', goal.id, span)] : [])];
}

function linkObjects(
  from: Observable,
  type: string,
  to: Observable,
  span: Span,
  count: number | undefined,
): readonly StixObject[] {
  const [source, target] = [stixObservable(from), stixObservable(to)];
  const observed = observedData([source.id, target.id], span, count);
  return [source, target, observed, relationship(source.id, type, target.id, span)];
}

function observedData(
  refs: readonly string[],
  { first, last }: Span,
  count = 1,
  content: object = {},
  properties: object = {},
): StixObject {
  return created(
    'observed-data',
    { refs, first, ...content },
    { created: first, modified: last },
    {
      first_observed: stixTime(first),
      last_observed: stixTime(last),
      number_observed: Math.min(Math.max(Math.trunc(count) || 1, 1), mostObserved),
      object_refs: refs,
      ...properties,
    },
  );
}

function pivotObjects({ from, to, how, at }: Pivot): readonly StixObject[] {
  const [source, target] = [stixObservable(from), stixObservable(to)];
  if (source.id === target.id) return [source];
  const span = { first: at, last: at };
  return [source, target, { ...relationship(source.id, 'related-to', target.id, span), description: how }];
}

function remarkObjects({ about, text, labels, at }: Remark): readonly StixObject[] {
  const things = about.map(stixObservable);
  // a note must be about something in the bundle (STIX 2.1, 4.13)
  const refs = [...new Set((things.length > 0 ? things : [CREATOR]).map(({ id }) => id))];
  const note = created(
    'note',
    { text, refs, at },
    { created: at, modified: at },
    { content: text, object_refs: refs, ...labelled(labels) },
  );
  return [...things, note];
}

/** A list must not be empty (STIX 2.1, 2.8). */
function labelled(labels: readonly string[] = []): { readonly labels?: readonly string[] } {
  return labels.length > 0 ? { labels } : {};
}

function relationship(source: string, type: string, target: string, { first, last }: Span): StixObject {
  return created(
    'relationship',
    { source, relationship: type, target, first },
    { created: first, modified: last },
    {
      relationship_type: type,
      source_ref: source,
      target_ref: target,
      start_time: stixTime(first),
      // must be later than the start (STIX 2.1, 5.1)
      ...(last > first && { stop_time: stixTime(last) }),
    },
  );
}

/**
 * Only observables with a risk that a list names become indicators, valid from the first day on a list. They have no `confidence`: a
 * risk score is not the probability that the pattern is right (STIX 2.1, 3.2).
 */
function indicator(fact: Extract<Fact, { is: 'seen' }>, ref: string, { day, from }: Making): StixObject | null {
  const { what, score = 0, reason, labels } = fact;
  const pattern = stixPattern(what);
  const listings = indicatorListings(fact, from);
  const [first] = listings;
  if (!first || pattern === null) return null;
  const risk = `Risk score ${score} of 100${reason ? `, deciding factor: ${reason}` : ''}`;
  return created(
    'indicator',
    { ref, day, score, listings },
    { created: day, modified: day },
    {
      name: `${scoreBand(score)?.word ?? ''} risk: ${'value' in what ? what.value : ref}`,
      description: `${[...listings.map(ownListingWords), risk].join('. ')}.`,
      indicator_types: [listings.some(isMalicious) ? 'malicious-activity' : 'anomalous-activity'],
      pattern,
      pattern_type: 'stix',
      valid_from: stixTime(first.since),
      external_references: listings.map((listing) => ({
        source_name: listing.list,
        description: ownListingWords(listing),
        ...(listing.reference && { url: listing.reference }),
      })),
      ...labelled(labels),
    },
  );
}

function isMalicious({ category }: OwnListing): boolean {
  return category === 'malware' || category === 'c2' || category === 'phishing';
}

/** A text inside a pattern: backslash and quote escaped, in that order (STIX 2.1, 9.2). */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** The pattern that finds an observable again; null for a certificate without a fingerprint. */
export function stixPattern(what: Observable): string | null {
  switch (what.kind) {
    case 'asn':
      return `[autonomous-system:number = ${what.number}]`;
    case 'certificate': {
      const prints = { MD5: what.md5, 'SHA-1': what.sha1, 'SHA-256': what.sha256 };
      const terms = Object.entries(prints).flatMap(([name, hash]) =>
        hash ? [`x509-certificate:hashes.'${name}' = ${quoted(hash)}`] : [],
      );
      return terms.length > 0 ? `[${terms.join(' AND ')}]` : null;
    }
    case 'ipv4':
    case 'ipv6': {
      const operator = what.value.includes('/') ? 'ISSUBSET' : '=';
      return `[${what.kind}-addr:value ${operator} ${quoted(what.value)}]`;
    }
    case 'domain':
      return `[domain-name:value = ${quoted(what.value)}]`;
    case 'url':
      return `[url:value = ${quoted(what.value)}]`;
  }
}
