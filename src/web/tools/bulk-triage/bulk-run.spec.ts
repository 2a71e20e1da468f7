import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiFailure, type FailureKind } from '#web/api/failure.ts';
import type { BulkRecord } from './bulk-answer.ts';
import { type BulkEntry, type BulkOperationId, operationsOf, type TriagedKind } from './bulk-plan.ts';
import { BulkRun, type BulkRunOptions, type KeptAnswers } from './bulk-run.ts';

const entry = (kind: TriagedKind, place: number): BulkEntry => ({
  kind,
  value: `${kind}-${place}`,
  display: `${kind}-${place}`,
  line: place + 1,
  occurrences: 1,
});
const entriesOf = (count: number, kind: TriagedKind = 'domain') =>
  Array.from({ length: count }, (_, place) => entry(kind, place));
const failure = (kind: FailureKind, status: number, retryAfterSeconds?: number) =>
  new ApiFailure(`${kind} ${status}`, { kind, status, retryAfterSeconds });
const settle = async () => {
  for (let turn = 0; turn < 40; turn += 1) await new Promise(setImmediate);
};
/** Every third value is unknown. */
const recordOf = (value: string): BulkRecord =>
  Number(value.split('-')[1]) % 3 === 0 ? { error: 'Not found' } : { sp_risk_score: 7, asname: value };

type Ask = BulkRunOptions['ask'];
const answering: Ask = (_, values) => Promise.resolve(values.map(recordOf));

function runOf(entries: readonly BulkEntry[], ask: Ask = answering, kept: readonly KeptAnswers[] = []) {
  const answers: KeptAnswers[] = [];
  const pauses: number[] = [];
  const run = new BulkRun(
    { entries, refused: [] },
    {
      ask,
      onAnswers: (each) => answers.push(each),
      onRemoved: () => undefined,
      onChange: () => undefined,
      wait: (milliseconds) => {
        pauses.push(milliseconds);
        return Promise.resolve();
      },
    },
    { answers: kept, removed: [] },
  );
  return { run, answers, pauses };
}

/** The results of a run, those known and those unknown to the service, and its other lists. */
const listsOf = (run: BulkRun) => {
  const { results, ...others } = run.lists();
  const [unknown = [], known = []] = [true, false].map((is) =>
    results.filter((row) => (row.state === 'unknown') === is),
  );
  return { results, known, unknown, ...others };
};
const sizesOf = (run: BulkRun) => {
  const { known, unknown, refused, open } = listsOf(run);
  return [known.length, unknown.length, refused.length, open.length];
};

/** Fails once for each of the given calls, counted from 0. */
function failingOnce(error: Error, ...calls: readonly number[]): Ask {
  let count = -1;
  return (operationId, values, signal) => {
    count += 1;
    return calls.includes(count) ? Promise.reject(error) : answering(operationId, values, signal);
  };
}

