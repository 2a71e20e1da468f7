import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a slice may keep other requests waiting. */
const sliceMilliseconds = 3;

let last: Promise<unknown> = Promise.resolve();

/** Waits for the turn of the event loop after those of all others that wait: a turn has one slice, however many lists are long. */
function nextSlice(): Promise<unknown> {
  last = last.then(() => nextTurn());
  return last;
}

/** Calls `act` for each item of a long list, in slices of a few milliseconds, so that other requests are answered between them. */
export async function eachInSlices<Item>(items: Iterable<Item>, act: (item: Item) => void): Promise<void> {
  let until = performance.now() + sliceMilliseconds;
  for (const item of items) {
    act(item);
    if (performance.now() < until) continue;
    await nextSlice();
    until = performance.now() + sliceMilliseconds;
  }
}

/** The list that `map` makes of a long list, in slices as `eachInSlices`. */
export async function mapInSlices<Item, Result>(items: Iterable<Item>, map: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  await eachInSlices(items, (item) => results.push(map(item)));
  return results;
}
