import type { DBSchema } from 'idb';
import { lazyDatabase } from '#web/storage/lazy-database.ts';
import type { InvestigationHead, StepNode } from './investigation-node.ts';

interface InvestigationSchema extends DBSchema {
  trails: { key: string; value: InvestigationHead };
  nodes: { key: [trail: string, id: string]; value: StepNode & { readonly trail: string } };
}

const database = lazyDatabase<InvestigationSchema>('sightline-trail', (made) => {
  made.createObjectStore('trails', { keyPath: 'id' });
  made.createObjectStore('nodes', { keyPath: ['trail', 'id'] });
});

/** All nodes of an investigation: an array sorts after every text. */
const nodesOf = (investigation: string) => IDBKeyRange.bound([investigation], [investigation, []]);

export async function readInvestigations(): Promise<readonly InvestigationHead[]> {
  return (await database()).getAll('trails');
}

export async function readStepNodes(investigation: string): Promise<ReadonlyMap<string, StepNode>> {
  const records = await (await database()).getAll('nodes', nodesOf(investigation));
  return new Map(records.map(({ trail: _, ...node }) => [node.id, node]));
}

/** Keeps the head and what its nodes became; null: gone. Nodes are kept one by one, so that two tabs never overwrite each other. */
export async function archiveInvestigation(
  head: InvestigationHead,
  changed: Iterable<readonly [id: string, node: StepNode | null]> = [],
): Promise<void> {
  const transaction = (await database()).transaction(['trails', 'nodes'], 'readwrite');
  const nodes = transaction.objectStore('nodes');
  await Promise.all([
    transaction.objectStore('trails').put(head),
    ...[...changed].map(([id, node]) => (node ? nodes.put({ ...node, trail: head.id }) : nodes.delete([head.id, id]))),
    transaction.done,
  ]);
}

export async function forgetInvestigation(id: string): Promise<void> {
  const transaction = (await database()).transaction(['trails', 'nodes'], 'readwrite');
  await Promise.all([
    transaction.objectStore('trails').delete(id),
    transaction.objectStore('nodes').delete(nodesOf(id)),
    transaction.done,
  ]);
}
