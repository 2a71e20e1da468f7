/** One address of a subnet and how many names point to it. */
export interface DensityItem {
  readonly key: string;
  readonly label: string;
  readonly value: number;
}

export interface DensityBucket {
  /** The first key. */
  readonly key: string;
  /** One label, or the first and the last. */
  readonly label: string;
  /** The highest value inside: a peak that vanishes is a lie. */
  readonly value: number;
  readonly items: number;
}

/** At most `maxCount` neighbours together in equal steps; each item alone while they fit. */
export function densityBuckets(items: readonly DensityItem[], maxCount: number): readonly DensityBucket[] {
  const size = Math.max(1, Math.ceil(items.length / Math.max(1, maxCount)));
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => {
    const members = items.slice(index * size, (index + 1) * size);
    const [first, last] = [members[0]!, members.at(-1)!];
    return {
      key: first.key,
      label: members.length === 1 ? first.label : `${first.label} to ${last.label}`,
      value: members.reduce((max, { value }) => Math.max(max, value), 0),
      items: members.length,
    };
  });
}

/** "37 of 256 addresses in use; the densest, 192.0.2.7, has 1,204 names." */
export function describeDensity(items: readonly DensityItem[]): string {
  const used = items.filter(({ value }) => value > 0);
  const count = (value: number) => value.toLocaleString('en');
  const inUse = `${count(used.length)} of ${count(items.length)} ${items.length === 1 ? 'address' : 'addresses'} in use`;
  if (used.length === 0) return `${inUse}.`;
  const densest = used.reduce((best, item) => (item.value > best.value ? item : best));
  return `${inUse}; the densest, ${densest.label}, has ${count(densest.value)} ${densest.value === 1 ? 'name' : 'names'}.`;
}

/** Height as a share of the highest, by the logarithm: one crowded address must not flatten the others. Anything above 0 shows. */
export function barShare(value: number, max: number): number {
  return value <= 0 || max <= 0 ? 0 : Math.max(0.04, Math.log1p(value) / Math.log1p(max));
}
