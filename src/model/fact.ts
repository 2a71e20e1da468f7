import { formatCidr, parseCidr } from './cidr.ts';
import { epochSecondsToIsoDate } from './dates.ts';
import { canonicalDomain } from './domain-name.ts';
import { canonicalIp, parseIp } from './ip-address.ts';
import { isReserved } from './reserved-space.ts';
import { SCORE_BANDS, scoreBand, type ScoreBandName } from './score-band.ts';
import type { Tlp } from './tlp.ts';

/** A certificate, as far as it is known. Fingerprints are lower-case hex without colons, times epoch seconds. */
export interface Certificate {
  readonly kind: 'certificate';
  readonly md5?: string | undefined;
  readonly sha1?: string | undefined;
  readonly sha256?: string | undefined;
  readonly serial?: string | undefined;
  readonly issuer?: string | undefined;
  readonly subject?: string | undefined;
  readonly notBefore?: number | undefined;
  readonly notAfter?: number | undefined;
  readonly names?: readonly string[] | undefined;
}

export interface AutonomousSystem {
  readonly kind: 'asn';
  readonly number: number;
  readonly name?: string | undefined;
}

/** An observable that others can look for. An address may be a network, written as CIDR. */
export type Observable =
  | { readonly kind: 'ipv4' | 'ipv6' | 'domain' | 'url'; readonly value: string }
  | AutonomousSystem
  | Certificate;

/** The first and last time something was seen, in epoch seconds. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

interface Sighting {
  readonly span?: Span | undefined;
  /** How often it was seen. */
  readonly count?: number | undefined;
}

/** One statement of a source about an observable. */
export interface Statement {
  /** The title of the source. */
  readonly source: string;
  /** "Listed by URLhaus: malware, 2026-01-01 to 2026-01-31, Emotet" */
  readonly text: string;
  /** Where the source explains it: an http or https URL. */
  readonly reference?: string | undefined;
}

/** A current listing that names the observable itself: not its name servers, its network or a host below it. */
export interface OwnListing {
  /** The title of the list. */
  readonly list: string;
  readonly category: string;
  /** The first day on the list, in epoch seconds. */
  readonly since: number;
  /** Where the list explains it: an http or https URL. */
  readonly reference?: string | undefined;
}

/** Evidence in terms that STIX and MISP share. */
export type Fact =
  /** A sighting; `score` (0 to 100) is its risk, `reason` the deciding factor. */
  | (Sighting & {
      readonly is: 'seen';
      readonly what: Observable;
      readonly score?: number | undefined;
      readonly reason?: string | undefined;
      readonly listings?: readonly OwnListing[] | undefined;
      /** How an analyst marked it: "pinned". STIX only. */
      readonly labels?: readonly string[] | undefined;
      /** Statements of sources: listings, facts, and kinds without coverage. */
      readonly statements?: readonly Statement[] | undefined;
      /** On the never-flag list of the team: neither an indicator nor marked for detection. */
      readonly isNeverFlagged?: boolean | undefined;
    })
  /** What the team says about an observable, in sentences that may hold foreign text. */
  | (Sighting & { readonly is: 'judged'; readonly what: Observable; readonly sentences: readonly string[] })
  /** A passive DNS record; `name` and `target` are null where the record names nothing that could be looked for. */
  | (Sighting & {
      readonly is: 'record';
      readonly rrname: string;
      readonly rrtype: string;
      readonly rdata: string;
      readonly name: Observable | null;
      readonly target: Observable | null;
    })
  /** A name pointed to an address. */
  | (Sighting & { readonly is: 'resolves'; readonly name: Observable; readonly address: Observable })
  /** An AS announced an address or a network. */
  | (Sighting & { readonly is: 'announced'; readonly address: Observable; readonly by: AutonomousSystem });

/** An analyst went from one thing to another. */
export interface Pivot {
  readonly from: Observable;
  readonly to: Observable;
  /** "address it pointed to (A)" */
  readonly how: string;
  /** Epoch seconds. */
  readonly at: number;
}

/** A note or query of an analyst; without a subject when it was not attached to an observable. */
export interface Remark {
  readonly about: readonly Observable[];
  readonly text: string;
  /** How it was marked: "pinned". */
  readonly labels?: readonly string[] | undefined;
  /** Epoch seconds. */
  readonly at: number;
}

