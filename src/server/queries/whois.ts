import type { Query } from '#server/engine/engine.ts';

/** A stored whois record; `date` is yyyymmdd, times are 'yyyy-mm-dd hh:mm:ss' or empty when the record does not say. */
export interface WhoisRow {
  readonly date: number;
  readonly created: string;
  readonly updated: string;
  readonly expires: string;
  readonly registrar: string;
  readonly name: string;
  readonly org: string;
  readonly emails: readonly string[];
  readonly address: readonly string[];
  readonly city: string;
  readonly state: string;
  readonly zipcode: string;
  readonly country: string;
  readonly nameservers: readonly string[];
  readonly whois_server: string;
  /** Number of the import that it came with. */
  readonly import: number;
}

const time = (column: string) => `if(w.${column} > toDateTime64(0, 0, 'UTC'), toString(w.${column}), '') AS ${column}`;

/** C10: the stored records of a domain, newest first. */
export function domainWhois(domain: string): Query<WhoisRow> {
  return {
    name: 'domainWhois',
    sql: `SELECT toYYYYMMDD(w.date) AS date, ${time('created')}, ${time('updated')}, ${time('expires')}, registrar, name,
                 org, emails, address, city, state, zipcode, country, nameservers, whois_server, import
          FROM whois AS w FINAL WHERE domain = {domain:String} ORDER BY w.date DESC LIMIT 1000`,
    params: { domain },
  };
}
