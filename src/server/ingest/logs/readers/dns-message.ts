import * as dnsPacket from 'dns-packet';
import type { Answer, Question } from 'dns-packet';
import type { LogEntry } from '#server/ingest/logs/log-reader.ts';
import { recordEntries, type ZoneRecord } from './dns-answers.ts';
import { wireRecord } from './wire-records.ts';
import { privateReverse, reasons, reject, rejected, skipped } from './values.ts';

// Whole DNS messages, as they were on the wire.

/** A part of a message; `bytes` is the length of the one decoded last. */
interface Codec<Part> {
  readonly decode: { (message: Buffer, offset: number): Part; readonly bytes: number };
}

// missing in the types of the package
const { answer, name, question } = dnsPacket as unknown as {
  readonly answer: Codec<Answer>;
  readonly name: Codec<string>;
  readonly question: Codec<Question>;
};

const headerBytes = 12;
const maxMessageBytes = 65_535;
const cutOff = 'a DNS message is cut off or damaged';

/**
 * The entries of a DNS response with the records of all its sections. Of a message that is cut off, the records before the cut are kept.
 * @param time as `readTime` takes it
 */
export function messageEntries(message: Buffer, time: unknown): readonly LogEntry[] {
  if (message.length < headerBytes) return rejected(cutOff);
  if (!isResponse(message)) return skipped(reasons.query);
  const flags = message.readUInt16BE(2);
  if ((flags & 0x7800) !== 0) return skipped('an answer to an update or a notification');
  const { query, records, isWhole } = sectionsOf(message);
  if (query !== undefined && privateReverse(query)) return skipped(reasons.privateReverse);
  if (isWhole) return recordEntries(records, { time, isPart: (flags & 0x0200) !== 0 });
  const entries = records.length > 0 ? recordEntries(records, { time, isPart: true }) : [];
  return [...entries, reject(cutOff)];
}

/** The records of all sections of a response, or why there are none. */
export function messageRecords(message: Buffer): readonly ZoneRecord[] | string {
  const notMessage = 'the answer is not a DNS message';
  if (message.length > maxMessageBytes) return 'the answer is longer than a DNS message can be';
  if (message.length < headerBytes) return notMessage;
  if (!isResponse(message)) return 'the answer is not a DNS response';
  const { records, isWhole } = sectionsOf(message);
  return isWhole ? records : notMessage;
}

function isResponse(message: Buffer): boolean {
  return (message.readUInt16BE(2) & 0x8000) !== 0;
}

/** The first question of a message, in lower case, to compare it with others; '' when it has none or is cut off. */
export function questionOf(message: Buffer): string {
  if (message.length < headerBytes || message.readUInt16BE(4) === 0) return '';
  try {
    return message.toString('latin1', headerBytes, afterName(message, headerBytes) + 4).toLowerCase();
  } catch {
    return '';
  }
}

interface Sections {
  /** The name that was asked for. */
  readonly query: string | undefined;
  readonly records: readonly ZoneRecord[];
  readonly isWhole: boolean;
}

function sectionsOf(message: Buffer): Sections {
  const [questions, ...counts] = [4, 6, 8, 10].map((offset) => message.readUInt16BE(offset));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const records: ZoneRecord[] = [];
  let query: string | undefined;
  let offset = headerBytes;
  try {
    for (let index = 0; index < (questions ?? 0); index += 1) {
      const asked = question.decode(message, offset);
      query ??= asked.name;
      offset += question.decode.bytes;
    }
    for (let index = 0; index < total; index += 1) {
      const { record, end } = recordAt(message, offset);
      records.push(record);
      offset = end;
    }
    return { query, records, isWhole: true };
  } catch {
    return { query, records, isWhole: false };
  }
}

/** @throws RangeError for a record that runs past the end of the message, and the errors of dns-packet for a damaged name */
function recordAt(message: Buffer, offset: number): { readonly record: ZoneRecord; readonly end: number } {
  const data = afterName(message, offset) + 10;
  const end = data + message.readUInt16BE(data - 2);
  // dns-packet neither notices when an address runs past the end nor compares what it read with the length
  if (end > message.length) throw new RangeError('a record runs past the end of the message');
  const record = decodedRecord(message, offset);
  if (record && offset + answer.decode.bytes === end) return { record, end };
  const type = message.readUInt16BE(data - 10);
  return { record: { name: name.decode(message, offset), type }, end };
}

function decodedRecord(message: Buffer, offset: number): ZoneRecord | undefined {
  try {
    return wireRecord(answer.decode(message, offset));
  } catch {
    return undefined;
  }
}

function afterName(message: Buffer, offset: number): number {
  let at = offset;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    // a pointer to an earlier name
    if (length >= 0xc0) return at + 2;
    at += 1 + length;
  }
  return at + 1;
}
