import { formatAsn, parseAsn } from '#model/asn.ts';
import { INDICATOR_KINDS, type IndicatorKind } from '#model/indicator-kind.ts';
import { explorerAt } from '#web/url/paths.ts';
import { subjectOfPath, subjectPath } from '#web/url/subject-path.ts';

/** What a step of the investigation is about: a subject that has a page, or a search that was queried. */
export type StepSubject =
  | { readonly is: 'subject'; readonly kind: IndicatorKind; readonly value: string }
  | { readonly is: 'search'; readonly path: string; readonly query: Readonly<Record<string, string>> };

/** What a search's address holds alongside the question: how the answer is looked at. */
const viewKeys: ReadonlySet<string> = new Set(['job', 'asof', 'tab', 'host', 'changes']);
/** Parameters that say how to ask but not what about; a form with these alone was not asked yet. */
const mannerKeys: ReadonlySet<string> = new Set([
  ...['mode', 'what', 'qtype', 'match', 'limit', 'skip', 'sort', 'window', 'max_wait', 'prefer', 'with_metadata'],
  ...['timeline', 'result_mode', 'subdomains', 'netmask'],
]);
/** Parameters whose value says what they are. */
const plainKeys: ReadonlySet<string> = new Set([
  ...['mode', 'what', 'qtype', 'qname', 'qanswer', 'regex', 'domain', 'domain_regex', 'ipv4', 'jarm_hash', 'mmh3'],
  ...['md5', 'fingerprint_sha1', 'filename', 'asname_contains', 'asname_starts_with'],
]);

/** What an address of the dashboard (path and query) is about; null for pages that are about nothing in particular. */
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

/** The address of the page; the same for the same subject, which is what two subjects are compared by. */
export function stepHref(subject: StepSubject): string {
  if (subject.is === 'subject') return subjectPath(subject.kind, subject.value);
  return `${subject.path}?${new URLSearchParams(subject.query).toString()}`;
}

/** `AS64500`, `evil.example`, `Passive DNS: forward a evil.example`. */
export function stepTitle(subject: StepSubject): string {
  if (subject.is === 'search') return `${explorerAt(subject.path) ?? subject.path}: ${questionText(subject.query)}`;
  const asn = subject.kind === 'asn' ? parseAsn(subject.value) : null;
  return asn === null ? subject.value : formatAsn(asn);
}

export function stepKindWord(subject: StepSubject): string {
  return subject.is === 'search' ? 'search' : INDICATOR_KINDS[subject.kind].one;
}

/** How to ask first, then what about. */
function questionText(query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query);
  const ordered = [...pairs.filter(([key]) => mannerKeys.has(key)), ...pairs.filter(([key]) => !mannerKeys.has(key))];
  return ordered.map(([key, value]) => (plainKeys.has(key) ? value : `${key}=${value}`)).join(' ');
}
