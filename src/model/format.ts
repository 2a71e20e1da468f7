const grouped = new Intl.NumberFormat('en');

/** "1,234". */
export function formatNumber(value: number | bigint): string;
export function formatNumber(value: number | bigint | undefined): string | undefined;
export function formatNumber(value: number | bigint | undefined): string | undefined {
  return value === undefined ? undefined : grouped.format(value);
}

/** "1,234.50": with that many decimals, also where they are 0. */
export function formatDecimal(value: number, decimals: 1 | 2): string {
  return (decimals === 1 ? tenths : hundredths).format(value);
}

const fixed = (digits: number) =>
  new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const tenths = fixed(1);
const hundredths = fixed(2);

/** The word for a count of things: "address" for 1, "addresses" otherwise. */
export function plural(count: number | bigint, one: string, many = `${one}s`): string {
  return Number(count) === 1 ? one : many;
}

/** "1 address", "1,234 addresses". */
export function formatCount(count: number | bigint, one: string, many?: string): string {
  return `${formatNumber(count)} ${plural(count, one, many)}`;
}

/** A size as a person reads it: '640 B', '820 kB', '1.4 MB', '85 MB'. */
export function formatBytes(bytes: number): string {
  const [size, unit] =
    [[1e9, 'GB'] as const, [1e6, 'MB'] as const, [1e3, 'kB'] as const].find(([from]) => bytes >= from) ??
    ([1, 'B'] as const);
  const value = bytes / size;
  return `${value >= 10 ? Math.round(value) : Math.round(value * 10) / 10} ${unit}`;
}

/** How long something took: "8 s", "2 min 5 s", "1 h 12 min". */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The text with its first letter in upper case. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The text with its first letter in lower case. */
export function uncapital(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
