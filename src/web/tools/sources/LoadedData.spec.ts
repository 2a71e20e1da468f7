import { expect, it } from 'vitest';
import { latestSources } from './LoadedData.tsx';

const source = (source: string, kind: string, loaded_at: string) => ({ source, kind, loaded_at });

it('keeps the newest import of every source and kind', () => {
  expect(
    latestSources([
      source('a', 'listings', '2026-01-01 00:00:00'),
      source('a', 'listings', '2026-01-03 00:00:00'),
      source('a', 'routes', '2026-01-02 00:00:00'),
    ]),
  ).toEqual([source('a', 'listings', '2026-01-03 00:00:00'), source('a', 'routes', '2026-01-02 00:00:00')]);
});

it('lists own logs first, also when other data was loaded later', () => {
  const own = source('log:zeek-dns/hq', 'log', '2026-01-01 00:00:00');
  const packaged = source('ranges', 'ranges', '2026-01-02 00:00:00');
  expect(latestSources([packaged, own])).toEqual([own, packaged]);
});