/** The facts of some rows or answers, with their context. */
export interface Dossier {
  /** "padns-forward: a.example" */
  readonly title: string;
  readonly facts: readonly Fact[];
  /** A note about omitted rows; null without any. */
  readonly truncation: string | null;
  /** The start of the UTC day on which it was made, in epoch seconds: the time of facts that have none. */
  readonly day: number;
  /** The sharing options: what becomes an indicator, and the TLP level; {@link DEFAULT_SHARING} by default. */
  readonly sharing?: Sharing;
  /** Of an investigation; STIX only. */
  readonly pivots?: readonly Pivot[];
  readonly remarks?: readonly Remark[];
}

/** The address, network, name or URL that a text is; null for anything else. */
export function observableOf(text: string): Observable | null {
  const cidr = parseCidr(text);
  const address = cidr?.network ?? parseIp(text);
  const value = cidr ? formatCidr(cidr) : canonicalIp(text);
  if (address && value !== null) return { kind: address.version === 4 ? 'ipv4' : 'ipv6', value };
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return { kind: 'url', value: text };
  const name = canonicalDomain(text);
  return name?.includes('.') ? { kind: 'domain', value: name } : null;
}

/** A span of two times in any order, or of one; undefined without any. */
export function spanOf(first: number | null, last: number | null): Span | undefined {
  const times = [first, last].filter((time) => time !== null);
  return times.length > 0 ? { first: Math.min(...times), last: Math.max(...times) } : undefined;
}

/** How facts are handed on. */
export interface Sharing {
  /** The lowest band whose scores make an indicator (STIX) or are marked for detection (MISP). */
  readonly from: ScoreBandName;
  readonly tlp: Tlp;
}

export const DEFAULT_SHARING: Sharing = { from: 'high', tlp: 'amber' };

/** A score of the band or above: what belongs on a watch list. */
export function isRisk(score: number | undefined, from: ScoreBandName = DEFAULT_SHARING.from): score is number {
  const lowest = SCORE_BANDS.find(({ name }) => name === from)?.min ?? 0;
  return score !== undefined && scoreBand(score) !== null && score >= lowest;
}

/**
 * Listings that make an observable an indicator: a score alone may be that of its surroundings. None below the band, or on the never-flag
 * list.
 */
export function indicatorListings(
  {
    score,
    listings = [],
    isNeverFlagged,
  }: Pick<Extract<Fact, { is: 'seen' }>, 'score' | 'listings' | 'isNeverFlagged'>,
  from?: ScoreBandName,
): readonly OwnListing[] {
  return isRisk(score, from) && !isNeverFlagged ? listings.toSorted((a, b) => a.since - b.since) : [];
}

/** "Listed by URLhaus (malware) since 2026-01-01" */
export function ownListingWords({ list, category, since }: OwnListing): string {
  const kind = category === '' ? '' : ` (${category})`;
  return `Listed by ${list}${kind} since ${epochSecondsToIsoDate(since)}`;
}

/** Whether an observable belongs to the sample collection: space reserved for documentation, where nothing is evidence. */
export function isSample(what: Observable): boolean {
  switch (what.kind) {
    case 'asn':
      return isReserved('asn', String(what.number));
    case 'certificate':
      return (
        (what.names ?? []).length > 0 &&
        (what.names ?? []).every((name) => isReserved('domain', name.replace(/^\*\./, '')))
      );
    case 'url':
      return isSampleText(URL.canParse(what.value) ? new URL(what.value).hostname : '');
    default:
      return isSampleText(what.value);
  }
}

function isSampleText(text: string): boolean {
  const kinds = text.includes('/') ? (['subnet'] as const) : (['ipv4', 'ipv6', 'domain'] as const);
  return kinds.some((kind) => isReserved(kind, text));
}

/** What a fact is about. */
export function thingsOf(fact: Fact): readonly Observable[] {
  switch (fact.is) {
    case 'seen':
    case 'judged':
      return [fact.what];
    case 'record':
      return [fact.name, fact.target].filter((thing) => thing !== null);
    case 'resolves':
      return [fact.name, fact.address];
    case 'announced':
      return [fact.address, fact.by];
  }
}

/** The warning for files with facts of the sample collection; null without any. */
export function sampleNotice(facts: readonly Fact[]): string | null {
  const all = facts.flatMap(thingsOf);
  const count = all.filter(isSample).length;
  if (count === 0) return null;
  const share = count === all.length ? 'This' : 'Part of this';
  return `${share} is the fictional sample collection (documentation addresses and names): not evidence about the internet.`;
}

/** Merges two sightings of one thing: the earliest and the latest time. */
export function joinSpans(a: Span | undefined, b: Span | undefined): Span | undefined {
  return a && b ? { first: Math.min(a.first, b.first), last: Math.max(a.last, b.last) } : (a ?? b);
}
