import { formatIpv4 } from '#model/ip-address.ts';
import type { ReaderName, FieldMapping } from '#server/ingest/feeds/catalogue/feed.ts';

/** A format with as many rows as a benchmark requests, in the syntax of its publisher. */
export interface BenchFormat {
  readonly reader: ReaderName;
  readonly mapping?: FieldMapping;
  readonly head?: string;
  readonly line: (row: number) => string;
}

const day = '2026-10-31';
const name = (row: number): string => `h${row % 7}.${row.toString(36)}-list.example`;
/** 32.0.0.0/8: sixteen million different addresses. */
const address = (row: number): string => formatIpv4(0x2000_0000 + (row % 0x100_0000));
const hex = (row: number, length: number): string => row.toString(16).padStart(length, '0');

export const benchFormats: readonly BenchFormat[] = [
  { reader: 'lines', line: (row) => (row % 3 === 0 ? address(row) : name(row)) },
  { reader: 'hosts', line: (row) => `0.0.0.0 ${name(row)}` },
  {
    reader: 'csv',
    mapping: { indicator: 'url', first: 'seen', tags: 'target', reference: 'detail' },
    head: 'id,url,detail,seen,target\n',
    line: (row) => `${row},"https://${name(row)}/sign,in",https://list.test/${row},${day}T01:02:03+00:00,Bank`,
  },
  {
    reader: 'ndjson',
    mapping: { indicator: 'ioc.value', first: 'seen', tags: 'tags[]' },
    line: (row) => `{"ioc":{"value":"${name(row)}"},"seen":"${day}","tags":["a","b"]}`,
  },
  {
    reader: 'spamhaus-drop',
    line: (row) => `{"cidr":"${address(row * 16)}/28","sblid":"SBL${row}","rir":"ripencc"}`,
  },
  {
    reader: 'urlhaus',
    head: '# id,dateadded,url,url_status,last_online,threat,tags,urlhaus_link,reporter\r\n',
    line: (row) =>
      `"${row}","${day} 02:51:17","http://${name(row)}/a.exe","online","${day} 02:51:17","malware_download","exe,elf","https://urlhaus.abuse.ch/url/${row}/","x"`,
  },
  {
    reader: 'threatfox',
    head: '# "first_seen_utc","ioc_id","ioc_value","ioc_type","threat_type","fk_malware","malware_alias","malware_printable","last_seen_utc","confidence_level","is_compromised","reference","tags","anonymous","reporter"\r\n',
    line: (row) =>
      `"${day} 02:50:05", "${row}", "${address(row)}:443", "ip:port", "botnet_cc", "win.x", "", "X", "", "100", "False", "None", "x", "0", "x"`,
  },
  {
    reader: 'sslbl',
    head: '# Listingdate,SHA1,Listingreason\n',
    line: (row) => `${day} 01:35:35,${hex(row, 40)},Vidar C&C`,
  },
  { reader: 'tranco', line: (row) => `${row + 1},${name(row)}` },
  { reader: 'tor-exits', line: (row) => `ExitAddress ${address(row)} ${day} 03:00:00` },
  {
    reader: 'iptoasn',
    line: (row) => `${address(row * 8)}\t${address(row * 8 + 7)}\t${1000 + (row % 60_000)}\tNL\tNET`,
  },
  { reader: 'pfx2as', line: (row) => `${address(row * 256)}\t24\t${1000 + (row % 60_000)}` },
];

/** The lines of a list of names and addresses on a day: one in a hundred differs from the day before. */
export function listLine(row: number, dayNumber: number): string {
  const changes = Math.floor((dayNumber + (row % 100)) / 100);
  return row % 3 === 0 ? address(row + 5_000_000 * (changes % 2)) : `c${changes}.${name(row)}`;
}
