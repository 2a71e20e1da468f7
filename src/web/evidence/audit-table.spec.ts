import { expect, it } from 'vitest';
import { type OperationId, operations } from '#contract/generated/operations.gen.ts';
import { isAudited } from '#server/routes/audit.ts';
import { auditWords } from './audit-table.tsx';

it('has words for every operation that the audit log records, and for no other', () => {
  const recorded = (Object.keys(operations) as OperationId[]).filter(isAudited);
  expect(Object.keys(auditWords).toSorted()).toEqual(recorded.toSorted());
});
