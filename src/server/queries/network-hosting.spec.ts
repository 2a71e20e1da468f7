import { expect, it } from 'vitest';
import { plusDays } from '#model/dates.ts';
import { type Engine, EngineError } from '#server/engine/engine.ts';
import { sampleDay as today, sampleNow as now } from '#test/server/made-once.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { listedNamesOfAs } from './network-hosting.ts';

const service = useTestService({ now, sample: today });

it('finds the same listed names of an AS when they do not fit into the memory of one statement', async () => {
  const { engine } = service;
  const query: Engine['query'] = (asked, options) =>
    asked.params?.['parts'] === 1 ? Promise.reject(new EngineError('memory', 'full')) : engine.query(asked, options);
  const search = { asn: 64666, today, since: plusDays(today, -30), limit: 8 };
  const whole = await listedNamesOfAs(engine, search, {});
  expect(whole).toHaveLength(8);
  expect(await listedNamesOfAs({ ...engine, query }, search, {})).toEqual(whole);
});
