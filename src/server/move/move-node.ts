import { type ClusterNode, type Engine, wholeStore } from '#server/engine/engine.ts';

/** Why a move cannot be made, in words for the operator. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}

/** A server or the embedded engine, by itself or as a node of a cluster. */
export type Node = Omit<ClusterNode, 'address'>;

/** @throws MoveError when a node of a cluster is not up to date */
export async function nodesOf(engine: Engine): Promise<readonly Node[]> {
  const { cluster } = engine;
  if (!cluster) return [wholeStore(engine)];
  const { copies = [] } = await engine.status();
  if (copies.length > 0)
    throw new MoveError(
      `A collection is moved while all nodes of the cluster are up to date: ${copies.map(({ address, state }) => `${address} is ${state}`).join(', ')}.`,
    );
  return cluster.nodes;
}

/** The name of a table of a node in the schema. */
export function schemaName({ localTable }: Node, name: string): string {
  const bare = name.replace(/_local$/, '');
  return localTable(bare) === name ? bare : name;
}
