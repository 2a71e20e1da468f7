import { useNow } from './use-now.ts';

const units: readonly [seconds: number, one: string][] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
];

/** How old an answer is, in words that renew themselves: "3 min ago". Nothing is shown below a minute. */
export function AgeOf({ at }: { at: number }) {
  const seconds = Math.max(0, useNow() - at / 1000);
  const [size, unit] = units.find(([limit]) => seconds >= limit) ?? [];
  if (!size) return null;
  return (
    <time dateTime={new Date(at).toISOString()} title={new Date(at).toISOString()} className="ml-auto text-faint">
      {Math.floor(seconds / size)} {unit} ago
    </time>
  );
}
