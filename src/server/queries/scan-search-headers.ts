import { escapeLike } from '#model/wildcard.ts';
import type { Query } from '#server/engine/engine.ts';
import { addressKey } from './address-key.ts';
import { allOf, condition, type Condition } from './condition.ts';
import { addressesQuery, atAddresses, networkCondition, newestOfEach } from './scan-search.ts';
import type { ScanNetwork, ScanPage } from './scan-search.ts';

export interface HeaderSearch extends ScanNetwork, ScanPage {
  /** Anywhere in a line `name: value`; the case of ASCII letters does not matter. */
  readonly text: string | undefined;
}

export interface FoundHeadersRow {
  readonly key: string;
  /** yyyymmdd */
  readonly date: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A5: where the headers were seen. */
export function headerAddresses(search: HeaderSearch): Query<{ key: string }> {
  const where = allOf([networkCondition(search), ...hasText(search)]);
  return addressesQuery('scanHeaders', { table: 'scan_headers', seen: 'scan_date', where }, search);
}

/** A5: every scan, newest first. */
export function headerRecords(search: HeaderSearch, keys: readonly string[]): Query<FoundHeadersRow> {
  const where = allOf([atAddresses(keys), ...hasText(search)]);
  return {
    name: 'scanHeaders',
    sql: `
      SELECT ${addressKey('ip')} AS key, toYYYYMMDD(scan_date) AS date, headers
      FROM scan_headers FINAL WHERE ${where.sql} ${newestOfEach('scan_date DESC, hostname')}`,
    params: where.params,
  };
}

/** `lines` holds the headers in lower case, one a line. */
function hasText({ text }: HeaderSearch): Condition[] {
  if (text === undefined) return [];
  return [condition('lines LIKE lower({text:String})', { text: `%${escapeLike(text)}%` })];
}
