import { type OperationId, operations } from '#contract/generated/operations.gen.ts';
import { type KeyRole, keyRoles } from '#model/api-key.ts';

/** What a key may be used for. */
export type KeyUse =
  | 'look up'
  | 'assist'
  | 'see settings'
  | 'read feeds'
  | 'collect'
  | 'seal'
  | 'judge'
  | 'watch'
  | 'manage'
  | 'push';

const usesOf: Readonly<Record<KeyRole, readonly KeyUse[]>> = {
  reader: ['look up', 'see settings', 'read feeds'],
  analyst: ['look up', 'see settings', 'read feeds', 'collect', 'seal', 'judge', 'watch'],
  admin: ['look up', 'see settings', 'read feeds', 'collect', 'seal', 'judge', 'watch', 'manage', 'push'],
  ingest: ['push'],
  feed: ['read feeds'],
  assistant: ['look up', 'assist'],
};

/** Operations that are not what they seem: those of the interface and every GET look up, any other POST manages. */
const exceptions: Readonly<Partial<Record<string, KeyUse>>> = {
  sources: 'see settings',
  logImports: 'see settings',
  logImport: 'see settings',
  upstreamStatus: 'see settings',
  outfeedFile: 'read feeds',
  outfeeds: 'see settings',
  outfeedPreview: 'see settings',
  upstreamCost: 'see settings',
  sourceRemoval: 'manage',
  logImportRemoval: 'manage',
  collectNow: 'collect',
  domainWhoisLive: 'collect',
  evidenceSeal: 'seal',
  ingest: 'push',
  elastic: 'push',
  judge: 'judge',
  judgementTakeBack: 'judge',
  audit: 'manage',
  mcp: 'assist',
  hosting: 'look up',
  riskScores: 'look up',
  watchAdd: 'watch',
  watchPreview: 'watch',
  watchMute: 'watch',
  watchRemove: 'watch',
  watches: 'see settings',
  watchEvents: 'see settings',
  watchEventsSeen: 'see settings',
  watchFeed: 'read feeds',
  aliasDomainAsns: 'look up',
  aliasBulkSummary: 'look up',
  jobParquet: 'look up',
} satisfies Partial<
  Record<
    | OperationId
    | 'elastic'
    | 'mcp'
    | 'outfeedFile'
    | 'watchFeed'
    | 'jobParquet'
    | 'aliasDomainAsns'
    | 'aliasBulkSummary',
    KeyUse
  >
>;

/** What a key of a role may be used for. */
export function usesFor(role: KeyRole): readonly KeyUse[] {
  return usesOf[role];
}

/** Whether a key of the role may change sources, imports and published feeds. */
export function mayManage(role: KeyRole): boolean {
  return usesOf[role].includes('manage');
}

/** The roles that may call an operation, or a path for existing clients. */
export function rolesFor(operationId: string): readonly KeyRole[] {
  const use = useOf(operationId);
  return keyRoles.filter((role) => usesOf[role].includes(use));
}

/** What calling an operation, or a path for existing clients, uses a key for. */
export function useOf(operationId: string): KeyUse {
  const operation = Object.hasOwn(operations, operationId) ? operations[operationId as OperationId] : undefined;
  const isLookup = operation && (operation.item !== null || operation.method === 'GET');
  return exceptions[operationId] ?? (isLookup ? 'look up' : 'manage');
}
