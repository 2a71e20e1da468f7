import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a slice may keep other requests waiting. */
const sliceMilliseconds = 3;

/** Calls `act` for each item of a long list, in slices of a few milliseconds, so that other requests are answered between them. */
export async function eachInSlices<Item>(items: Iterable<Item>, act: (item: Item) => void): Promise<void> {
  let until = performance.now() + sliceMilliseconds;
  for (const item of items) {
    act(item);
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + sliceMilliseconds;
  }
}

/** The list that `map` makes of a long list, in slices as `eachInSlices`. */
export async function mapInSlices<Item, Result>(items: Iterable<Item>, map: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  await eachInSlices(items, (item) => results.push(map(item)));
  return results;
}
