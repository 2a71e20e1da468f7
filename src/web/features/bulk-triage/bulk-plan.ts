import type { OperationId } from '#contract/generated/operations.gen.ts';
import type { TriagedKind } from './bulk-entry.ts';

/** The questions about each kind: who it is, and how bad. Both take lists (A9 A8, B4 B3, C4 C3, A11). */
export const OPERATIONS_OF_KIND = {
  ipv4: ['ipv4InfoBulk', 'ipv4RiskScoreBulk'],
  ipv6: ['ipv6InfoBulk', 'ipv6RiskScoreBulk'],
  domain: ['domainInfoBulk', 'domainRiskScoreBulk'],
  asn: ['asnSubnetsBulk'],
} as const satisfies Readonly<Record<TriagedKind, readonly OperationId[]>>;

export type BulkOperationId = (typeof OPERATIONS_OF_KIND)[TriagedKind][number];

/** Limits: a bulk operation takes at most 100 values. */
export const CHUNK_SIZE = 100;

/** One call: an operation and the places of the entries it is asked about. */
export interface BulkTask {
  readonly operationId: BulkOperationId;
  readonly indexes: readonly number[];
}

/**
 * The calls that answer what is still open, chunks in the order of the input, the questions about one chunk side by side so
 * that its rows are complete together.
 * @param isOpen whether an operation has still to be asked about the entry at a place
 */
export function planTasks(
  entries: readonly { readonly kind: TriagedKind }[],
  isOpen: (operationId: BulkOperationId, index: number) => boolean = () => true,
): readonly BulkTask[] {
  const collecting = new Map<BulkOperationId, number[]>();
  const chunks: { operationId: BulkOperationId; indexes: number[] }[] = [];
  entries.forEach(({ kind }, index) => {
    for (const operationId of OPERATIONS_OF_KIND[kind]) {
      if (!isOpen(operationId, index)) continue;
      const open = collecting.get(operationId);
      if (open && open.length < CHUNK_SIZE) {
        open.push(index);
      } else {
        const indexes = [index];
        collecting.set(operationId, indexes);
        chunks.push({ operationId, indexes });
      }
    }
  });
  return chunks;
}

/** Two calls for one that was refused, so that one bad value does not cost the others their answer; null for a single value. */
export function splitTask({ operationId, indexes }: BulkTask): readonly [BulkTask, BulkTask] | null {
  if (indexes.length < 2) return null;
  const half = Math.ceil(indexes.length / 2);
  return [
    { operationId, indexes: indexes.slice(0, half) },
    { operationId, indexes: indexes.slice(half) },
  ];
}
