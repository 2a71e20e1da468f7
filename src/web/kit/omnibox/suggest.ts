import type { ComponentType } from 'react';
import type { Extraction, InvalidEntry } from '#model/extract-indicators.ts';
import { formatCount, formatNumber } from '#model/format.ts';
import { countOfKind, INDICATOR_KINDS, type IndicatorKind } from '#model/indicator-kind.ts';
import { recognise, type Recognition } from '#model/indicator.ts';
import type { Interpretation, Problem } from '#model/interpretation.ts';
import { isReserved } from '#model/reserved-space.ts';
import { searchWords } from '#web/stores/investigation/investigation-node.ts';
import { lookups } from '#web/kit/indicator/indicator-menu.ts';
import type { RecentSubject } from '#web/stores/recent-subjects.ts';
import { explorerName, hrefOf, type SavedQuery } from '#web/stores/saved-queries.ts';
import {
  AddressIcon,
  AsnIcon,
  BookmarkIcon,
  BulkIcon,
  CertificateIcon,
  DomainIcon,
  HistoryIcon,
  NameServerIcon,
  RetryIcon,
  SearchIcon,
  SubnetIcon,
} from '#web/kit/ui/icons.ts';
import type { Team } from '#web/api/team.ts';
import { paths } from '#web/url/paths.ts';
import { subjectPath } from '#web/url/subject-path.ts';
import { commands, destinations, offeredPages } from './destinations.ts';

const shownOfText = 50;
const shownRecent = 6;
const shownSaved = 6;
/** Only bulk triage parses longer text, so that typing stays fast. */
const readAtMost = 50_000;

const kindIcons: Partial<Record<IndicatorKind, ComponentType>> = {
  ipv4: AddressIcon,
  ipv6: AddressIcon,
  subnet: SubnetIcon,
  asn: AsnIcon,
  domain: DomainIcon,
  'name-server': NameServerIcon,
  'certificate-md5': CertificateIcon,
  'certificate-sha1': CertificateIcon,
  'certificate-sha256': CertificateIcon,
};

/** The suggestions for a text, best first: detected indicators, corrections, searches, and matching pages and actions. */
export function suggest(
  text: string,
  recent: readonly RecentSubject[],
  saved: readonly SavedQuery[] = [],
  may: Team['may'] = () => true,
): Suggestions {
  if (text.length > readAtMost) return longText(text);
  const recognition = recognise(text);
  const { interpretations, problem, bulk } = recognition;
  const lookedUp = interpretations.find((each) => lookups(each).length > 0);
  const read = [
    group('Detected', interpretations.map(reading)),
    group('Try instead', (problem?.tryInstead ?? []).map(retype)),
    group('Bulk triage', bulk && bulk.indicators.length > 0 ? [triage(text, bulk)] : []),
    group('Found in the text', (bulk?.indicators ?? []).slice(0, shownOfText).map(found)),
    group('Other searches', otherSearches(interpretations)),
    group(`Passive DNS of ${lookedUp?.display ?? ''}`, lookedUp ? searches(lookedUp) : []),
  ];
  const named = [
    group(
      'Recent',
      recent
        .filter(({ value, display }) => matches(text, value, display))
        .slice(0, shownRecent)
        .map(known),
    ),
    group('Saved queries', savedQueries(text, saved)),
    group('Pages', pages(text, may)),
    group('Actions', actions(text)),
  ];
  return {
    message: messageOf(recognition),
    isProblem: problem !== null,
    groups: (isPlainWord(recognition, text, saved) ? [...named, ...read] : [...read, ...named]).filter(
      ({ suggestions }) => suggestions.length > 0,
    ),
  };
}

