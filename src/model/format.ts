const grouped = new Intl.NumberFormat('en');

/** "1,234". */
export function formatNumber(value: number | bigint): string;
export function formatNumber(value: number | bigint | undefined): string | undefined;
export function formatNumber(value: number | bigint | undefined): string | undefined {
  return value === undefined ? undefined : grouped.format(value);
}

/** The word for a count of things: "address" for 1, "addresses" otherwise. */
export function plural(count: number | bigint, one: string, many = `${one}s`): string {
  return Number(count) === 1 ? one : many;
}

/** "1 address", "1,234 addresses". */
export function formatCount(count: number | bigint, one: string, many?: string): string {
  return `${formatNumber(count)} ${plural(count, one, many)}`;
}
