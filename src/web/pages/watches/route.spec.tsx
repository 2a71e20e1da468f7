import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterAll, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/api/client.ts';
import { questionKey } from '#web/api/query.ts';
import { Component } from './route.tsx';

vi.stubGlobal('location', { origin: 'http://dash.example' });
afterAll(() => vi.unstubAllGlobals());
const first = questionKey({ operationId: 'watchEvents', query: { limit: 50, skip: 0 } });
const events = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, place) => ({ id: String(from + place), title: `Event ${from + place}` }));

function pageOf(client: QueryClient, searchParams = ''): string {
  return renderToStaticMarkup(
    <NuqsTestingAdapter searchParams={searchParams}>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <Component />
        </MemoryRouter>
      </QueryClientProvider>
    </NuqsTestingAdapter>,
  );
}

it.each([
  [{ events: events(80, 81), total: 1 }, 'Event 80'],
  [{ events: [], total: 0 }, 'The event of this link is not in the collection.'],
])('opens the event of a link, wherever it is in the list: %j', (response, words) => {
  const client = createQueryClient();
  const question = { operationId: 'watchEvents', query: { event: '80', limit: 50, skip: 0 } } as const;
  client.setQueryData(questionKey(question), { response });
  const markup = pageOf(client, '?event=80&watch=w');
  expect(markup).toContain(words);
  expect(markup).toContain('Show the events of all watches');
});

it.each([
  [[], '50 rows loaded of 120'],
  [[[50, 100]], '100 rows loaded of 120'],
  [
    [
      [50, 100],
      [100, 120],
    ],
    undefined,
  ],
] as const)('leads to every event, after the pages %j: %s', (pages, words) => {
  const client = createQueryClient();
  client.setQueryData(first, { response: { events: events(0, 50), total: 120 } });
  if (pages.length > 0)
    client.setQueryData(['pages', first], {
      pages: pages.map(([from, to]) => ({ events: events(from, to), total: 120 })),
      pageParams: pages.map(([from]) => from),
    });
  const markup = pageOf(client);
  expect(markup.match(/<details/g)).toHaveLength(pages.at(-1)?.[1] ?? 50);
  expect(markup.includes('Load more')).toBe(words !== undefined);
  expect(markup).toContain(words ?? 'Event 119');
  client.clear();
});
