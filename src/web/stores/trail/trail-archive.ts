import type { DBSchema } from 'idb';
import { lazyDatabase } from '#web/storage/lazy-database.ts';
import type { TrailHead, TrailNode } from './trail-node.ts';

interface TrailSchema extends DBSchema {
  trails: { key: string; value: TrailHead };
  nodes: { key: [trail: string, id: string]; value: TrailNode & { readonly trail: string } };
}

const database = lazyDatabase<TrailSchema>('sightline-trail', (made) => {
  made.createObjectStore('trails', { keyPath: 'id' });
  made.createObjectStore('nodes', { keyPath: ['trail', 'id'] });
});

/** All nodes of a trail: an array sorts after every text. */
const nodesOf = (trail: string) => IDBKeyRange.bound([trail], [trail, []]);

export async function readTrails(): Promise<readonly TrailHead[]> {
  return (await database()).getAll('trails');
}

export async function readTrailNodes(trail: string): Promise<ReadonlyMap<string, TrailNode>> {
  const records = await (await database()).getAll('nodes', nodesOf(trail));
  return new Map(records.map(({ trail: _, ...node }) => [node.id, node]));
}

/** Keeps the head and what its nodes became; null: gone. Nodes are kept one by one, so that two tabs never overwrite each other. */
export async function archiveTrail(
  head: TrailHead,
  changed: Iterable<readonly [id: string, node: TrailNode | null]> = [],
): Promise<void> {
  const transaction = (await database()).transaction(['trails', 'nodes'], 'readwrite');
  const nodes = transaction.objectStore('nodes');
  await Promise.all([
    transaction.objectStore('trails').put(head),
    ...[...changed].map(([id, node]) => (node ? nodes.put({ ...node, trail: head.id }) : nodes.delete([head.id, id]))),
    transaction.done,
  ]);
}

export async function forgetTrail(id: string): Promise<void> {
  const transaction = (await database()).transaction(['trails', 'nodes'], 'readwrite');
  await Promise.all([
    transaction.objectStore('trails').delete(id),
    transaction.objectStore('nodes').delete(nodesOf(id)),
    transaction.done,
  ]);
}
