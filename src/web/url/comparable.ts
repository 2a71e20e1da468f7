import type { IndicatorKind } from '#model/indicator-kind.ts';

/** Whether the page that compares takes the kind: domains and addresses, in any pairing. */
export function isComparable(kind: IndicatorKind): boolean {
  return kind === 'domain' || kind === 'ipv4' || kind === 'ipv6';
}
