import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { indicatorScoreOptions } from '#web/api/indicator-score.ts';
import { eachOptions } from '#web/api/use-each.ts';
import { countValues } from '#web/table/cell-text.ts';
import { textColumn } from './record-columns.tsx';
import { type LateFacts, lateVerdict, useLateFacts } from './use-late-facts.ts';

const names = Array.from({ length: 1500 }, (_, index) => `n${index}.example`);
const indicators = names.map((value) => ({ kind: 'domain', value }) as const);
const scored = { state: 'scored', score: 80 } as const;

/** The late facts of the names, from what the cache holds. */
function factsFrom(client: QueryClient): readonly LateFacts[] {
  const found: LateFacts[] = [];
  function Rows() {
    const factsOf = useLateFacts(indicators);
    found.push(...indicators.map(factsOf));
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Rows />
    </QueryClientProvider>,
  );
  return found;
}

it('score every loaded row, in rounds, and count the rows without a score until then', async () => {
  const client = new QueryClient();
  let underWay = 0;
  let mostUnderWay = 0;
  const verdicts: (readonly (readonly [string, number])[])[] = [];
  const countVerdicts = () => {
    const column = textColumn<LateFacts>('verdict', 'Verdict', { accessorFn: lateVerdict });
    verdicts.push([...countValues(factsFrom(client), column)]);
  };
  const list = eachOptions('indicatorScores', names, async (cache, name) => {
    underWay += 1;
    mostUnderWay = Math.max(mostUnderWay, underWay);
    if (name === names[1200]) countVerdicts();
    await Promise.resolve();
    underWay -= 1;
    return cache.fetchQuery({ ...indicatorScoreOptions('domain', name), queryFn: () => scored });
  });
  await client.fetchQuery(list);
  countVerdicts();
  expect(verdicts).toEqual([
    [
      ['Critical', 1200],
      ['Score pending', 300],
    ],
    [['Critical', 1500]],
  ]);
  expect(mostUnderWay).toBeLessThan(500);
  const failed = { state: undefined, score: null, gap: 'unanswered' } as const;
  expect(lateVerdict({ seen: failed, isScoreAsked: false })).toBe('Look-up failed');
});

it('asks only for the names that a longer list adds', async () => {
  const client = new QueryClient();
  const asked: string[] = [];
  const list = (values: readonly string[]) =>
    client.fetchQuery(
      eachOptions('indicatorScores', values, async (_, name) => {
        asked.push(name);
        return Promise.resolve(scored);
      }),
    );
  await list(names.slice(0, 900));
  expect((await list(names.slice(100))).size).toBe(1400);
  expect(asked).toEqual(names);
  await client.invalidateQueries();
  await list(names.slice(0, 10));
  expect(asked.slice(names.length)).toEqual(names.slice(0, 10));
});
