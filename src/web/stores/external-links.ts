import { useSyncExternalStore } from 'react';
import type { IndicatorKind } from '#model/indicator-kind.ts';
import { linkTemplateProblem } from '#model/link-template.ts';

/** A link of the analyst's own to somebody else's site about an indicator. Kept in this browser. */
export interface ExternalLink {
  readonly id: string;
  readonly name: string;
  /** https, with `{indicator}` where the value goes. */
  readonly template: string;
  /** It is offered for these only. */
  readonly kinds: readonly IndicatorKind[];
}

/** What other sites can be asked about; patterns and plain text are none of it. */
export const linkableKinds: readonly IndicatorKind[] = [
  'domain',
  'name-server',
  'ipv4',
  'ipv6',
  'subnet',
  'asn',
  'certificate-sha1',
  'certificate-sha256',
  'jarm',
  'favicon-mmh3',
  'favicon-md5',
];

const storageKey = 'sightline.external-links';

let links: readonly ExternalLink[] = read();
const listeners = new Set<() => void>();

/** In the order in which they were made. */
export function externalLinks(): readonly ExternalLink[] {
  return links;
}

export function useExternalLinks(): readonly ExternalLink[] {
  return useSyncExternalStore(subscribe, externalLinks);
}

export function saveExternalLinks(next: readonly ExternalLink[]): void {
  apply(next);
  try {
    localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // storage is blocked or full: they hold until the tab closes
  }
}

/** Takes up what is changed in other tabs. Called once, at the entry. */
export function shareExternalLinksWithTabs(): void {
  addEventListener('storage', ({ key }) => {
    if (key === null || key === storageKey) apply(read());
  });
}

/** The links of a stored or imported list; what is none, or could lead anywhere else, is left out. */
export function readExternalLinks(stored: unknown): readonly ExternalLink[] {
  return Array.isArray(stored) ? stored.flatMap((entry) => readLink(entry) ?? []) : [];
}

function readLink(entry: unknown): ExternalLink | undefined {
  const { id, name, template, kinds } = (entry ?? {}) as Partial<Record<keyof ExternalLink, unknown>>;
  if (typeof id !== 'string' || typeof name !== 'string' || typeof template !== 'string') return undefined;
  const known = Array.isArray(kinds) ? kinds.filter(isLinkable) : [];
  return known.length > 0 && name.trim() !== '' && linkTemplateProblem(template) === undefined
    ? { id, name, template, kinds: known }
    : undefined;
}

function isLinkable(kind: unknown): kind is IndicatorKind {
  return linkableKinds.some((each) => each === kind);
}

function apply(next: readonly ExternalLink[]): void {
  links = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): readonly ExternalLink[] {
  try {
    return readExternalLinks(JSON.parse(localStorage.getItem(storageKey) ?? '[]'));
  } catch {
    return [];
  }
}
