import { expect, it } from 'vitest';
import { latestSources } from './LoadedData.tsx';

it('keeps the newest import of every source and kind', () => {
  const source = (source: string, kind: string, loaded_at: string) => ({ source, kind, loaded_at });
  expect(
    latestSources([
      source('a', 'listings', '2026-01-01 00:00:00'),
      source('a', 'listings', '2026-01-03 00:00:00'),
      source('a', 'routes', '2026-01-02 00:00:00'),
    ]),
  ).toEqual([source('a', 'listings', '2026-01-03 00:00:00'), source('a', 'routes', '2026-01-02 00:00:00')]);
});
