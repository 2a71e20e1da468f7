/**
 * Like Promise.all over a map, with at most so many under way at a time. The first failure is thrown, and no further
 * item is begun after it.
 */
export async function mapBounded<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  const waiting = items.entries();
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      if (hasFailed) return;
      results[index] = await work(item);
    }
  };
  const stopOthers = (error: unknown): never => {
    hasFailed = true;
    throw error;
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, () => worker().catch(stopOthers)));
  return results;
}
