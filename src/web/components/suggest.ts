import type { ComponentType } from 'react';
import type { InvalidEntry } from '#model/extract-indicators.ts';
import { INDICATOR_KINDS, type IndicatorKind } from '#model/indicator-kind.ts';
import { recognise, type Recognition } from '#model/indicator.ts';
import type { Interpretation, Problem } from '#model/interpretation.ts';
import { isReserved } from '#model/reserved-space.ts';
import type { RecentSubject } from '#web/stores/recent-subjects.ts';
import {
  AddressIcon,
  AsnIcon,
  CertificateIcon,
  DomainIcon,
  HistoryIcon,
  NameServerIcon,
  RetryIcon,
  SearchIcon,
  SubnetIcon,
} from '#web/ui/icons.ts';
import { paths } from '#web/url/paths.ts';
import { subjectPath } from '#web/url/subject-path.ts';
import { commands } from './commands.ts';
import { destinations } from './destinations.ts';
import { lookups } from './indicator-menu.ts';
import type { Suggestion, SuggestionGroup, Suggestions } from './suggestion.ts';

const shownOfText = 50;
const shownRecent = 6;

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

/** What can be done with a text, best first: its readings, what to try instead, searches, and the pages and actions it names. */
export function suggest(text: string, recent: readonly RecentSubject[]): Suggestions {
  const recognition = recognise(text);
  const { interpretations, problem, bulk } = recognition;
  const read = [
    group('Understood as', interpretations.map(reading)),
    group('Try instead', (problem?.tryInstead ?? []).map(retype)),
    group('Found in the text', (bulk?.indicators ?? []).slice(0, shownOfText).map(found)),
    group(`Passive DNS of ${interpretations[0]?.display ?? ''}`, searches(interpretations)),
  ];
  const named = [
    group(
      'Recent',
      recent
        .filter(({ value, display }) => matches(text, value, display))
        .slice(0, shownRecent)
        .map(known),
    ),
    group('Pages', pages(text)),
    group('Actions', actions(text)),
  ];
  return {
    message: messageOf(recognition),
    isProblem: problem !== null,
    groups: (isPlainWord(recognition, text) ? [...named, ...read] : [...read, ...named]).filter(
      ({ suggestions }) => suggestions.length > 0,
    ),
  };
}

/** `rank` and `settings` are AS names as well, but a page that begins so is meant first. */
function isPlainWord({ interpretations }: Recognition, text: string): boolean {
  const word = text.trim().toLowerCase();
  if (interpretations[0]?.kind !== 'as-name') return false;
  return [...destinations, ...commands].some(({ label }) => label.toLowerCase().startsWith(word));
}

function group(label: string, suggestions: readonly Suggestion[]): SuggestionGroup {
  return { label, suggestions };
}

function reading({ kind, value, display, why, changes }: Interpretation): Suggestion {
  const understood = changes.length > 0 ? changes.map(({ detail }) => detail).join(' · ') : why;
  return { ...subject('read', { kind, value, display }), detail: understood };
}

function subject(source: string, { kind, value, display }: RecentSubject): Suggestion {
  return {
    id: `${source}-${kind}-${value}`,
    label: INDICATOR_KINDS[kind].one,
    icon: kindIcons[kind] ?? SearchIcon,
    indicator: display,
    isSample: isReserved(kind, value),
    deed: { is: 'open', href: subjectPath(kind, value) },
  };
}

function found(indicator: RecentSubject & { readonly line: number }): Suggestion {
  return { ...subject('found', indicator), detail: `line ${indicator.line}` };
}

function known(recent: RecentSubject): Suggestion {
  return { ...subject('recent', recent), icon: HistoryIcon };
}

function retype(text: string): Suggestion {
  return { id: `retype-${text}`, label: 'Read it as', icon: RetryIcon, indicator: text, deed: { is: 'retype', text } };
}

function searches([first]: readonly Interpretation[]): Suggestion[] {
  if (!first) return [];
  return lookups(first).map(({ id, label, query }) => ({
    id: `padns-${id}`,
    label,
    icon: SearchIcon,
    deed: { is: 'open', href: paths.padns(query) },
  }));
}

function pages(text: string): Suggestion[] {
  return destinations
    .filter(({ label, words }) => matches(text, label, words))
    .map(({ label, href, icon, letter }) => ({
      id: `page-${letter}`,
      label,
      icon,
      shortcut: `g ${letter}`,
      deed: { is: 'open', href },
    }));
}

function actions(text: string): Suggestion[] {
  return commands
    .filter(({ label, words }) => matches(text, label, words))
    .map(({ id, label, icon, run }) => ({ id: `action-${id}`, label, icon, deed: { is: 'run', run } }));
}

/** Every word of the text begins a word of the candidate. Nothing typed matches everything. */
function matches(text: string, ...candidates: readonly string[]): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const candidate = ` ${candidates.join(' ').toLowerCase()}`;
  return words.every((word) => candidate.includes(` ${word}`));
}

function messageOf({ problem, bulk }: Recognition): string {
  if (problem) return problemSentence(problem);
  if (!bulk) return '';
  const kinds = Object.entries(bulk.counts) as [IndicatorKind, number][];
  const counts = kinds.map(
    ([kind, count]) => `${count} ${count === 1 ? INDICATOR_KINDS[kind].one : INDICATOR_KINDS[kind].many}`,
  );
  const refused = refusedWords(bulk.invalid);
  if (counts.length === 0) return `No indicator in this text.${refused}`;
  const total = bulk.indicators.length;
  const shown = total > shownOfText ? ` The first ${shownOfText} are listed.` : '';
  return `${total} ${total === 1 ? 'indicator' : 'different indicators'} in this text: ${counts.join(', ')}.${shown}${refused}`;
}

function refusedWords([first, ...others]: readonly InvalidEntry[]): string {
  return first ? ` ${others.length + 1} not understood, first on line ${first.line}: ${first.reason}` : '';
}

function problemSentence({ message, tryInstead }: Problem): string {
  return tryInstead.length > 0 ? `${message} It may have been meant otherwise:` : message;
}
