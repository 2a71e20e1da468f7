import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import { formatIpv4, formatIpv6, parseIp, type IpAddress } from '#model/ip-address.ts';
import { ipv4RangeToCidrs, ipv6RangeToCidrs } from '#model/cidr.ts';

/** A prefix in the store's form: IPv4 is IPv4-mapped, and the length counts in the 128-bit form. */
export interface StoredPrefix {
  readonly first: string;
  readonly length: number;
}

export interface RangeLine {
  readonly prefixes: StoredPrefix[];
  /** The fields after the two addresses. */
  readonly fields: string[];
}

/**
 * Lines of a `first,last,...` file, in order, never the whole file in memory.
 * @throws Error at the first line that is not a range: such a file is not the one this reader knows.
 */
export async function* readRanges(path: string): AsyncGenerator<RangeLine> {
  const lines: AsyncIterable<string[]> = pipeline(
    createReadStream(path),
    parse({ relaxColumnCount: true }),
    () => undefined, // an error ends the loop below
  );
  for await (const line of lines) {
    const [first = '', last = '', ...fields] = line;
    const prefixes = rangePrefixes(first, last);
    if (!prefixes) throw new Error(`${path} has a line that is not a range of addresses: ${line.join().slice(0, 200)}`);
    yield { prefixes, fields };
  }
}

function rangePrefixes(first: string, last: string): StoredPrefix[] | null {
  const [from, to] = [parseIp(first), parseIp(last)];
  return from && to && from.version === to.version ? storedPrefixes(from, to) : null;
}

/** The fewest prefixes that cover the addresses of one family from `first` to `last`, in order. */
export function storedPrefixes(first: IpAddress, last: IpAddress): StoredPrefix[] {
  if (first.version === 4)
    return ipv4RangeToCidrs(first.value, Number(last.value)).map(({ network, length }) => ({
      first: `::ffff:${formatIpv4(Number(network.value))}`,
      length: length + 96,
    }));
  return ipv6RangeToCidrs(first.value, BigInt(last.value)).map(({ network, length }) => ({
    first: formatIpv6(BigInt(network.value)),
    length,
  }));
}

/** How many lines a file has: what a progress bar counts up to. */
export async function countLines(path: string): Promise<number> {
  let lines = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>)
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
  return lines;
}
