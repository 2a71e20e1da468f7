import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a slice may keep other requests waiting. */
const sliceMilliseconds = 1;

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

/** Items that are written in one go: about a tenth of a millisecond. */
const blockLength = 20;

/** The JSON of a document. A long list in its `response` is written in slices, so that other requests are answered between them. */
export async function jsonBytes<Document extends { readonly response: unknown }>(document: Document): Promise<Buffer> {
  const { response } = document;
  const members = typeof response === 'object' && response !== null && !Array.isArray(response) ? response : {};
  const [name, list] = Array.isArray(response)
    ? [undefined, response as unknown[]]
    : (Object.entries(members).find((entry): entry is [string, unknown[]] => isLong(entry[1])) ?? []);
  if (!isLong(list)) return Buffer.from(JSON.stringify(document));
  const mark = randomUUID();
  const rest = { ...document, response: name === undefined ? mark : { ...members, [name]: mark } };
  const [head = '', tail = ''] = JSON.stringify(rest).split(`"${mark}"`);
  const starts = Array.from({ length: Math.ceil(list.length / blockLength) }, (_, block) => block * blockLength);
  const blocks = await mapInSlices(starts, (at) => {
    const items = JSON.stringify(list.slice(at, at + blockLength)).slice(1, -1);
    return Buffer.from(at === 0 ? items : `,${items}`);
  });
  return Buffer.concat([Buffer.from(`${head}[`), ...blocks, Buffer.from(`]${tail}`)]);
}

function isLong(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > blockLength;
}
