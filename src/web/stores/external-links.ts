import { useStore } from 'zustand';
import { kindsThat, type IndicatorKind } from '#model/indicator-kind.ts';
import { linkTemplateProblem } from '#model/link-template.ts';
import { fieldsOf, parseJson } from '#web/storage/browser-storage.ts';
import { createBrowserStore } from '#web/storage/browser-store.ts';

/** An analyst's own link to a third-party site about an indicator. Kept in this browser. */
export interface ExternalLink {
  readonly id: string;
  readonly name: string;
  /** https, with `{indicator}` where the value goes. */
  readonly template: string;
  /** It is offered for these only. */
  readonly kinds: readonly IndicatorKind[];
}

/** What other sites can be asked about. */
export const linkableKinds: readonly IndicatorKind[] = kindsThat('isLinkable');

const linkList = createBrowserStore<{ readonly links: readonly ExternalLink[] }>({
  keys: ['sightline.external-links'],
  read: (text) => ({ links: readExternalLinks(parseJson(text)) }),
  write: ({ links }) => [JSON.stringify(links)],
  isShared: true,
});

/** In the order in which they were made. */
export function externalLinks(): readonly ExternalLink[] {
  return linkList.getState().links;
}

export function useExternalLinks(): readonly ExternalLink[] {
  return useStore(linkList, ({ links }) => links);
}

export function saveExternalLinks(links: readonly ExternalLink[]): void {
  linkList.setState({ links });
}

/** The links of a stored or imported list; entries that are not links, or could lead anywhere else, are left out. */
export function readExternalLinks(stored: unknown): readonly ExternalLink[] {
  return Array.isArray(stored) ? stored.flatMap((entry) => readLink(entry) ?? []) : [];
}

function readLink(entry: unknown): ExternalLink | undefined {
  const { id, name, template, kinds } = fieldsOf(entry);
  if (typeof id !== 'string' || typeof name !== 'string' || typeof template !== 'string') return undefined;
  const known = Array.isArray(kinds) ? kinds.filter(isLinkable) : [];
  return known.length > 0 && name.trim() !== '' && linkTemplateProblem(template) === undefined
    ? { id, name, template, kinds: known }
    : undefined;
}

function isLinkable(kind: unknown): kind is IndicatorKind {
  return linkableKinds.some((each) => each === kind);
}
