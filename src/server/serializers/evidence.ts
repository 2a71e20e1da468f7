import type {
  CoveringSource,
  CurrentFinding,
  EvidenceFact,
  Listing as ListingRecord,
} from '#contract/generated/types.gen.ts';
import { formatAsn } from '#model/asn.ts';
import { dateToIsoDate, firstOfLastDays } from '#model/dates.ts';
import { factKinds, type CoverageKind, type FactKind, type FactSubjectType } from '#model/fact-kind.ts';
import type { Coverage } from '#server/queries/coverage.ts';
import type { CurrentFinding as FoundNow } from '#server/queries/current-findings.ts';
import { addressOfKey } from '#server/queries/address-key.ts';
import type { Evidence, Listing } from '#server/queries/evidence.ts';
import type { FactRow } from '#server/queries/fact-rows.ts';

/** The extension fields of a record. */
export interface EvidenceFields {
  readonly listings: ListingRecord[];
  readonly listings_total: number;
  readonly facts: EvidenceFact[];
  readonly not_tracked: CoverageKind[];
  readonly current_lists?: readonly CoveringSource[];
  readonly findings?: CurrentFinding[];
}

/** The subject of a record. */
export type RecordKind = 'address' | 'domain' | 'asn' | 'subnet' | 'nameServer';

/** The fact kinds of each kind of record, in display order. */
const statedKinds: Readonly<Record<RecordKind, readonly CoverageKind[]>> = {
  address: ['listings', ...about('ip', 'range'), 'origin_as', 'country', 'as_allocation', 'subnet_allocation'],
  // a domain is also judged by its name servers
  domain: ['listings', ...about('domain', 'name_server')],
  asn: ['listings', ...about('asn'), 'origin_as', 'as_allocation'],
  subnet: ['listings', ...about('range'), 'origin_as', 'subnet_allocation'],
  nameServer: ['listings', ...about('name_server')],
};

function about(...types: readonly FactSubjectType[]): FactKind[] {
  const kinds = Object.keys(factKinds) as FactKind[];
  return kinds.filter((kind) => factKinds[kind].subjects.some((type) => types.includes(type)));
}

/** Listings and facts about the subject of a record, and the kinds that no source covers. */
export function evidenceFields(evidence: Evidence, kind: RecordKind, coverage: Coverage, now: Date): EvidenceFields {
  const days = { today: dateToIsoDate(now), yesterday: dateToIsoDate(firstOfLastDays(1, now)) };
  return {
    listings: evidence.listings.map((row) => listing(row, coverage, days)),
    listings_total: evidence.listingsTotal,
    facts: evidence.facts.slice(0, factLimit).map((row) => fact(row, coverage)),
    not_tracked: statedKinds[kind].filter((each) => !coverage.isTracked(each)),
  };
}

/** Maximum number of findings in a record. */
const findingLimit = 100;

/** What detectors find now, as a record says it: nothing without any. */
export function findingFields(found: readonly FoundNow[]): Pick<EvidenceFields, 'findings'> {
  return found.length === 0
    ? {}
    : {
        findings: found
          .slice(0, findingLimit)
          .map(({ detector, title, subject, appeared, summary }) => ({ detector, title, subject, appeared, summary })),
      };
}

/**
 * Adds evidence to a record. A "not found" record stays unchanged unless there is evidence: a list may include a subject
 * that was never observed.
 */
export function withEvidence<Subject extends object>(record: Subject, fields: EvidenceFields | undefined): Subject {
  if (!fields) return record;
  const isUnknown = 'error' in record && fields.listings.length === 0 && fields.facts.length === 0 && !fields.findings;
  return isUnknown ? record : { ...record, ...fields };
}

interface Days {
  readonly today: string;
  readonly yesterday: string;
}

function listing(row: Listing, coverage: Coverage, { today, yesterday }: Days): ListingRecord {
  return {
    source: row.source,
    title: coverage.titleOf(row.source),
    category: row.category,
    subject: row.subject,
    first_listed: row.first,
    last_listed: row.last,
    expires: row.expires,
    // lists are read once a day at different hours; a withdrawn listing ended when it was last seen
    is_open: row.last >= yesterday && row.expires >= today,
    known_benign: row.isBenign,
    on_shared_host: row.isUrlOnSharedHost,
    tags: [...row.tags],
    reference: row.reference,
    confidence: row.confidence,
  };
}

/** Maximum number of facts in a record. */
const factLimit = 100;

/** The stored value of an open end. */
const openEnd = '2299-12-31';

function fact(row: FactRow, coverage: Coverage): EvidenceFact {
  return {
    kind: row.kind,
    source: row.source,
    title: coverage.titleOf(row.source),
    subject: subjectOf(row),
    value: row.value,
    tags: [...row.tags],
    from: row.from,
    until: row.to === openEnd ? null : row.to,
    as_of: coverage.asOf(row.source),
  };
}

function subjectOf({ subjectType, subject }: FactRow): string {
  if (subjectType === 'ip') return addressOfKey(subject);
  return subjectType === 'asn' ? formatAsn(Number(subject)) : subject;
}
