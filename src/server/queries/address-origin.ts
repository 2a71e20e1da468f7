import type { Query } from '#server/engine/engine.ts';
import { addressKey, askedAddresses } from './address-key.ts';

/** Who announces an address and where it is registered, as of today. */
export interface OriginRow {
  readonly key: string;
  /** 0 when nobody announces it. */
  readonly asn: number;
  /** CIDR; empty when nobody announces it. */
  readonly subnet: string;
  /** yyyymmdd; 19000101 when unknown. */
  readonly subnetAllocated: number;
  /** ISO 3166 two-letter code; empty when unknown. */
  readonly country: string;
}

/** The longest prefix of today that covers each address: one dictionary look-up each, no table is read. */
export function originQuery(name: string, ips: readonly string[]): Query<OriginRow> {
  return {
    name,
    sql: `
      SELECT ${addressKey('ip')} AS key, origin.asn AS asn, origin.subnet AS subnet,
        toYYYYMMDD(origin.allocated) AS subnetAllocated, dictGet('country_of', 'country', ip) AS country
      FROM (SELECT ip, dictGet('origin_as', ('asn', 'subnet', 'allocated'), ip) AS origin FROM (${askedAddresses}))`,
    params: { ips },
  };
}