/** Offered for a text too long to be parsed on every keystroke. */
function longText(text: string): Suggestions {
  const lines = text.split('\n').length;
  const size = lines > 1 ? `${formatNumber(lines)} lines` : `${formatNumber(text.length)} characters`;
  const offer: Suggestion = {
    id: 'triage',
    label: `Triage this text of ${size}`,
    icon: BulkIcon,
    detail: 'Shows the detected indicators before anything is looked up',
    action: { type: 'triage', text, isRead: false },
  };
  return {
    message: `A text of ${size}.`,
    isProblem: false,
    groups: [group('Bulk triage', [offer])],
  };
}

function triage(text: string, { indicators, counts }: Extraction): Suggestion {
  const total = indicators.length;
  return {
    id: 'triage',
    label: `Triage ${total === 1 ? 'this indicator' : `${formatNumber(total)} indicators`}`,
    icon: BulkIcon,
    detail: countWords(counts),
    action: { type: 'triage', text, isRead: true },
  };
}

function countWords(counts: Extraction['counts']): string {
  return (Object.entries(counts) as [IndicatorKind, number][])
    .map(([kind, count]) => countOfKind(kind, count))
    .join(', ');
}

/** True for words such as `rank` and `settings`: an AS may have that name, but pages and saved queries with the prefix come first. */
function isPlainWord({ interpretations }: Recognition, text: string, saved: readonly SavedQuery[]): boolean {
  const word = text.trim().toLowerCase();
  if (interpretations[0]?.kind !== 'as-name') return false;
  const labels = [...destinations, ...commands].map(({ label }) => label);
  return [...labels, ...saved.map(({ name }) => name)].some((label) => label.toLowerCase().startsWith(word));
}

function group(label: string, suggestions: readonly Suggestion[]): SuggestionGroup {
  return { label, suggestions };
}

function reading({ kind, value, display, why, changes }: Interpretation): Suggestion {
  const understood = changes.length > 0 ? changes.join(' · ') : why;
  const { label, meaning } = readAs[kind] ?? {};
  return {
    ...subject('read', { kind, value, display }),
    ...(label && { label }),
    detail: [meaning, understood].filter(Boolean).join(' · '),
  };
}

/** Labels of ambiguous kinds: a digest may belong to a certificate or a file, and an e-mail address has no page. */
const readAs: Partial<Record<IndicatorKind, { readonly label?: string; readonly meaning: string }>> = {
  'certificate-sha256': { label: 'SHA-256: certificate, or file hash', meaning: 'Hosts that served the certificate' },
  'certificate-sha1': { label: 'SHA-1: certificate, or file hash', meaning: 'Hosts that served the certificate' },
  'e-mail': { meaning: 'Whois search: domains registered with it' },
};

function subject(source: string, { kind, value, display }: RecentSubject): Suggestion {
  return {
    id: `${source}-${kind}-${value}`,
    label: INDICATOR_KINDS[kind].one,
    icon: kindIcons[kind] ?? SearchIcon,
    indicator: display,
    isSample: isReserved(kind, value),
    action: { type: 'open', href: subjectPath(kind, value) },
  };
}

function found(indicator: RecentSubject & { readonly line: number }): Suggestion {
  return { ...subject('found', indicator), detail: `line ${indicator.line}` };
}

function known(recent: RecentSubject): Suggestion {
  return { ...subject('recent', recent), icon: HistoryIcon };
}

function retype(text: string): Suggestion {
  return {
    id: `retype-${text}`,
    label: 'Read it as',
    icon: RetryIcon,
    indicator: text,
    action: { type: 'retype', text },
  };
}

/** Other searches by the digest of a certificate. */
function otherSearches([first]: readonly Interpretation[]): Suggestion[] {
  if (first?.kind !== 'certificate-sha256' && first?.kind !== 'certificate-sha1') return [];
  const { value } = first;
  return [
    { label: 'Names on the certificate', attribute: 'certificate-names' as const },
    { label: 'Hosts and names with the certificate', attribute: 'certificate' as const },
  ].map(({ label, attribute }) => ({
    id: `connections-${attribute}`,
    label,
    icon: CertificateIcon,
    action: { type: 'open', href: paths.connections([{ attribute, value }]) },
  }));
}

