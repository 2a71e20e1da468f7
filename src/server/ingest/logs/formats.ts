import type { LogReader, RefusedFormat } from './log-reader.ts';
import { readGateway, readOcsf, readRoute53 } from './readers/dns-events.ts';
import { readAdguard, readCof, readDnsCollector, readDnsx } from './readers/dns-records.ts';
import { readDnsmasq } from './readers/dnsmasq.ts';
import { readInfoblox } from './readers/infoblox.ts';
import { readPassivedns } from './readers/passivedns.ts';
import { refusedFormats } from './readers/refused.ts';
import { readCertstream, readHttpx, readTlsx } from './readers/scan-json.ts';
import { readEcs, readEve } from './readers/sensor-events.ts';
import { readTable } from './readers/table.ts';
import { readSysmon, readWindowsDns } from './readers/windows-events.ts';
import { readZeek, readZeekDns, readZeekHttp, readZeekSsl, readZeekX509 } from './readers/zeek.ts';
import { readZoneFile } from './readers/zone-file.ts';

/** Every log format that is read, in the order of docs/logs.md. */
export const logFormats: readonly LogReader[] = [
  readZeekDns,
  readZeekSsl,
  readZeekX509,
  readZeekHttp,
  readZeek,
  readEve,
  readDnsCollector,
  readCof,
  readPassivedns,
  readEcs,
  readOcsf,
  readRoute53,
  readGateway,
  readAdguard,
  readDnsx,
  readTlsx,
  readHttpx,
  readCertstream,
  readInfoblox,
  readDnsmasq,
  readSysmon,
  readWindowsDns,
  readZoneFile,
  readTable,
];

/** The least certainty at which a reader is chosen. */
const sure = 0.5;

/** The reader of a file that begins with these lines, or the refused format; undefined when no format fits. */
export function recogniseLog(
  head: readonly string[],
): { readonly reader: LogReader } | { readonly refused: RefusedFormat } | undefined {
  const found = [
    ...logFormats.map((reader) => ({ certainty: reader.sniff(head), is: { reader } })),
    ...refusedFormats.map((refused) => ({ certainty: refused.sniff(head), is: { refused } })),
  ].sort((one, other) => other.certainty - one.certainty);
  const [best] = found;
  return best && best.certainty >= sure ? best.is : undefined;
}

export function logFormat(name: string): LogReader | undefined {
  return logFormats.find(({ format }) => format === name);
}