describe('BulkRun', () => {
  it('parts known from unknown in the order of the input', async () => {
    const { run } = runOf(entriesOf(250));
    expect(sizesOf(run)).toEqual([0, 0, 0, 250]);
    run.runner.resume();
    await settle();
    expect(run.runner.phase).toBe('done');
    const { known, unknown } = listsOf(run);
    expect(unknown.map((row) => row.entry.line)).toEqual(
      entriesOf(250).flatMap(({ line }) => ((line - 1) % 3 === 0 ? [line] : [])),
    );
    expect(known).toHaveLength(166);
    expect(known[0]).toMatchObject({ sp_risk_score: 7, verdict: 'Low' });
  });

  it('keeps at most four calls out, and answers that come while it is paused', async () => {
    const open: (() => void)[] = [];
    const { run } = runOf(
      entriesOf(1000),
      (_, values) => new Promise((resolve) => open.push(() => resolve(values.map(recordOf)))),
    );
    run.runner.resume();
    expect(run.runner.outCount).toBe(4);
    run.runner.pause();
    open.forEach((answer) => answer());
    await settle();
    expect(run.runner.outCount).toBe(0);
    expect(sizesOf(run)[3]).toBe(800);
    expect(open).toHaveLength(4);
  });

  it('sets a failed call aside, and a retry asks for it and nothing else', async () => {
    const asked: string[] = [];
    const failing = failingOnce(failure('service', 500), 3);
    const { run } = runOf(entriesOf(250), (operationId, values, signal) => {
      asked.push(`${operationId} ${values[0]}`);
      return failing(operationId, values, signal);
    });
    run.runner.resume();
    await settle();
    expect([run.runner.phase, run.runner.failed.length]).toEqual(['done', 1]);
    expect(run.lists().open.map(({ reason }) => reason)).toEqual(
      Array<string>(100).fill('domainRiskScoreBulk failed: service 500'),
    );
    asked.length = 0;
    run.runner.retryFailed();
    await settle();
    expect(asked).toEqual(['domainRiskScoreBulk domain-100']);
    expect(sizesOf(run)[3]).toBe(0);
  });

  it('waits as long as a 429 says, for all calls', async () => {
    const { run, pauses } = runOf(entriesOf(300), failingOnce(failure('limit', 429, 12), 1));
    run.runner.resume();
    await settle();
    expect(pauses).toEqual([12_000]);
    expect(sizesOf(run)[3]).toBe(0);
  });

  it('backs off from a busy service three times', async () => {
    const { run, pauses } = runOf(entriesOf(10), () => Promise.reject(failure('service', 503)));
    run.runner.resume();
    await settle();
    expect(pauses.toSorted()).toEqual([1000, 1000, 2000, 2000]);
    expect(run.runner.failed).toHaveLength(2);
  });

  it.each([failure('key', 401), failure('offline', 0)])('halts on %s and goes on where it was', async (error) => {
    let isBroken = true;
    const { run } = runOf(entriesOf(200), (operationId, values, signal) =>
      isBroken ? Promise.reject(error) : answering(operationId, values, signal),
    );
    run.runner.resume();
    await settle();
    expect([run.runner.phase, run.runner.haltedBy]).toEqual(['paused', error]);
    isBroken = false;
    run.runner.resume();
    await settle();
    expect([run.runner.phase, sizesOf(run)[3]]).toEqual(['done', 0]);
  });

  it('finds the one value that the service refuses, and answers the others', async () => {
    const { run } = runOf(entriesOf(150), (operationId, values, signal) =>
      values.includes('domain-42') ? Promise.reject(failure('input', 400)) : answering(operationId, values, signal),
    );
    run.runner.resume();
    await settle();
    expect(run.lists().refused).toMatchObject([{ line: 43, reason: 'Refused by the service: input 400' }]);
    expect(sizesOf(run)[3]).toBe(0);
  });

  it('shows why the service refuses an item of a list that it answers, and what it only does not know', async () => {
    const errors: Readonly<Record<string, string>> = {
      'domain-1': "domains[1]: 'domain-1' is no domain name. Send a name such as example.test.",
      'domain-2': 'Not found',
      'domain-4': 'No data for this zone',
    };
    const { run } = runOf(entriesOf(6), (_, values) =>
      Promise.resolve(values.map((value) => (errors[value] ? { error: errors[value] } : { sp_risk_score: 7 }))),
    );
    run.runner.resume();
    await settle();
    const { known, unknown, refused, open } = listsOf(run);
    expect(refused).toMatchObject([
      {
        line: 2,
        text: 'domain-1',
        reason: "Refused by the service: 'domain-1' is no domain name. Send a name such as example.test.",
      },
    ]);
    expect(unknown.map(({ record, entry }) => [entry.value, record.error])).toEqual([
      ['domain-2', 'Not found'],
      ['domain-4', 'No data for this zone'],
    ]);
    expect([known.length, open.length]).toEqual([3, 0]);
  });

  it('answers what one of two operations knows, though the other refuses it', async () => {
    const { run } = runOf(entriesOf(1), (operationId) =>
      Promise.resolve([operationId === 'domainInfoBulk' ? { age: 9 } : { error: 'Too long.' }]),
    );
    run.runner.resume();
    await settle();
    expect(sizesOf(run)[2]).toBe(0);
  });

  it('does without an operation that the deployment lacks', async () => {
    let calls = 0;
    const lacking =
      (...operationIds: readonly BulkOperationId[]): Ask =>
      (operationId, values, signal) => {
        calls += 1;
        if (operationIds.includes(operationId)) return Promise.reject(failure('not-implemented', 501));
        return answering(operationId, values, signal);
      };
    const { run } = runOf(entriesOf(2000), lacking('domainRiskScoreBulk'));
    run.runner.resume();
    await settle();
    expect([...run.lacking]).toEqual(['domainRiskScoreBulk']);
    expect(sizesOf(run)).toEqual([1333, 667, 0, 0]);
    expect(calls).toBeLessThan(25);
    const { run: hopeless } = runOf(entriesOf(300, 'asn'), lacking('asnSubnetsBulk'));
    hopeless.runner.resume();
    await settle();
    expect(sizesOf(hopeless)).toEqual([0, 0, 300, 0]);
  });

  it('goes on from what was kept, asking only for the rest', async () => {
    const first = runOf(entriesOf(250), failingOnce(failure('key', 401), 2));
    first.run.runner.resume();
    await settle();
    const asked: number[] = [];
    const { run } = runOf(
      entriesOf(250),
      (operationId, values, signal) => {
        asked.push(values.length);
        return answering(operationId, values, signal);
      },
      first.answers,
    );
    run.runner.resume();
    await settle();
    expect(sizesOf(run)[3]).toBe(0);
    const before = first.answers.reduce((sum, { indexes }) => sum + indexes.length, 0);
    expect(asked.reduce((sum, count) => sum + count, before)).toBe(500);
  });

  it('asks again about chosen ones and drops removed ones', async () => {
    const { run, answers } = runOf(entriesOf(120));
    run.runner.resume();
    await settle();
    answers.length = 0;
    run.askAgain(['domain domain-4', 'domain domain-7']);
    await settle();
    expect(answers.map(({ indexes }) => indexes)).toEqual([
      [4, 7],
      [4, 7],
    ]);
    run.remove(['domain domain-4', 'domain domain-3']);
    expect(sizesOf(run)).toEqual([79, 39, 0, 0]);
    expect(run.total).toBe(118);
  });

  it('ends every indicator in one tab and asks for each once, however it is paused, stopped and retried', async () => {
    const kinds: readonly TriagedKind[] = ['ipv4', 'domain', 'asn', 'ipv6'];
    const step = fc.constantFrom('pause', 'resume', 'stop', 'retry', 'wait');
    const outcome = fc.constantFrom('ok', 'ok', 'ok', '500', '503', '429', 'offline');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 600 }),
        fc.array(outcome, { maxLength: 40 }),
        fc.array(step, { maxLength: 15 }),
        async (kindList, outcomes, steps) => {
          const entries = kindList.map(entry);
          const left = [...outcomes];
          const errors = {
            '500': failure('service', 500),
            '503': failure('service', 503),
            '429': failure('limit', 429),
            offline: failure('offline', 0),
          };
          const { run, answers } = runOf(entries, async (_, values, signal) => {
            await Promise.resolve();
            signal.throwIfAborted();
            const next = left.shift() ?? 'ok';
            if (next !== 'ok') throw errors[next];
            return values.map(recordOf);
          });
          run.runner.resume();
          for (const each of steps) {
            if (each === 'retry') run.runner.retryFailed();
            else if (each === 'wait') await settle();
            else run.runner[each]();
            await Promise.resolve();
          }
          for (let turn = 0; turn < 60 && sizesOf(run)[3] !== 0; turn += 1) {
            run.runner.retryFailed();
            await settle();
          }
          const { results, refused, open } = run.lists();
          expect([refused, open]).toEqual([[], []]);
          expect(results.map((row) => row.entry.line)).toEqual(entries.map(({ line }) => line));
          const answered = answers.flatMap(({ operationId, indexes }) =>
            indexes.map((index) => `${operationId} ${index}`),
          );
          const wanted = entries.flatMap((each, index) => operationsOf(each).map((id) => `${id} ${index}`));
          expect(answered.toSorted()).toEqual(wanted.toSorted());
        },
      ),
      { numRuns: 40 },
    );
  });
});
