import { parseIpv4 } from '#model/ip-address.ts';
import { cellText } from './cell-text.ts';
import type { CellValue, ColumnKind } from './column.ts';

/**
 * Groups of an IPv6 text, only good enough to put addresses in order: model/ip-address.ts checks them in full, which at
 * 100,000 rows takes longer than the whole sort may.
 */
function ipv6Groups(address: string): number[] | null {
  if (!/^[\da-f:]+$/.test(address)) return null;
  const [head = '', tail = ''] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const missing = 8 - left.length - right.length;
  if (missing < 0 || (missing > 0 && !address.includes('::'))) return null;
  const zeros = Array<string>(missing).fill('0');
  return [...left, ...zeros, ...right].map((group) => parseInt(group, 16));
}

function addressKey(text: string): string | null {
  const slash = text.indexOf('/');
  const address = slash < 0 ? text : text.slice(0, slash);
  const prefixLength = slash < 0 ? 0 : Number(text.slice(slash + 1));
  if (address.includes(':')) {
    const groups = ipv6Groups(address);
    return groups && String.fromCharCode(1, ...groups, prefixLength);
  }
  const value = parseIpv4(address);
  return value === null ? null : String.fromCharCode(0, value / 65_536, value % 65_536, prefixLength);
}

/** 192.0.2.9 before 192.0.2.10, IPv4 before IPv6 before names; an address before the subnet that begins with it. */
export function indicatorKey(text: string): string {
  const lower = text.toLowerCase();
  return addressKey(lower) ?? lower;
}

/** The key that orders a cell; NaN and '' stand for "no value", which always sorts last. */
export function sortKey(value: CellValue, kind: ColumnKind): number | string {
  if (typeof value === 'number' && kind !== 'time') return value;
  if (typeof value === 'boolean') return Number(value);
  const text = cellText(value, kind);
  if (text === '' && kind !== 'text' && kind !== 'indicator' && kind !== 'time') return NaN;
  return kind === 'indicator' ? indicatorKey(text) : text.toLowerCase();
}
