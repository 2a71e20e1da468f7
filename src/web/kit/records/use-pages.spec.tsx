import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { PadnsAnswer, PadnsRecord } from '#contract/generated/types.gen.ts';
import { createQueryClient } from '#web/api/client.ts';
import { type Query, questionKey, withQuery } from '#web/api/query.ts';
import { type Pages, usePagedAnswer } from './use-pages.ts';

const question = {
  operationId: 'padnsForward',
  path: { qtype: 'a', qname: 'a.example' },
  query: { limit: 2, skip: 3, with_metadata: 1 },
} as const;
const rowsOf = ({ records = [] }: PadnsAnswer) => records;
const rows = (...answers: readonly string[]) => ({ response: { records: answers.map((answer) => ({ answer })) } });

/** The pages of a question, as drawn with the answers of this client. */
function drawn(client: QueryClient, asked: Query<'padnsForward'>): Pages<PadnsAnswer, PadnsRecord> {
  const made: Pages<PadnsAnswer, PadnsRecord>[] = [];
  function Drawn() {
    made.push(usePagedAnswer(asked, { title: 'A search', rowsOf }));
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Drawn />
    </QueryClientProvider>,
  );
  return made[0]!;
}

it('counts neither in the table nor in an export what the search skips', async () => {
  const client = createQueryClient();
  const updatedAt = Date.now();
  const count = questionKey(withQuery(question, { limit: 1, skip: 0 }));
  const metadata = { results_total_at_least: 6, results_total_is_exact: true };
  client.setQueryData(questionKey(withQuery(question, { with_metadata: 0 })), rows('1', '2'), { updatedAt });
  client.setQueryData(questionKey(withQuery(question, { with_metadata: 0, skip: 5 })), rows('3'));
  client.setQueryData(['count', count, updatedAt], { metadata });
  const { paging, fetchAll } = drawn(client, question);
  expect(paging).toMatchObject({ total: 3, isTotalAtLeast: false, hasMore: true });
  const progress: unknown[] = [];
  const { signal } = new AbortController();
  const all = await fetchAll({ signal, onProgress: (...step) => progress.push(step) });
  expect(all).toHaveLength(3);
  expect(progress).toEqual([[2, 3]]);
  client.clear();
});

it('exports every record once when some are seen again meanwhile, those on screen first', async () => {
  const client = createQueryClient();
  const all = { ...question, query: { limit: 2 } };
  client.setQueryData(questionKey(withQuery(all, { skip: 0 })), rows('d', 'c'));
  const byName = { limit: 10_000, skip: 0, sort: ['query/asc', 'answer/asc'] };
  client.setQueryData(questionKey(withQuery(all, byName)), rows('a', 'b', 'c', 'd'));
  const { fetchAll } = drawn(client, all);
  const exported = await fetchAll({ signal: new AbortController().signal, onProgress: () => undefined });
  expect(exported.map(({ answer }) => answer)).toEqual(['d', 'c', 'a', 'b']);
  client.clear();
});
