import { LRUCache } from 'lru-cache';
import { PbfReader } from 'pbf';
import { DownloadError } from '#model/errors.ts';
import { formatNumber } from '#model/format.ts';
import { textOf } from '#model/json-value.ts';
import type { BinaryReader, LogEntry } from '#server/ingest/logs/log-reader.ts';
import { messageEntries, questionOf } from './dns-message.ts';
import { portsSkip, readJsonLine, reasons, rejected, skipped } from './values.ts';

// dnstap (dnstap.info): messages of name servers as protocol buffers, in a file of Frame Streams (farsightsec.github.io/fstrm). A frame is
// its length and its content; a length of 0 precedes a control frame.

const contentType = 'protobuf:dnstap.Dnstap';
const [startFrame, readyFrame] = [2, 4];
/** A message has at most 65,535 bytes, and a frame has two of them at most. */
const maxFrameBytes = 200_000;

const [resolverResponse, clientResponse, forwarderResponse] = [4, 6, 8];
/** Responses to clients that wait: more than a second of a busy server, after which its threads write. */
const heldResponses = 10_000;
/** Questions of the resolver that are remembered. */
const maxQuestions = 100_000;

/** dnstap files, as BIND, Unbound, Knot, PowerDNS, dnsdist and CoreDNS write them. */
export const readDnstap: BinaryReader = {
  format: 'dnstap',
  title: 'dnstap (Frame Streams)',
  isOwn(head) {
    if (head.length < 12 || head.readUInt32BE(0) !== 0) return false;
    const control = head.subarray(8, 8 + head.readUInt32BE(4));
    // the kind of the frame comes first
    return control.includes(contentType) && [startFrame, readyFrame].includes(control.readUInt32BE(0));
  },
  linePacks,
  open: openTap,
};

/** A message of the file, as it is passed on in a line. */
interface TappedMessage {
  type: number;
  /** Epoch seconds, of the response if it has a time. */
  time: string;
  readonly ports: number[];
  /** Whether a policy of the server decided the response. */
  isOfPolicy: boolean;
  /** In base64. */
  response: string;
}

const noMessage = 'a frame without a dnstap message';

function openTap(): (line: string) => readonly LogEntry[] {
  // what a resolver answers to its clients was counted when it was answered to the resolver
  const questions = new LRUCache<string, true>({ max: maxQuestions });
  return (line) => {
    if (line === '') return [];
    const message = readJsonLine(line) as Partial<TappedMessage> | undefined;
    if (!message) return rejected(noMessage);
    const { type = 0, time, ports = [], isOfPolicy, response } = message;
    if (type === 0) return rejected(noMessage);
    // every other type is a query, and the next one its response
    if (type % 2 === 1) return skipped(reasons.query);
    const skip = portsSkip(ports[0], ports[1]);
    if (skip !== undefined) return skipped(skip);
    const bytes = Buffer.from(textOf(response), 'base64');
    const question = questionOf(bytes);
    if (type === clientResponse && questions.has(question))
      return skipped("a response to a client, after the resolver's own to the same question");
    if (question !== '' && [resolverResponse, forwarderResponse].includes(type)) questions.set(question, true);
    return isOfPolicy === true ? skipped(reasons.policy) : messageEntries(bytes, time);
  };
}

/**
 * Responses to clients come later than in the file: each thread of a server writes on its own, and may write them before the resolver's
 * response to the same question.
 */
async function* linePacks(bytes: AsyncIterable<Buffer>): AsyncGenerator<readonly string[]> {
  const held: string[] = [];
  const faults: unknown[] = [];
  try {
    for await (const frames of framesOf(bytes)) {
      const lines: string[] = [];
      for (const { type, text } of frames.map(lineOf)) (type === clientResponse ? held : lines).push(text);
      yield [...lines, ...held.splice(0, held.length - heldResponses)];
    }
  } catch (error) {
    faults.push(error);
  }
  yield held;
  if (faults.length > 0) throw faults[0];
}

/** The contents of the frames that arrive together. @throws DownloadError, and the errors of `bytes` */
async function* framesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<readonly Buffer[]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    const data: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const frames: Buffer[] = [];
    let at = 0;
    for (let frame = frameAt(data, at); frame; frame = frameAt(data, at)) {
      if (frame.length > maxFrameBytes) {
        yield frames;
        throw damaged(`a frame of ${formatNumber(frame.length)} bytes is longer than any dnstap message`);
      }
      if (frame.end > data.length) break;
      if (!frame.isControl) frames.push(data.subarray(frame.end - frame.length, frame.end));
      at = frame.end;
    }
    rest = data.subarray(at);
    yield frames;
  }
  if (rest.length > 0) throw damaged('it ends in the middle of a frame');
}

/** Undefined while its head is not complete. */
function frameAt(data: Buffer, at: number): { isControl: boolean; length: number; end: number } | undefined {
  if (at + 4 > data.length) return undefined;
  const isControl = data.readUInt32BE(at) === 0;
  const begin = at + (isControl ? 8 : 4);
  if (begin > data.length) return undefined;
  const length = data.readUInt32BE(begin - 4);
  return { isControl, length, end: begin + length };
}

function damaged(reason: string): DownloadError {
  return new DownloadError('publisher', `The dnstap file was not read to its end: ${reason}.`);
}

/** The message in a frame as JSON; the beginning of a frame that cannot be read. */
function lineOf(frame: Buffer): { readonly type: number; readonly text: string } {
  const message: TappedMessage = { type: 0, time: '', ports: [], isOfPolicy: false, response: '' };
  try {
    const reader = new PbfReader(frame);
    reader.readFields((tag) => {
      // the field `message`
      if (tag === 14 && reader.type === bytesType) reader.readMessage(readField, message);
    }, message);
    if (reader.pos === reader.length) return { type: message.type, text: JSON.stringify(message) };
  } catch {
    // not protocol buffers
  }
  return { type: 0, text: `a damaged frame: ${frame.toString('hex', 0, 50)}` };
}

/** Of protocol buffers. */
const [varintType, bytesType, fixed32Type] = [0, 2, 5];
const policyPass = 3;

/** Reads a field of a `Message` (dnstap.proto). */
function readField(tag: number, message: TappedMessage, reader: PbfReader): void {
  if (reader.type === varintType) {
    if (tag === 1) message.type = reader.readVarint();
    // of the query and of the response, which is written later
    else if (tag === 6 || tag === 7) message.ports.push(reader.readVarint());
    else if (tag === 8 || tag === 12) message.time = String(reader.readVarint());
  } else if (reader.type === fixed32Type && (tag === 9 || tag === 13))
    message.time = `${message.time.split('.', 1)[0]}.${String(reader.readFixed32()).padStart(9, '0')}`;
  else if (reader.type === bytesType && tag === 14)
    message.response = Buffer.from(reader.readBytes()).toString('base64');
  else if (reader.type === bytesType && tag === 15)
    reader.readMessage((field, found, policy) => {
      if (field === 3 && policy.type === varintType) found.isOfPolicy = policy.readVarint() !== policyPass;
    }, message);
}
