import { parseIpv4 } from '#model/ip-address.ts';
import { cellText } from './cell-text.ts';
import type { CellValue, ColumnKind } from './column.ts';

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  return code >= 97 && code <= 102 ? code - 87 : -1;
}

/**
 * The eight groups of an IPv6 text, only good enough to put addresses in order: model/ip-address.ts checks them in full,
 * which at 100,000 rows takes longer than the whole sort may.
 */
function ipv6Groups(address: string): number[] | null {
  const groups: number[] = [];
  let gapAt = -1;
  let group = 0;
  let digits = 0;
  for (let index = 0; index <= address.length; index += 1) {
    const code = index < address.length ? address.charCodeAt(index) : 58;
    if (code === 58) {
      if (digits > 0) groups.push(group);
      else if (index > 0 && address.charCodeAt(index - 1) === 58) gapAt = groups.length;
      group = 0;
      digits = 0;
    } else {
      const digit = hexDigit(code);
      if (digit < 0 || digits === 4) return null;
      group = group * 16 + digit;
      digits += 1;
    }
  }
  if (gapAt < 0) return groups.length === 8 ? groups : null;
  return groups.length < 8 ? groups.toSpliced(gapAt, 0, ...Array<number>(8 - groups.length).fill(0)) : null;
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
