import { v7 } from 'uuid';
import type { VerdictState } from '#model/verdict.ts';
import { formatAsn, parseAsn } from '#model/asn.ts';
import { INDICATOR_KINDS, type IndicatorKind } from '#model/indicator-kind.ts';
import { ownValue } from '#model/own-value.ts';
import { explorerAt } from '#web/url/paths.ts';
import { subjectOfPath, subjectPath } from '#web/url/subject-path.ts';

/** The verdict about a subject as its page showed it. */
export interface SeenVerdict {
  readonly state: VerdictState;
  /** 0 to 100; null for a state without a number. */
  readonly score: number | null;
  /** Field that decided; '' when none did. */
  readonly decider: string;
  /** The name of the provider; absent for a verdict of this service. */
  readonly provider?: string | undefined;
  /** The labels of its tags, the most severe first: "phishing", "fast flux". */
  readonly tags?: readonly string[] | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** One step of an investigation. */
export interface StepNode {
  /** Sorts by creation time. */
  readonly id: string;
  /** The step before; null, or the id of a deleted step, for a root. */
  readonly parent: string | null;
  readonly subject: StepSubject;
  /** How the step was reached: `entry`, `pivot`, `added`, or the id of an expansion. */
  readonly via: string;
  /** The relation to the step above in words, if known: "same JARM", "resolved to, 2026-10-02". */
  readonly why?: string | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Written by the analyst; '' for none. */
  readonly note: string;
  readonly isPinned: boolean;
  readonly verdict: SeenVerdict | null;
}

export type StepNodes = ReadonlyMap<string, StepNode>;

/** An investigation without its nodes. */
export interface InvestigationHead {
  readonly id: string;
  readonly name: string;
  /** The analyst gave no name: the name is the start time. */
  readonly isUnnamed: boolean;
  readonly createdAt: number;
  readonly changedAt: number;
}

/** An id that sorts after earlier ones and is unique across browsers. */
export function newInvestigationId(): string {
  return v7().replaceAll('-', '');
}

export const investigationIdPattern = /^[a-z0-9]{8,40}$/;

/** How a page was opened. */
export interface Arrival {
  /** Of the history entry; React Router calls the first one `default`. */
  readonly key: string;
  /** POP for Back, Forward, reload, and the first page of the tab. */
  readonly action: 'POP' | 'PUSH' | 'REPLACE';
  /** The reason of the link that led here, see pivotReason in app/use-navigation-effects.ts. */
  readonly why?: string | undefined;
}

/** The content of a step: a subject with a page, or a search that was run. */
export type StepSubject =
  | { readonly is: 'subject'; readonly kind: IndicatorKind; readonly value: string }
  | { readonly is: 'search'; readonly path: string; readonly query: Readonly<Record<string, string>> };

/** URL parameters of a search that set the view, not the question. */
const viewKeys: ReadonlySet<string> = new Set(['job', 'asof', 'tab', 'host', 'changes']);
/** Parameters of how much is answered, which a title does not need. */
const amountKeys: ReadonlySet<string> = new Set([
  'limit',
  'skip',
  'sort',
  'max_wait',
  'prefer',
  'with_metadata',
  'timeline',
  'result_mode',
]);
/** Parameters that set how to search, not what for; a form with only these was not run yet. */
const mannerKeys: ReadonlySet<string> = new Set([
  ...amountKeys,
  'mode',
  'what',
  'qtype',
  'match',
  'window',
  'subdomains',
  'netmask',
]);
/** Parameters whose value is clear without the name. */
const plainKeys: ReadonlySet<string> = new Set([
  'mode',
  'what',
  'qtype',
  'qname',
  'qanswer',
  'regex',
  'domain',
  'domain_regex',
  'ipv4',
  'jarm_hash',
  'mmh3',
  'md5',
  'fingerprint_sha1',
  'filename',
  'asname_contains',
  'asname_starts_with',
  'header_search',
  'favicon_mmh3_from_url',
]);
const keyWords: Readonly<Record<string, string>> = {
  from_ns: 'from',
  to_ns: 'to',
  asn_diversity_min: 'ASNs at least',
  ip_diversity_all_min: 'addresses at least',
};

/** The subject or search of a dashboard URL (path and query); null for pages without one. */
export function stepSubjectOf(href: string): StepSubject | null {
  const { pathname, searchParams } = new URL(href, 'http://any.invalid');
  if (explorerAt(pathname) !== undefined) return searchOf(pathname, searchParams);
  const subject = subjectOfPath(pathname);
  return subject && { is: 'subject', kind: subject.kind, value: subject.value };
}

function searchOf(path: string, params: URLSearchParams): StepSubject | null {
  const pairs = [...params].filter(([key, value]) => !key.includes('.') && !viewKeys.has(key) && value !== '');
  const isAsked = pairs.some(([key]) => !mannerKeys.has(key));
  return isAsked ? { is: 'search', path, query: Object.fromEntries(pairs.sort(([a], [b]) => (a < b ? -1 : 1))) } : null;
}

/** The URL of the page. Equal subjects have equal URLs, so subjects are compared by it. */
export function stepHref(subject: StepSubject): string {
  if (subject.is === 'subject') return subjectPath(subject.kind, subject.value);
  return `${subject.path}?${new URLSearchParams(subject.query).toString()}`;
}

/** `AS64500`, `evil.example`, `Passive DNS: forward a evil.example`. */
export function stepTitle(subject: StepSubject): string {
  if (subject.is === 'search')
    return `${explorerAt(subject.path) ?? subject.path}: ${searchWords(Object.entries(subject.query))}`;
  const asn = subject.kind === 'asn' ? parseAsn(subject.value) : null;
  return asn === null ? subject.value : formatAsn(asn);
}

export function hasNote({ note }: Pick<StepNode, 'note'>): boolean {
  return note.trim() !== '';
}

/** Pinned or noted. */
export function isMarked(node: Pick<StepNode, 'isPinned' | 'note'>): boolean {
  return node.isPinned || hasNote(node);
}

export function stepKindWord(subject: StepSubject): string {
  return subject.is === 'search' ? 'search' : INDICATOR_KINDS[subject.kind].one;
}

/** The parameters of a search in words: how to search first, then what for, then those that need their name. */
export function searchWords(parameters: Iterable<readonly [string, string]>): string {
  const pairs = [...parameters].filter(([key]) => !amountKeys.has(key));
  const plain = pairs.filter(([key]) => plainKeys.has(key));
  return [
    ...plain.filter(([key]) => mannerKeys.has(key)),
    ...plain.filter(([key]) => !mannerKeys.has(key)),
    ...pairs.filter(([key]) => !plainKeys.has(key)),
  ]
    .map(([key, value]) =>
      plainKeys.has(key) ? value : `${ownValue(keyWords, key) ?? key.replaceAll('_', ' ')} ${value}`,
    )
    .join(' ');
}
