import type { Query } from '#server/engine/engine.ts';
import { addressKey } from './address-key.ts';
import { allOf, condition, mergeParams, type Condition } from './condition.ts';
import { addressesQuery, atAddresses, isByAddress, networkCondition, newestOfEach } from './scan-search.ts';
import type { ScanNetwork, ScanPage } from './scan-search.ts';

export interface FaviconSearch extends ScanNetwork, ScanPage {
  /** 32 hexadecimal digits, lower case. */
  readonly md5: string | undefined;
  /** Each a signed 32-bit number; all of them have to be the icon's. */
  readonly mmh3: readonly number[];
}

export interface FoundFaviconRow {
  readonly key: string;
  readonly favicon_md5: string;
  readonly favicon_mmh3: number;
}

/** Both icons of a visit, as `icon_hosts` has them, by address. */
const iconsByAddress = (addresses: string): string => `(
  SELECT ip, icon.1 AS favicon_md5, icon.2 AS favicon_mmh3, seen
  FROM (
    SELECT ip, arrayJoin([(favicon_md5, favicon_mmh3), (favicon2_md5, favicon2_mmh3)]) AS icon, scan_date AS seen
    FROM scan_favicon WHERE ${addresses}
  )
  WHERE NOT (favicon_md5 = '' AND favicon_mmh3 = 0))`;

/** A4: where the icons were seen. */
export function faviconAddresses(search: FaviconSearch): Query<{ key: string }> {
  const network = networkCondition(search);
  const byValue = search.md5 !== undefined || search.mmh3.length > 0 || !isByAddress(search);
  const table = byValue ? 'icon_hosts' : iconsByAddress(network.sql);
  return addressesQuery('scanFavicon', { table, seen: 'seen', where: allOf([network, isIcon(search)]) }, search);
}

/** A4: each icon once an address, the one seen last first. */
export function faviconRecords(search: FaviconSearch, keys: readonly string[]): Query<FoundFaviconRow> {
  const addresses = atAddresses(keys);
  const icon = isIcon(search);
  return {
    name: 'scanFavicon',
    sql: `
      SELECT ${addressKey('ip')} AS key, favicon_md5, favicon_mmh3
      FROM ${iconsByAddress(addresses.sql)} WHERE ${icon.sql} GROUP BY ip, favicon_md5, favicon_mmh3
      ${newestOfEach('max(seen) DESC, favicon_mmh3, favicon_md5')}`,
    params: mergeParams(addresses.params, icon.params),
  };
}

/** There are few icons: an MD5 leads to its mmh3, by which hosts are kept. */
function isIcon({ md5, mmh3 }: FaviconSearch): Condition {
  return allOf([
    ...mmh3.map((hash, index) => condition(`favicon_mmh3 = {mmh3_${index}:Int32}`, { [`mmh3_${index}`]: hash })),
    ...(md5 === undefined
      ? []
      : [
          condition(
            `favicon_mmh3 IN (SELECT favicon_mmh3 FROM icons WHERE favicon_md5 = {md5:String}) AND favicon_md5 = {md5:String}`,
            { md5 },
          ),
        ]),
  ]);
}
