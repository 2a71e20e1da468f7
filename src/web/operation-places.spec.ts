/** The list of places that docs/operations.md shows and the end-to-end tests go to says something about every operation and parameter. */
import { QueryClient } from '@tanstack/react-query';
import { matchRoutes } from 'react-router';
import { expect, it, test } from 'vitest';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { operationIds, placesOf, reachedParameters } from '#test/places/subject-places.ts';
import { routes } from './app/routes.tsx';

const everyRoute = routes(new QueryClient());

test.each(operationIds)('%s has a place, and all of its parameters can be set', (id) => {
  expect(placesOf(id).length).toBeGreaterThan(0);
  expect([...reachedParameters(id)].sort()).toEqual([...new Set(parameters[id].map(({ name }) => name))].sort());
});

it('names routes that are there, and addresses that lead to them', () => {
  for (const { route, at, where } of operationIds.flatMap(placesOf)) {
    const found = matchRoutes(everyRoute, new URL(at, 'http://any.invalid').pathname)?.at(-1)?.route.path;
    // the result of a job has an address only once there is a job
    expect(route === '/jobs/:id' ? '/search/padns' : route, where).toBe(found);
  }
});

it('asks for parameters that the operation has', () => {
  for (const id of operationIds)
    for (const { asks = {} } of placesOf(id))
      expect(parameters[id].map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(asks)));
});
