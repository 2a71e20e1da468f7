import type { TagCluster as TagClusterEntry } from '#contract/generated/types.gen.ts';

/** Domains whose tags agree in what `match` shows. */
export interface TagCluster {
  readonly match: string;
  readonly domains: readonly string[];
}

/** The clusters of one similarity. */
export interface ClusterLevel {
  /** Per cent of the tag that is the same. */
  readonly share: number;
  readonly words: string;
  readonly clusters: readonly TagCluster[];
}

const shareWords: Readonly<Record<number, string>> = {
  25: 'one element of four',
  50: 'two elements of four',
  75: 'three elements of four',
  100: 'the whole tag',
};

/** C6: the levels that have clusters, the most similar first; within a level, clusters with the domain in question first. */
export function clusterLevels(entries: readonly TagClusterEntry[], domain: string): readonly ClusterLevel[] {
  return entries
    .flatMap((entry) => Object.entries(entry))
    .map(([level, clusters]) => {
      const share = Number(level);
      const read = clusters.map(({ match = '', domains = [] }) => ({ match, domains }));
      const holds = ({ domains }: TagCluster) => Number(domains.includes(domain));
      return { share, words: shareWords[share] ?? '', clusters: read.toSorted((a, b) => holds(b) - holds(a)) };
    })
    .filter(({ clusters }) => clusters.length > 0)
    .sort((a, b) => b.share - a.share);
}
