import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import { openOutboundClient } from '#server/live/open-outbound-client.ts';
import { runs } from '#test/long.ts';
import { fuzz, interfaceOperations, type FuzzTarget } from '#test/server/fuzz.ts';
import { askBothWays, parameterKeys, parameterTable, type ParameterCase } from '#test/server/parameter-case.ts';
import { parameterCases } from '#test/server/parameter-cases/all.ts';
import type { LoopbackInternet } from '#test/server/loopback-internet.ts';
import { openSampleInternet, servedIconHash, servedIconHost } from '#test/server/sample-internet.ts';
import { sampleDay, sampleNow } from '#test/server/made-once.ts';
import { key, openTestService, type TestAnswer, type TestService } from '#test/server/collection.ts';

/** The sample collection, where every operation has something true to say, and a small internet for the live ones. */
let service: TestService;
let internet: LoopbackInternet;
let target: FuzzTarget;
beforeAll(async () => {
  internet = await openSampleInternet();
  const live = openOutboundClient({ offline: false, lookupMilliseconds: 3000, testAllowance: internet.allowance });
  service = await openTestService({ live, sample: sampleDay, now: sampleNow });
  await service.add({
    scan_favicon: [
      {
        ip: `::ffff:${servedIconHost}`,
        favicon_mmh3: servedIconHash,
        scan_date: Math.floor(sampleNow.getTime() / 1000),
        import: 9,
      },
    ],
  });
  target = { base: await service.listen(), keys: [key] };
});

const shown = new Set<string>();
afterAll(async () => {
  await service.close();
  await internet.close();
  // the record of what was shown; a line of the table without MISSING is an operation without a gap
  process.stdout.write(`Operations and the parameters shown to matter:\n${parameterTable(shown)}\n`);
});

const cases = interfaceOperations.flatMap((operationId) =>
  Object.entries(parameterCases[operationId] ?? {}).map(([key, each]): [OperationId, string, ParameterCase] => [
    operationId,
    key,
    each,
  ]),
);

describe('no question fails', () => {
  it.each(interfaceOperations)('%s', { tags: 'long' }, async (operationId) => {
    const { answers, findings } = await fuzz(target, { requests: runs(8, 30), seed: 4, operations: [operationId] });
    expect(findings).toEqual([]);
    // no one guesses the id of a job
    if (operationId !== 'job') expect(answers.get('200'), 'questions that were answered').toBeGreaterThan(0);
  });
});

const differsFrom =
  (other: TestAnswer): NonNullable<ParameterCase['holds']> =>
  (_, { status, body }) => {
    expect([status, other.status]).toEqual([200, 200]);
    expect(body).not.toEqual(other.body);
  };

describe('every parameter matters', () => {
  it.each(cases)('%s %s', async (operationId, key, each) => {
    const { heard, ignored } = await askBothWays(service, operationId, key, each);
    const { holds = differsFrom(ignored) } = each;
    holds(heard.response, heard);
    expect(() => holds(ignored.response, ignored), 'the case holds even when the parameter is ignored').toThrow();
    shown.add(`${operationId} ${key}`);
  });

  it.each(interfaceOperations)('%s has a case for each of its parameters', (id) => {
    expect(Object.keys(parameterCases[id] ?? {}).sort()).toEqual(parameterKeys(id).sort());
  });
});