function searches(indicator: Interpretation): Suggestion[] {
  return lookups(indicator).map(({ id, label, query }) => ({
    id: `padns-${id}`,
    label,
    icon: SearchIcon,
    action: { type: 'open', href: paths.padns(query) },
  }));
}

function savedQueries(text: string, saved: readonly SavedQuery[]): Suggestion[] {
  return saved
    .map((query) => ({ query, place: explorerName(query) }))
    .filter(({ query, place }) => matches(text, query.name, place, 'saved query'))
    .slice(0, shownSaved)
    .map(({ query, place }) => ({
      id: `saved-${query.explorer}-${query.name}`,
      label: query.name,
      icon: BookmarkIcon,
      detail: `${place} · ${searchWords(new URLSearchParams(query.search))}`,
      action: { type: 'open', href: hrefOf(query) },
    }));
}

function pages(text: string, may: Team['may']): Suggestion[] {
  return offeredPages(may)
    .filter(({ label, words }) => matches(text, label, words))
    .map(({ label, href, icon, letter }) => ({
      id: `page-${letter}`,
      label,
      icon,
      shortcut: `g ${letter}`,
      action: { type: 'open', href },
    }));
}

function actions(text: string): Suggestion[] {
  return commands
    .filter(({ label, words }) => matches(text, label, words))
    .map(({ id, label, icon, run }) => ({ id: `action-${id}`, label, icon, action: { type: 'run', run } }));
}

/** True if every word of the text is a prefix of a word of the candidate. An empty text matches everything. */
function matches(text: string, ...candidates: readonly string[]): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const candidate = ` ${candidates.join(' ').toLowerCase()}`;
  return words.every((word) => candidate.includes(` ${word}`));
}

function messageOf({ problem, bulk }: Recognition): string {
  if (problem) return problemSentence(problem);
  if (!bulk) return '';
  const counts = countWords(bulk.counts);
  const refused = refusedWords(bulk.invalid);
  if (counts === '') return `No indicator in this text.${refused}`;
  const total = bulk.indicators.length;
  const shown = total > shownOfText ? ` The first ${shownOfText} are listed.` : '';
  return `${formatCount(total, 'indicator', 'different indicators')} in this text: ${counts}.${shown}${refused}`;
}

function refusedWords([first, ...others]: readonly InvalidEntry[]): string {
  return first ? ` ${others.length + 1} not recognized, first on line ${first.line}: ${first.reason}` : '';
}

function problemSentence({ message, tryInstead }: Problem): string {
  return tryInstead.length > 0 ? `${message} Did you mean:` : message;
}

/** The action of a suggestion. */
type SuggestedAction =
  | { readonly type: 'open'; readonly href: string }
  /** Replaces the text of the omnibox. */
  | { readonly type: 'retype'; readonly text: string }
  | { readonly type: 'run'; readonly run: () => void }
  /** Passes a text to bulk triage, which starts immediately if the suggestions already showed its content. */
  | { readonly type: 'triage'; readonly text: string; readonly isRead: boolean };

/** A line of the omnibox's list. */
export interface Suggestion {
  readonly id: string;
  /** Kind or action: "domain", "Names pointing to it", "Settings". */
  readonly label: string;
  readonly icon: ComponentType;
  /** Shown in monospace after the label. */
  readonly indicator?: string;
  /** How the text was interpreted. */
  readonly detail?: string;
  readonly shortcut?: string;
  /** Marks values of the fictional internet. */
  readonly isSample?: boolean;
  readonly action: SuggestedAction;
}

export interface SuggestionGroup {
  readonly label: string;
  readonly suggestions: readonly Suggestion[];
}

/** The message and suggestions for a text. */
export interface Suggestions {
  /** A sentence: why the text is invalid, or what a longer text holds. */
  readonly message: string;
  /** The message reports a problem. */
  readonly isProblem: boolean;
  readonly groups: readonly SuggestionGroup[];
}
