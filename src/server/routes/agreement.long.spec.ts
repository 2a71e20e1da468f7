// @module-tag long
import { setTimeout as pause } from 'node:timers/promises';
import pMap from 'p-map';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import { dateToDayInt } from '#model/dates.ts';
import { Facts, sharedFields } from '#test/server/agreement/facts.ts';
import { exceptions, otherWorlds } from '#test/server/agreement/meanings.ts';
import { questionsAbout, subjectsOf } from '#test/server/agreement/questions.ts';
import { interfaceOperations } from '#test/server/fuzz.ts';
import { missingFields } from '#test/server/promised-fields.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { sampleDay, sampleNow } from '#test/server/made-once.ts';

// The sample collection, and the answers of all operations about everything in it.
const failures: string[] = [];
const asked = new Set<OperationId>();
/** Promised fields that an answer lacks, with a question that shows it. */
const missing = new Map<string, string>();
const fields = sharedFields(new Set(Object.keys(otherWorlds)));
const excepted = new Set(exceptions.flatMap((each) => each.fields));
const facts = new Facts(new Set(fields.keys()));

const service = useTestService({ now: sampleNow, sample: sampleDay });
const ask = (path: string, body?: object) => (body ? service.post(path, body) : service.get(path));
beforeAll(async () => {
  const questions = [...questionsAbout(await subjectsOf(service.engine), dateToDayInt(sampleNow))];
  await pMap(
    questions,
    async ({ operation, path, body, known }) => {
      let reply = await ask(path, body);
      // as a client does where the machine is busy
      for (; reply.status === 503; reply = await ask(path, body)) await pause(1000);
      const { status, body: answer, response } = reply;
      if (status === 200) {
        asked.add(operation);
        facts.add(operation, response, known);
        for (const field of missingFields(operation, response)) missing.set(field, path);
      } else failures.push(`${status} ${path}: ${JSON.stringify(answer)}`);
    },
    { concurrency: 4 },
  );
}, 900_000);

describe('the same subject has the same value in every operation', () => {
  it('answers every question about what the collection holds', () => {
    expect(failures).toEqual([]);
  });

  it('holds every promised field', () => {
    expect([...missing]).toEqual([]);
    // whois, DNS and jobs of this moment
    expect(interfaceOperations.filter((each) => !asked.has(each))).toEqual(['domainWhoisLive', 'job']);
  });

  it('says the same of the same subject, whatever is asked', () => {
    expect(facts.disagreements).toEqual([]);
  });

  it('compares every field that the answers of two operations hold, or knows why not', () => {
    const compared = [...fields.keys()].filter((field) => facts.comparedIn(field).size > 1);
    const held = [...fields.keys()].filter((field) => facts.holdersOf(field).size > 1);
    expect(held.filter((field) => !compared.includes(field))).toEqual([]);
    expect(compared.length).toBeGreaterThan(100);
  });

  it('lists no exception that the contract does not need', () => {
    expect([...excepted].filter((field) => !fields.has(field))).toEqual([]);
  });
});
