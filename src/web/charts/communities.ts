import { UndirectedGraph } from 'graphology';
import louvain from 'graphology-communities-louvain';

interface WeighedEdge {
  readonly from: string;
  readonly to: string;
  readonly weight: number;
}

/**
 * The communities of a graph by Louvain, numbered from 1 in the order of their first nodes. Nothing in it is random: the same graph
 * gives the same communities.
 */
export function communitiesOf(nodes: readonly string[], edges: readonly WeighedEdge[]): ReadonlyMap<string, number> {
  const graph = new UndirectedGraph();
  for (const node of nodes) graph.mergeNode(node);
  for (const { from, to, weight } of edges) if (from !== to) graph.mergeEdge(from, to, { weight });
  const found = graph.size === 0 ? {} : louvain(graph, { randomWalk: false, rng: () => 0 });
  const numbers = new Map<number, number>();
  return new Map(
    nodes.map((node, place) => {
      const community = found[node] ?? -1 - place;
      if (!numbers.has(community)) numbers.set(community, numbers.size + 1);
      return [node, numbers.get(community) ?? 0];
    }),
  );
}
