import { folderState } from '#server/disk/check-folder.ts';
import type { Engine, StoreStatus } from '#server/engine/engine.ts';

export interface StatusOptions {
  readonly engine: Pick<Engine, 'kind' | 'status'>;
  /** The data folder: pushes, uploads and results of jobs are written there before the store is. */
  readonly folder: string;
  readonly role: 'all' | 'api';
}

/**
 * What stops reads and writes now. The engine remembers why its last write failed: for an embedded store, which cannot be unreachable,
 * that is over once its disk has room.
 */
export async function storeStatus({ engine, folder, role }: StatusOptions): Promise<StoreStatus> {
  const status = await engine.status();
  if (role === 'api') return status; // only the writer adds to the collection
  const state = await folderState(folder);
  if ('writeFault' in state) return { ...status, ...state };
  return state.hasRoom && engine.kind === 'embedded' ? {} : status;
}
