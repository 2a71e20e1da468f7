import type { OperationId } from '#contract/generated/operations.gen.ts';
import { dateToIsoDate, firstOfLastDays, scanDays } from '#model/dates.ts';
import { badInput } from '#server/http/api-error.ts';
import type { Page } from '#server/queries/page.ts';
import type { ScanNetwork } from '#server/queries/scan-search.ts';
import { readIpv4 } from './address.ts';
import { readAddress, readRange } from './padns.ts';

/** The common parameters of A3 to A7, after validation. */
interface ScanQuery {
  readonly ipv4?: string;
  readonly netmask?: number;
  readonly net?: 'in' | 'notin';
  readonly limit?: number;
  readonly skip?: number;
}

/** @throws ApiError 400 */
export function readScanNetwork(operation: OperationId, { ipv4, netmask, net }: ScanQuery): ScanNetwork {
  const outside = net === 'notin';
  if (ipv4 !== undefined) {
    const address = readAddress('ipv4', readIpv4(operation, ipv4), 4);
    return { range: readRange(address, netmask), outside };
  }
  if (outside) throw badInput('ipv4', 'ipv4 is missing: net=notin searches outside the network of ipv4 and netmask.');
  return {};
}

export function readScanPage({ limit = 100, skip = 0 }: ScanQuery): Page {
  return { limit, skip };
}

/** The first day of a window of this many days back from today, 'yyyy-mm-dd'; nothing was scanned before 1970. */
export function sinceDay(windowDays: number | undefined, now: Date): string {
  const first = firstOfLastDays(windowDays ?? scanDays, now);
  return dateToIsoDate(new Date(Math.max(first.getTime(), 0)));
}

/** The numbers of digits that each kind may have. */
const hashes = {
  certificate: { title: 'SHA-1 or SHA-256', lengths: [40, 64] },
  md5: { title: 'MD5', lengths: [32] },
  jarm: { title: 'JARM', lengths: [62] },
} as const;

/** A hash in lower case; colons between its bytes, as some tools write them, are left out. @throws ApiError 400 */
export function readHash(parameter: string, text: string, kind: keyof typeof hashes): string {
  const { title, lengths } = hashes[kind];
  const digits = text.trim().replaceAll(':', '').toLowerCase();
  if (lengths.some((length) => length === digits.length) && /^[0-9a-f]+$/.test(digits)) return digits;
  const wanted = `${lengths.join(' or ')} hexadecimal digits`;
  throw badInput(parameter, `${parameter} is not a valid ${title} hash: send its ${wanted}.`);
}
