import { parseAsn } from '#model/asn.ts';
import {
  observableOf,
  spanOf,
  type AutonomousSystem,
  type Certificate,
  type Fact,
  type Observable,
  type OwnListing,
  type Statement,
} from '#model/fact.ts';
import { epochSeconds } from '#model/dates.ts';
import { dnsOwner } from '#model/ip-address.ts';
import { categoryLabel } from '#model/listed-by.ts';
import { factorLabel } from '#model/score-factors.ts';
import { answerIndicator, queryIndicator, type Indicator } from '#model/indicator-of.ts';
import type { EvidenceFields } from '#model/verdict-records.ts';

/*
 * What rows of the interface say about indicators, for the exports to STIX and MISP. A table names the one that fits its rows
 * (`factsOf` of its export target); a row that names nothing to look for gives no fact.
 */

type WireTime = string | number | null | undefined;

/** When and how often a row was seen, in the fields of the interface, and what its subject is judged to be. */
interface Sighting {
  readonly first?: WireTime;
  readonly last?: WireTime;
  readonly count?: number | undefined;
  readonly score?: number | null | undefined;
  /** The field of the deciding factor, or words. */
  readonly reason?: string | undefined;
  readonly listings?: readonly OwnListing[] | undefined;
  readonly statements?: readonly Statement[] | undefined;
}

function timeOf(time: WireTime): number | null {
  return time === null || time === undefined || time === '' ? null : epochSeconds(time);
}

function sightingOf({ first, last, count, score, reason, listings, statements }: Sighting) {
  return {
    span: spanOf(timeOf(first), timeOf(last)),
    ...(count !== undefined && { count }),
    ...(typeof score === 'number' && { score }),
    ...(reason && { reason: factorLabel(reason) }),
    ...(listings && listings.length > 0 && { listings }),
    ...(statements && statements.length > 0 && { statements }),
  };
}

function systemOf(asn: unknown, name?: string): AutonomousSystem | null {
  const number = typeof asn === 'number' || typeof asn === 'string' ? parseAsn(String(asn)) : null;
  return number === null || number === 0 ? null : { kind: 'asn', number, ...(name && { name }) };
}

/** An address, network, name or URL was there. */
export function seenFacts(value: unknown, sighting: Sighting = {}): readonly Fact[] {
  const what = typeof value === 'string' ? observableOf(value) : null;
  return what ? [{ is: 'seen', what, ...sightingOf(sighting) }] : [];
}

/** An autonomous system. 0 is none. */
export function asnFacts(asn: unknown, name: string | undefined, sighting: Sighting = {}): readonly Fact[] {
  const what = systemOf(asn, name);
  return what ? [{ is: 'seen', what, ...sightingOf(sighting) }] : [];
}

/** A subject, by its kind. */
export function factsAbout({ kind, value }: Indicator, sighting: Sighting = {}): readonly Fact[] {
  return kind === 'asn' ? asnFacts(value, undefined, sighting) : seenFacts(value, sighting);
}

/** An AS announced an address or network; without an AS the address was seen all the same. */
export function announcedFacts(
  { address, asn, asname }: { readonly address: unknown; readonly asn: unknown; readonly asname?: string | undefined },
  sighting: Sighting = {},
): readonly Fact[] {
  const what = typeof address === 'string' ? observableOf(address) : null;
  const by = systemOf(asn, asname);
  if (!what || !by) return seenFacts(address, sighting);
  return [{ is: 'announced', address: what, by, ...sightingOf(sighting) }];
}

/** A name pointed to an address. */
export function resolvesFacts(name: string, address: string, sighting: Sighting): readonly Fact[] {
  const [source, target] = [observableOf(name), observableOf(address)];
  return source && target ? [{ is: 'resolves', name: source, address: target, ...sightingOf(sighting) }] : [];
}

interface WireRecord {
  readonly query?: string;
  readonly type?: string;
  readonly answer?: string;
  readonly first_seen?: WireTime;
  readonly last_seen?: WireTime;
  readonly count?: number | undefined;
}

/** A passive DNS record (E1 to E4). */
export function recordFacts(record: WireRecord): readonly Fact[] {
  const { query = '', type = '', answer = '', first_seen: first, last_seen: last, count } = record;
  const name = nameable(queryIndicator(type, query));
  const target = nameable(answerIndicator(type, answer));
  if (!name && !target) return [];
  return [
    { is: 'record', ...dnsOwner(type, query), rdata: answer, name, target, ...sightingOf({ first, last, count }) },
  ];
}

