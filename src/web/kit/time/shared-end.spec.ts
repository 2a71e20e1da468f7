import { expect, it } from 'vitest';
import type { operations } from '#contract/generated/operations.gen.ts';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { frozenQuestion, frozenUrl } from './freeze-times.ts';
import { upperBoundOf, withEnd } from './shared-end.tsx';

const sharedAt = Date.UTC(2026, 10, 21, 11) / 1000;
const question = { operationId: 'padnsReverse', path: { qtype: 'a', qname: '192.0.2.1' } } as const;

it('knows the upper bounds of the contract', () => {
  for (const [id, { parameter, isDay }] of Object.entries(upperBoundOf)) {
    const found = parameters[id as keyof typeof operations].find(({ name }) => name === parameter);
    expect(found, id).toBeDefined();
    expect(found?.format === 'date', id).toBe(isDay);
  }
  const bounds = ['first_seen_before', 'change_date_before', 'date_max'];
  const bounded = Object.entries(parameters).filter(([, list]) => list.some(({ name }) => bounds.includes(name)));
  expect(bounded.map(([id]) => id).sort()).toEqual(Object.keys(upperBoundOf).sort());
});

it('review Show 8: a link to a tab, opened later, asks for what was first seen before it was made', () => {
  const link = new URL(
    frozenUrl('https://dash.example/ip/192.0.2.1?tab=dns', sharedAt, [{ parameter: 'until', value: '-1' }]),
  );
  const end = Number(link.searchParams.get('until'));
  expect(end).toBe(sharedAt - 1);
  expect(withEnd(question, end)).toMatchObject({ query: { first_seen_before: String(sharedAt - 1) } });
  expect(withEnd({ operationId: 'domainCertificates', path: { domain: 'a.example' } }, end)).toMatchObject({
    query: { date_max: '2026-11-21' },
  });
});

it('review Show 8: an API URL has the same end, unless the question has one', () => {
  expect(frozenQuestion(question, sharedAt)).toMatchObject({ query: { first_seen_before: String(sharedAt - 1) } });
  const ended = { ...question, query: { first_seen_before: '-1d', limit: 5 } };
  expect(frozenQuestion(ended, sharedAt).query).toEqual({ first_seen_before: '2026-11-20', limit: 5 });
  const ofDay = { ...question, query: { as_of: '2026-11-01' } };
  expect(frozenQuestion(ofDay, sharedAt)).toEqual(ofDay);
  expect(withEnd({ operationId: 'ipv4Info', path: { ipv4: '192.0.2.1' } }, sharedAt)).not.toHaveProperty('query');
});
