import { expect, it } from 'vitest';
import type { Services } from './handler.ts';
import { watchServices } from './watch-services.ts';

it('tells when a handler looked beyond the collection', () => {
  const { watched, onlyCollection } = watchServices({ jobs: {}, live: {}, now: () => new Date() } as Services);
  watched.now();
  expect(onlyCollection()).toBe(true);
  expect(watched.live).toBeDefined();
  expect(onlyCollection()).toBe(false);
});
