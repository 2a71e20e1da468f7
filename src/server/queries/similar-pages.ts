import type { Query } from '#server/engine/engine.ts';
import { addressKey, mapped } from './address-key.ts';
import { type Condition, condition } from './condition.ts';
import { hostsBelow } from './connection-attributes.ts';

/** A page as scans saw it last at a host. */
export interface PageRow {
  /** Key of the address. */
  readonly host: string;
  /** '' when the address was scanned without a name. */
  readonly hostname: string;
  readonly title: string;
  /** '' when the scan did not compute it. */
  readonly ssdeep: string;
  /** Epoch seconds. */
  readonly seen: number;
}

function pagesQuery(branches: readonly Condition[], limit: number): Query<PageRow> {
  const selected = branches.map(
    ({ sql }) => `SELECT ip, hostname, html_title, html_body_ssdeep, scan_date FROM scan_html WHERE ${sql}`,
  );
  return {
    name: 'similarPages',
    sql: `SELECT ${addressKey('ip')} AS host, hostname, html_title AS title, html_body_ssdeep AS ssdeep,
            toUInt32(toUnixTimestamp(max(scan_date))) AS seen
          FROM (${selected.join(' UNION ALL ')})
          GROUP BY ip, hostname, html_title, html_body_ssdeep ORDER BY seen DESC, host, hostname, title, ssdeep LIMIT ${limit}`,
    params: Object.assign({}, ...branches.map(({ params }) => params)),
    settings: { max_threads: 1 },
  };
}

/** Pages of the subject that are compared with others. */
const mostOwnPages = 10;

/** The latest pages of an address, or under a name. */
export function ownPages(type: 'ip' | 'domain', subject: string): Query<PageRow> {
  const where = type === 'ip' ? condition('ip = toIPv6({ip:String})', { ip: subject }) : hostsBelow(subject);
  return pagesQuery([where], mostOwnPages);
}

/** Pages that are compared with those of the subject. */
export const mostComparedPages = 2000;

/**
 * The latest pages that may be alike: those with one of the parts of a hash in theirs, by the index of the parts, and those at some addresses
 * with one of the titles.
 */
export function pagesLike(
  parts: readonly string[],
  { titles, ips }: { readonly titles: readonly string[]; readonly ips: readonly string[] },
): Query<PageRow> {
  return pagesQuery(
    [
      condition('hasAnyTokens(html_body_ssdeep, {parts:Array(String)})', { parts }),
      condition('ip IN {ips:Array(String)} AND html_title IN {titles:Array(String)}', { ips: mapped(ips), titles }),
    ],
    mostComparedPages + 1,
  );
}
