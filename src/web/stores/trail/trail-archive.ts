import { BrowserDatabase } from '#web/stores/browser-database.ts';
import type { TrailHead, TrailNode } from './trail-node.ts';

type NodeRecord = TrailNode & { readonly trail: string };

const database = new BrowserDatabase('sightline-trail', ['trails', 'nodes'], (made) => {
  made.createObjectStore('trails', { keyPath: 'id' });
  made.createObjectStore('nodes', { keyPath: ['trail', 'id'] });
});

/** All nodes of a trail: an array sorts after every text. */
const nodesOf = (trail: string) => IDBKeyRange.bound([trail], [trail, []]);

export async function readTrails(): Promise<readonly TrailHead[]> {
  const [heads] = await database.read(({ trails }) => [trails.getAll() as IDBRequest<TrailHead[]>] as const);
  return heads;
}

export async function readTrailNodes(trail: string): Promise<ReadonlyMap<string, TrailNode>> {
  const [records] = await database.read(
    ({ nodes }) => [nodes.getAll(nodesOf(trail)) as IDBRequest<NodeRecord[]>] as const,
  );
  return new Map(records.map(({ trail: _, ...node }) => [node.id, node]));
}

/** Keeps the head and what its nodes became; null: gone. Nodes are kept one by one, so that two tabs never overwrite each other. */
export function archiveTrail(
  head: TrailHead,
  changed: Iterable<readonly [id: string, node: TrailNode | null]> = [],
): Promise<void> {
  return database.write(({ trails, nodes }) => {
    trails.put(head);
    for (const [id, node] of changed) {
      if (node) nodes.put({ ...node, trail: head.id } satisfies NodeRecord);
      else nodes.delete([head.id, id]);
    }
  });
}

export function forgetTrail(id: string): Promise<void> {
  return database.write(({ trails, nodes }) => {
    trails.delete(id);
    nodes.delete(nodesOf(id));
  });
}
