import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { End } from './hostile-servers.ts';

/** A DNS server that breaks the rules in one way. */
export interface HostileResolver {
  readonly name: string;
  /** The datagrams with which it answers a question. */
  readonly answer: (question: Buffer) => readonly Buffer[];
  /** Handles TCP, to which the client switches after a truncated answer. */
  readonly serve?: (connection: Socket) => void;
  readonly ends: readonly End[];
}

const failed: readonly End[] = ['live_failed', 'live_timeout'];
const any: readonly End[] = [...failed, 'answered'];

/** The flags of an answer (QR, RD, RA) with a response code. */
const answered = (code: number): number => 0x8180 | code;
const truncated = 0x8380;

/** The question again, with other flags and these records behind it. */
function reply(question: Buffer, flags: number, records: readonly Buffer[] = [], count = records.length): Buffer {
  const end = question.indexOf(0, 12) + 5;
  const header = Buffer.from(question.subarray(0, 12));
  header.writeUInt16BE(flags, 2);
  header.writeUInt16BE(count, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, question.subarray(12, end), ...records]);
}

const ownName = Buffer.from([0xc0, 12]);

function record(type: number, data: Buffer, length = data.length, name = ownName): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(60, 4);
  fixed.writeUInt16BE(length, 8);
  return Buffer.concat([name, fixed, data]);
}

const address = (last: number): Buffer => Buffer.from([192, 0, 2, last % 256]);
const code = (number: number) => (question: Buffer) => [reply(question, answered(number))];
const answers = (records: readonly Buffer[], count?: number) => (question: Buffer) => [
  reply(question, answered(0), records, count),
];

export const hostileResolvers: readonly HostileResolver[] = [
  { name: 'silence', ends: failed, answer: () => [] },
  { name: 'FORMERR', ends: failed, answer: code(1) },
  { name: 'SERVFAIL', ends: failed, answer: code(2) },
  // the root of the DNS exists, so this one cannot look up anything
  { name: 'NXDOMAIN for every name', ends: failed, answer: code(3) },
  { name: 'NOTIMP', ends: failed, answer: code(4) },
  { name: 'REFUSED', ends: failed, answer: code(5) },
  { name: 'the code 15', ends: failed, answer: code(15) },
  { name: 'no record for every name', ends: failed, answer: code(0) },
  { name: 'an empty datagram', ends: failed, answer: () => [Buffer.alloc(0)] },
  { name: 'garbage', ends: failed, answer: () => [Buffer.alloc(500, 0xff)] },
  { name: 'the question back', ends: failed, answer: (question) => [question] },
  { name: 'half an answer', ends: failed, answer: (question) => [reply(question, answered(0)).subarray(0, 15)] },
  {
    name: 'the number of another question',
    ends: failed,
    answer: (question) => {
      const other = reply(question, answered(0), [record(1, address(1))]);
      other.writeUInt16BE((other.readUInt16BE(0) + 1) % 65_536, 0);
      return Array.from({ length: 50 }, () => other);
    },
  },
  { name: 'a record shorter than an address', ends: failed, answer: answers([record(1, Buffer.from([1, 2]))]) },
  { name: 'a record longer than the answer', ends: failed, answer: answers([record(1, address(1), 60_000)]) },
  { name: 'more records than it holds', ends: failed, answer: answers([record(1, address(1))], 65_535) },
  {
    name: 'a name that points at itself',
    ends: any,
    answer: answers([record(1, address(1), 4, Buffer.from([0xc0, 0xff]))]),
  },
  { name: 'an alias of itself', ends: failed, answer: answers([record(5, ownName)]) },
  { name: 'a record of another type', ends: failed, answer: answers([record(16, Buffer.from([3, 97, 98, 99]))]) },
  {
    name: 'a thousand addresses',
    ends: any,
    answer: answers(Array.from({ length: 1000 }, (_, index) => record(1, address(index)))),
  },
  {
    name: 'truncation, and silence over TCP',
    ends: failed,
    answer: (question) => [reply(question, truncated)],
    serve: () => undefined,
  },
  {
    name: 'truncation, and the end over TCP',
    ends: failed,
    answer: (question) => [reply(question, truncated)],
    serve: (connection) => connection.end(),
  },
  {
    name: 'truncation, and a drip over TCP',
    ends: failed,
    answer: (question) => [reply(question, truncated)],
    serve: (connection) => {
      const timer = setInterval(() => connection.write('\xff'), 20).unref();
      connection.once('close', () => clearInterval(timer));
    },
  },
  {
    name: 'truncation, and a reset over TCP',
    ends: failed,
    answer: (question) => [reply(question, truncated)],
    serve: (connection) => connection.resetAndDestroy(),
  },
];

interface OpenResolver {
  /** 'address:port' */
  readonly address: string;
  close(): Promise<void>;
}

/** A real server on loopback, over UDP and TCP at the same port. */
export async function openHostileResolver(resolver: HostileResolver): Promise<OpenResolver> {
  const connections = new Set<Socket>();
  const tcp = createServer((connection) => {
    connections.add(connection);
    connection.on('error', () => undefined).on('close', () => connections.delete(connection));
    resolver.serve?.(connection);
    connection.resume();
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  const { port } = tcp.address() as AddressInfo;
  const udp = await bound(port);
  const close = async (): Promise<void> => {
    for (const connection of connections) connection.destroy();
    await new Promise((resolve) => tcp.close(resolve));
    await new Promise<void>((resolve) => (udp ? udp.close(resolve) : resolve()));
  };
  if (!udp) {
    await close();
    return openHostileResolver(resolver); // the port was free for TCP alone
  }
  udp.on('message', (question, from) => {
    for (const datagram of resolver.answer(question)) udp.send(datagram, from.port, from.address, () => undefined);
  });
  return { address: `127.0.0.1:${port}`, close };
}

function bound(port: number): Promise<UdpSocket | null> {
  const udp = createSocket('udp4');
  return new Promise((resolve) => {
    udp.once('error', () => resolve(null));
    udp.bind(port, '127.0.0.1', () => resolve(udp));
  });
}
