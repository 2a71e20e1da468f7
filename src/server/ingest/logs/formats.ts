import type { BinaryReader, LogReader, RefusedFormat } from './log-reader.ts';
import { readCapture } from './readers/capture.ts';
import { readGateway, readOcsf, readRoute53 } from './readers/dns-events.ts';
import { readAdguard, readCof, readDnsCollector, readDnsx } from './readers/dns-records.ts';
import { readDnsmasq } from './readers/dnsmasq.ts';
import { readDnstap } from './readers/dnstap.ts';
import { readInfoblox } from './readers/infoblox.ts';
import { readPassivedns } from './readers/passivedns.ts';
import { refusedFormats } from './readers/refused.ts';
import { readCertstream, readHttpx, readTlsx } from './readers/scan-json.ts';
import { readEcs, readEve } from './readers/sensor-events.ts';
import { readTable } from './readers/table.ts';
import { readSysmon, readWindowsDns } from './readers/windows-events.ts';
import { readZeek, readZeekDns, readZeekHttp, readZeekSsl, readZeekX509 } from './readers/zeek.ts';
import { readZoneFile } from './readers/zone-file.ts';

/** The formats of text that are read, in the order of docs/logs.md. */
export const textFormats: readonly LogReader[] = [
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

const binaryFormats: readonly BinaryReader[] = [readCapture, readDnstap];

/** Every log format that is read, in the order of docs/logs.md. */
export const logFormats: readonly (LogReader | BinaryReader)[] = [...textFormats, ...binaryFormats];

/** The least certainty at which a reader is chosen. */
const sure = 0.5;

/** The reader of a file that begins with these lines, or the refused format; undefined when no format fits. */
export function recogniseLog(
  head: readonly string[],
): { readonly reader: LogReader } | { readonly refused: RefusedFormat } | undefined {
  const found = [
    ...textFormats.map((reader) => ({ certainty: reader.sniff(head), is: { reader } })),
    ...refusedFormats.map((refused) => ({ certainty: refused.sniff(head), is: { refused } })),
  ].sort((one, other) => other.certainty - one.certainty);
  const [best] = found;
  return best && best.certainty >= sure ? best.is : undefined;
}

/** The reader of a binary file that begins with these bytes; undefined for text and for unknown binary data. */
export function recogniseBinary(head: Buffer): BinaryReader | undefined {
  return binaryFormats.find((reader) => reader.isOwn(head));
}

export function logFormat(name: string): LogReader | BinaryReader | undefined {
  return logFormats.find(({ format }) => format === name);
}

/** What to say of a format that is not read. */
export function unknownFormat(name: string): string {
  return `There is no format "${name}". Formats: ${formatNames()}.`;
}

/** Of all formats, for messages. */
export function formatNames(): string {
  return logFormats.map(({ format }) => format).join(', ');
}
