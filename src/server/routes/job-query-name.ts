import { operations, type OperationId } from '#contract/generated/operations.gen.ts';

/** How `metadata.query_name` calls an operation: its path without placeholders, like `padns/lookup/query`. */
export function jobQueryName(operationId: string): string {
  if (operationId === 'domainCertificates') return 'certdb/certificates'; // C12: what existing clients read
  return operations[operationId as OperationId].path.replace(/^\/explore\//, '').replace(/\/\{.*$/, '');
}
