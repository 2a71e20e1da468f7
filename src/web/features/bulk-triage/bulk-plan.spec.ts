import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TRIAGED_KINDS } from './bulk-entry.ts';
import { CHUNK_SIZE, OPERATIONS_OF_KIND, planTasks, splitTask } from './bulk-plan.ts';

const entriesOf = fc.array(
  fc.constantFrom(...TRIAGED_KINDS).map((kind) => ({ kind })),
  { maxLength: 700 },
);

it('asks every operation of its kind about every entry once, in chunks of at most 100, in the order of the input', () =>
  fc.assert(
    fc.property(entriesOf, (entries) => {
      const tasks = planTasks(entries);
      const asked = tasks.flatMap(({ operationId, indexes }) => indexes.map((index) => `${operationId} ${index}`));
      const wanted = entries.flatMap(({ kind }, index) => OPERATIONS_OF_KIND[kind].map((each) => `${each} ${index}`));
      expect(asked.toSorted()).toEqual(wanted.toSorted());
      for (const { indexes } of tasks) {
        expect(indexes.length).toBeLessThanOrEqual(CHUNK_SIZE);
        expect(indexes).toEqual(indexes.toSorted((a, b) => a - b));
      }
      const starts = tasks.map(({ indexes }) => indexes[0]);
      expect(starts).toEqual(starts.toSorted((a, b) => a! - b!));
    }),
    { numRuns: 30 },
  ));

it('leaves out what is answered', () => {
  const entries = [{ kind: 'domain' }, { kind: 'domain' }, { kind: 'asn' }] as const;
  expect(planTasks(entries, (operationId, index) => operationId === 'domainInfoBulk' && index === 1)).toEqual([
    { operationId: 'domainInfoBulk', indexes: [1] },
  ]);
});

it('halves a task, down to one value', () => {
  expect(splitTask({ operationId: 'asnSubnetsBulk', indexes: [1, 4, 9] })).toEqual([
    { operationId: 'asnSubnetsBulk', indexes: [1, 4] },
    { operationId: 'asnSubnetsBulk', indexes: [9] },
  ]);
  expect(splitTask({ operationId: 'asnSubnetsBulk', indexes: [1] })).toBeNull();
});
