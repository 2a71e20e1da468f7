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

/** Room for the length of an IPv4 prefix, and for none. */
const PREFIX_LENGTHS = 64;

function addressKey(text: string): number | string | null {
  const slash = text.indexOf('/');
  const address = slash < 0 ? text : text.slice(0, slash);
  const prefixLength = slash < 0 ? 0 : Number(text.slice(slash + 1));
  if (address.includes(':')) {
    const groups = ipv6Groups(address);
    return groups && String.fromCharCode(1, ...groups, prefixLength);
  }
  const value = parseIpv4(address);
  return value === null || !(prefixLength < PREFIX_LENGTHS) ? null : value * PREFIX_LENGTHS + prefixLength;
}

/**
 * 192.0.2.9 before 192.0.2.10, IPv4 (numbers) before IPv6 before names (texts); an address before the subnet that begins
 * with it.
 */
export function indicatorKey(text: string): number | string {
  const lower = text.toLowerCase();
  return addressKey(lower) ?? lower;
}

/** 'yyyy-mm-dd' and 'yyyy-mm-dd hh:mm:ss' as the number of their digits; null for other texts. */
function timeKey(text: string): number | null {
  if (text.length !== 10 && text.length !== 19) return null;
  let value = 0;
  for (let index = 0; index < 19; index += 1) {
    const code = index < text.length ? text.charCodeAt(index) : 48;
    const isBetween = index === 4 || index === 7 || index === 10 || index === 13 || index === 16;
    if (isBetween) {
      if (code >= 48 && code <= 57 && index < text.length) return null;
    } else if (code < 48 || code > 57) return null;
    else value = value * 10 + code - 48;
  }
  return value;
}

/** The key that orders a cell, numbers before texts; NaN and '' stand for "no value", which always sorts last. */
export function sortKey(value: CellValue, kind: ColumnKind): number | string {
  if (typeof value === 'number' && kind !== 'time') return value;
  if (typeof value === 'boolean') return Number(value);
  const text = cellText(value, kind);
  if (text === '' && kind !== 'text' && kind !== 'indicator' && kind !== 'time') return NaN;
  if (kind === 'indicator') return indicatorKey(text);
  return (kind === 'time' ? timeKey(text) : null) ?? text.toLowerCase();
}
