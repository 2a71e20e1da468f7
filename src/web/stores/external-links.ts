import { useStore } from 'zustand';
import { type IndicatorKind, linkableKinds } from '#model/indicator-kind.ts';
import { linkTemplateProblem } from '#model/link-template.ts';
import { createBrowserStore, fieldsOf, parseJson } from '#web/storage/browser-store.ts';

/** An analyst's own link to a third-party site about an indicator. Kept in this browser. */
export interface ExternalLink {
  readonly id: string;
  readonly name: string;
  /** https, with `{indicator}` where the value goes. */
  readonly template: string;
  /** It is offered for these only. */
  readonly kinds: readonly IndicatorKind[];
}

/** Sites that many analysts use, to be chosen one by one; none is offered before. */
export const presetLinks: readonly ExternalLink[] = [
  {
    id: 'preset-virustotal',
    name: 'VirusTotal',
    template: 'https://www.virustotal.com/gui/search/{indicator}',
    kinds: ['ipv4', 'ipv6', 'domain', 'name-server'],
  },
  {
    id: 'preset-urlscan',
    name: 'urlscan',
    template: 'https://urlscan.io/search/#{indicator}',
    kinds: ['ipv4', 'ipv6', 'domain', 'name-server'],
  },
  {
    id: 'preset-shodan',
    name: 'Shodan',
    template: 'https://www.shodan.io/host/{indicator}',
    kinds: ['ipv4', 'ipv6'],
  },
  {
    id: 'preset-censys',
    name: 'Censys',
    template: 'https://platform.censys.io/hosts/{indicator}',
    kinds: ['ipv4', 'ipv6'],
  },
  { id: 'preset-greynoise', name: 'GreyNoise', template: 'https://viz.greynoise.io/ip/{indicator}', kinds: ['ipv4'] },
  {
    id: 'preset-crtsh',
    name: 'crt.sh',
    template: 'https://crt.sh/?q={indicator}',
    kinds: ['domain', 'certificate-sha1', 'certificate-sha256'],
  },
];

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