function nameable(indicator: Indicator | null): Observable | null {
  return indicator && indicator.kind !== 'wildcard' ? observableOf(indicator.value) : null;
}

interface WireCertificate {
  readonly fingerprint_md5?: string | undefined;
  readonly fingerprint_sha1?: string | undefined;
  readonly fingerprint_sha256?: string | undefined;
  readonly serial_hex?: string | undefined;
  readonly issuer?: string | undefined;
  readonly issuer_common_name?: string | undefined;
  readonly subject?: string | undefined;
  readonly not_before?: WireTime;
  readonly not_after?: WireTime;
  readonly domains?: readonly string[] | undefined;
}

/** A certificate (C12, A3, scan data), by at least one fingerprint. */
export function certificateFacts(row: WireCertificate, sighting: Sighting = {}): readonly Fact[] {
  const [md5, sha1, sha256] = [print(row.fingerprint_md5), print(row.fingerprint_sha1), print(row.fingerprint_sha256)];
  if (!md5 && !sha1 && !sha256) return [];
  const what: Certificate = {
    kind: 'certificate',
    md5,
    sha1,
    sha256,
    serial: row.serial_hex,
    issuer: row.issuer ?? row.issuer_common_name,
    subject: row.subject,
    notBefore: timeOf(row.not_before) ?? undefined,
    notAfter: timeOf(row.not_after) ?? undefined,
    names: row.domains,
  };
  return [{ is: 'seen', what, ...sightingOf(sighting) }];
}

/** Lower-case hex without colons; undefined for anything else. */
function print(fingerprint: string | undefined): string | undefined {
  const hex = fingerprint?.replaceAll(':', '').toLowerCase() ?? '';
  return /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/.test(hex) ? hex : undefined;
}

/** One entry of a list, as records of the interface hold it. Days are 'yyyy-mm-dd'. */
export type WireListing = NonNullable<EvidenceFields['listings']>[number];

/** One entry of a list: what it names, who lists it, and from when to when. */
export function listedFacts(listing: WireListing): readonly Fact[] {
  const { subject = '', first_listed: first, last_listed: last } = listing;
  const sighting = { first, last, statements: [listingStatement(listing, subject)] };
  return /^AS\d+$/.test(subject) ? asnFacts(subject, undefined, sighting) : seenFacts(subject, sighting);
}

/**
 * The listings that are evidence against the value itself: current, not known benign, and naming the value or a domain that it belongs
 * to. Not the listing of its network, of a host below it, or of a URL on it. @param today 'yyyy-mm-dd'
 */
export function ownListings(listings: readonly WireListing[], value: string, today: string): readonly OwnListing[] {
  return listings.flatMap((listing) => {
    const { title, source, category = '', subject = '', first_listed, expires = '', is_open, known_benign } = listing;
    const since = timeOf(first_listed);
    const isOwn = subject !== '' && (subject === value || value.endsWith(`.${subject}`));
    const isCurrent = is_open === true || expires >= today;
    if (!isOwn || !isCurrent || known_benign || since === null) return [];
    return [{ list: title || source || 'an unnamed list', category, since, reference: webReference(listing) }];
  });
}

function webReference({ reference = '' }: WireListing): string | undefined {
  return /^https?:\/\//i.test(reference) && URL.canParse(reference) ? reference : undefined;
}

/** "Listed by URLhaus: malware, 2026-01-01 to 2026-01-31, Emotet" @param about the thing it is said of */
export function listingStatement(listing: WireListing, about: string): Statement {
  const {
    title,
    source,
    category = '',
    subject,
    first_listed,
    last_listed,
    known_benign,
    on_shared_host,
    tags = [],
  } = listing;
  const reference = webReference(listing);
  const list = title || source || 'an unnamed list';
  const span = [first_listed, last_listed].filter(Boolean).join(' to ');
  const named = subject === about ? '' : subject;
  const marks = [known_benign ? 'not counted' : '', on_shared_host ? 'a URL on a shared host' : ''];
  const details = [named, categoryLabel(category), span, ...tags, ...marks].filter(Boolean);
  return { source: list, text: `Listed by ${list}: ${details.join(', ')}`, ...(reference && { reference }) };
}
