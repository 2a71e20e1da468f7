import type { CollectionSource } from '#contract/generated/types.gen.ts';

/** The newest import of every source and kind: a daily source would else fill the list with itself. */
export function latestSources(sources: readonly CollectionSource[]): readonly CollectionSource[] {
  const newestFirst = [...sources].sort((a, b) => (b.loaded_at ?? '').localeCompare(a.loaded_at ?? ''));
  const latest = new Map<string, CollectionSource>();
  for (const source of newestFirst) {
    const key = `${source.source} ${source.kind}`;
    if (!latest.has(key)) latest.set(key, source);
  }
  return [...latest.values()];
}
