import type { AsnSubnetRecord } from '#contract/generated/types.gen.ts';
import { addressCount, parseCidr } from '#model/cidr.ts';

/** A prefix that an AS announces, or did on the day that the session looks at. */
export interface AnnouncedPrefix {
  readonly subnet: string;
  /** Addresses in it; null beyond what a number can hold exactly. */
  readonly size: number | null;
  /** Against today; '' when today is all there is. */
  readonly change: '' | 'both days' | 'only then' | 'only now';
}

/** The prefixes of a record. A11, A12: an AS that the collection does not know has an error in their place. */
export function prefixesOf(record: AsnSubnetRecord | undefined): readonly string[] | undefined {
  return record?.error === undefined ? record?.subnets : undefined;
}

export function announcedNow(now: readonly string[]): readonly AnnouncedPrefix[] {
  return now.map((subnet) => ({ subnet, size: sizeOf(subnet), change: '' }));
}

/** What was announced then and what is now, together. */
export function announcedThen(then: readonly string[], now: readonly string[]): readonly AnnouncedPrefix[] {
  const [before, after] = [new Set(then), new Set(now)];
  return [...new Set([...then, ...now])].map((subnet) => ({
    subnet,
    size: sizeOf(subnet),
    change: !after.has(subnet) ? 'only then' : before.has(subnet) ? 'both days' : 'only now',
  }));
}

function sizeOf(subnet: string): number | null {
  const cidr = parseCidr(subnet);
  const count = cidr && Number(addressCount(cidr));
  return count !== null && Number.isSafeInteger(count) ? count : null;
}

/** "3 prefixes then, 4 now: 1 came, 0 went." */
export function changeSentence(rows: readonly AnnouncedPrefix[]): string {
  const count = (change: AnnouncedPrefix['change']) => rows.filter((row) => row.change === change).length;
  const [both, gone, come] = [count('both days'), count('only then'), count('only now')];
  const words = (prefixes: number) => `${prefixes.toLocaleString('en')} ${prefixes === 1 ? 'prefix' : 'prefixes'}`;
  if (gone + come === 0) return `The same ${words(both)} then and now.`;
  return `${words(both + gone)} then, ${(both + come).toLocaleString('en')} now: ${come.toLocaleString('en')} came, ${gone.toLocaleString('en')} went.`;
}
