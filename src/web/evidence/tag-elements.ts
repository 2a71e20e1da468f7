import type { TagCluster } from '#contract/generated/types.gen.ts';
import { canonicalDomain } from '#model/domain-name.ts';
import { emptyElement } from '#model/infratag.ts';
import type { TagGroup } from '#model/tag-clusters.ts';

export type TagElementKind = 'mail' | 'dns' | 'hosting' | 'registrar';

/** One of the four elements of an infrastructure tag (C5), in the order of the tag. */
export interface TagElement {
  readonly kind: TagElementKind;
  /** As written in the tag; empty where nothing is known. */
  readonly labels: readonly string[];
  /** In a pattern of a cluster (C6): the element differs between the domains. */
  readonly differs: boolean;
}

const kinds: readonly TagElementKind[] = ['mail', 'dns', 'hosting', 'registrar'];

export const elementNames: Readonly<Record<TagElementKind, string>> = {
  mail: 'Mail',
  dns: 'Name servers',
  hosting: 'Hosting',
  registrar: 'Registrar',
};

/** The elements of a tag or of the pattern of a cluster; null when the text is neither. */
export function tagElements(tag: string): readonly TagElement[] | null {
  const parts = tag.split(':');
  if (parts.length !== kinds.length) return null;
  return kinds.map((kind, at) => {
    const text = parts[at] ?? '';
    const isEmpty = text === emptyElement || text === '' || text === '*';
    return { kind, labels: isEmpty ? [] : text.split('+'), differs: text === '*' };
  });
}

/** The kinds of the elements in which two tags differ. */
export function differingElements(tag: string, other: string): readonly TagElementKind[] {
  const [here, there] = [tag.split(':'), other.split(':')];
  return kinds.filter((_, at) => here[at] !== there[at]);
}

/** The target of a label. */
type LabelSubject =
  | { readonly is: 'domain'; readonly value: string }
  | { readonly is: 'asn'; readonly value: string }
  /** A part of the AS name: the label has only its words. */
  | { readonly is: 'as-name'; readonly part: string }
  | { readonly is: 'text' };

/**
 * C5: servers are named by registrable domain or `self`, hosting by AS name or number; registrars have no page.
 * @param domain the domain with this tag; undefined in a pattern, where `self` means each of its domains
 */
export function labelSubject(kind: TagElementKind, label: string, domain: string | undefined): LabelSubject {
  if (kind === 'registrar') return { is: 'text' };
  if (kind === 'hosting') {
    const asn = /^as(\d{1,10})$/.exec(label)?.[1];
    return asn === undefined ? { is: 'as-name', part: label.split('-')[0] ?? label } : { is: 'asn', value: asn };
  }
  const name = label === 'self' ? domain : canonicalDomain(decoded(label));
  return name?.includes('.') ? { is: 'domain', value: name } : { is: 'text' };
}

/** C5: characters with a special meaning in a tag are percent-encoded. */
function decoded(label: string): string {
  try {
    return decodeURIComponent(label);
  } catch {
    return label;
  }
}

/** The clusters of one similarity. */
export interface ClusterLevel {
  /** The part of the tag that is the same, in per cent. */
  readonly share: number;
  readonly words: string;
  readonly clusters: readonly TagGroup[];
}

const shareWords: Readonly<Record<number, string>> = {
  25: 'one element of four',
  50: 'two elements of four',
  75: 'three elements of four',
  100: 'the whole tag',
};

/** C6: the levels that have clusters, the most similar first; within a level, clusters with the domain in question first. */
export function clusterLevels(entries: readonly TagCluster[], domain: string): readonly ClusterLevel[] {
  return entries
    .flatMap((entry) => Object.entries(entry))
    .map(([level, clusters]) => {
      const share = Number(level);
      const read = clusters.map(({ match = '', domains = [] }) => ({ match, domains }));
      const holds = ({ domains }: TagGroup) => Number(domains.includes(domain));
      return { share, words: shareWords[share] ?? '', clusters: read.toSorted((a, b) => holds(b) - holds(a)) };
    })
    .filter(({ clusters }) => clusters.length > 0)
    .sort((a, b) => b.share - a.share);
}
