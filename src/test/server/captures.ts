import { connect as connectTcp, createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { connect as connectTls, createServer as createTlsServer, type SecureVersion, type TlsOptions } from 'node:tls';

// Packet captures, built from bytes.

/** An end of an exchange: an IPv4 or IPv6 address in the form of `[192, 0, 2, 1]` or 16 bytes, and a port. */
export interface End {
  readonly ip: readonly number[];
  readonly port: number;
}

/** A frame of a capture. */
export interface Frame {
  /** Epoch seconds. */
  readonly time: number;
  readonly bytes: Buffer;
  /** Of libpcap; Ethernet unless given. Only pcapng files may hold several. */
  readonly linkType?: number;
}

/** Bytes that an end sends at a time, for `tcpFrames`. */
export interface Sent {
  readonly from: 'client' | 'server';
  readonly bytes: Buffer;
}

const [udpProtocol, tcpProtocol] = [17, 6];

/** A datagram in an Ethernet frame. @param tags VLANs, the outer one first */
export function udpFrame(
  time: number,
  { from, to, bytes, tags }: { from: End; to: End; bytes: Buffer; tags?: readonly number[] },
): Frame {
  const head = Buffer.alloc(8);
  head.writeUInt16BE(from.port, 0);
  head.writeUInt16BE(to.port, 2);
  head.writeUInt16BE(8 + bytes.length, 4);
  return { time, bytes: ethernet(from, to, udpProtocol, Buffer.concat([head, bytes]), tags) };
}

/** A TCP connection from its SYN to its FIN, a millisecond between frames. @param segment bytes in a frame at most */
export function tcpFrames(
  time: number,
  { client, server, sent, segment = 1400 }: { client: End; server: End; sent: readonly Sent[]; segment?: number },
): Frame[] {
  const frames: Frame[] = [];
  const next = { client: 1000, server: 5000 };
  const add = (from: 'client' | 'server', flags: number, bytes: Buffer = Buffer.alloc(0)): void => {
    const [source, target] = from === 'client' ? [client, server] : [server, client];
    const head = Buffer.alloc(20);
    head.writeUInt16BE(source.port, 0);
    head.writeUInt16BE(target.port, 2);
    head.writeUInt32BE(next[from], 4);
    head.writeUInt32BE((flags & 0x10) === 0 ? 0 : next[from === 'client' ? 'server' : 'client'], 8);
    head[12] = 0x50;
    head[13] = flags;
    head.writeUInt16BE(65_535, 14);
    next[from] += bytes.length + ((flags & 3) === 0 ? 0 : 1);
    const packet = ethernet(source, target, tcpProtocol, Buffer.concat([head, bytes]));
    frames.push({ time: time + frames.length / 1000, bytes: packet });
  };
  add('client', 2);
  add('server', 0x12);
  add('client', 0x10);
  for (const { from, bytes } of sent)
    for (let at = 0; at < bytes.length; at += segment) add(from, 0x18, bytes.subarray(at, at + segment));
  add('client', 0x11);
  add('server', 0x11);
  add('client', 0x10);
  return frames;
}

function ethernet(from: End, to: End, protocol: number, payload: Buffer, tags: readonly number[] = []): Buffer {
  const isIpv4 = from.ip.length === 4;
  const macs = Buffer.from([2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1]);
  const vlans = tags.map((tag) => Buffer.from([0x81, 0, tag >> 8, tag & 0xff]));
  const type = Buffer.from(isIpv4 ? [0x08, 0x00] : [0x86, 0xdd]);
  return Buffer.concat([
    macs,
    ...vlans,
    type,
    isIpv4 ? ipv4(from, to, protocol, payload) : ipv6(from, to, protocol, payload),
  ]);
}

function ipv4(from: End, to: End, protocol: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(20);
  head[0] = 0x45;
  head.writeUInt16BE(20 + payload.length, 2);
  head[8] = 64;
  head[9] = protocol;
  head.set(from.ip, 12);
  head.set(to.ip, 16);
  return Buffer.concat([head, payload]);
}

function ipv6(from: End, to: End, protocol: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(40);
  head[0] = 0x60;
  head.writeUInt16BE(payload.length, 4);
  head[6] = protocol;
  head[7] = 64;
  head.set(from.ip, 8);
  head.set(to.ip, 24);
  return Buffer.concat([head, payload]);
}

/** A file in the format of libpcap. @param snapLength bytes of a frame that are kept */
export function pcap(
  frames: readonly Frame[],
  { isBigEndian = false, hasNanoseconds = false, snapLength = 262_144 } = {},
): Buffer {
  const words = (...values: readonly number[]): Buffer => {
    const buffer = Buffer.alloc(values.length * 4);
    for (const [index, value] of values.entries())
      if (isBigEndian) buffer.writeUInt32BE(value, index * 4);
      else buffer.writeUInt32LE(value, index * 4);
    return buffer;
  };
  const shorts = isBigEndian ? Buffer.from([0, 2, 0, 4]) : Buffer.from([2, 0, 4, 0]);
  const magic = hasNanoseconds ? 0xa1b2_3c4d : 0xa1b2_c3d4;
  const parts = [words(magic), shorts, words(0, 0, snapLength, 1)];
  for (const { time, bytes } of frames) {
    const kept = bytes.subarray(0, snapLength);
    const fraction = Math.round((time % 1) * (hasNanoseconds ? 1e9 : 1e6));
    parts.push(words(Math.floor(time), fraction, kept.length, bytes.length), kept);
  }
  return Buffer.concat(parts);
}

/** A file in the format pcapng: a section, an interface for each type of link and a block for each frame. */
export function pcapng(frames: readonly Frame[]): Buffer {
  const block = (type: number, body: Buffer): Buffer => {
    const padded = Buffer.concat([body, Buffer.alloc(-body.length & 3)]);
    const [head, tail] = [Buffer.alloc(8), Buffer.alloc(4)];
    head.writeUInt32LE(type, 0);
    head.writeUInt32LE(padded.length + 12, 4);
    tail.writeUInt32LE(padded.length + 12, 0);
    return Buffer.concat([head, padded, tail]);
  };
  const section = Buffer.from('4d3c2b1a01000000ffffffffffffffff', 'hex');
  const linkTypes = [...new Set(frames.map(({ linkType = 1 }) => linkType))];
  const devices = linkTypes.map((linkType) =>
    block(1, Buffer.from([linkType & 0xff, linkType >> 8, 0, 0, 0, 0, 4, 0])),
  );
  const packets = frames.map(({ time, bytes, linkType = 1 }) => {
    const head = Buffer.alloc(20);
    head.writeUInt32LE(linkTypes.indexOf(linkType), 0);
    const microseconds = BigInt(Math.round(time * 1e6));
    head.writeUInt32LE(Number(microseconds >> 32n), 4);
    head.writeUInt32LE(Number(microseconds & 0xffff_ffffn), 8);
    head.writeUInt32LE(bytes.length, 12);
    head.writeUInt32LE(bytes.length, 16);
    return block(6, Buffer.concat([head, bytes]));
  });
  return Buffer.concat([block(0x0a0d_0d0a, section), ...devices, ...packets]);
}

/** What both ends of a real TLS connection send, to its end. @param options the certificate and key of the server */
export async function tlsExchange(version: SecureVersion, servername: string, options: TlsOptions): Promise<Sent[]> {
  const sent: Sent[] = [];
  const versions = { minVersion: version, maxVersion: version };
  const server = createTlsServer({ ...versions, ...options }, (socket) => socket.end('good morning'));
  const port = await listening(server);
  const relay = createTcpServer((client) => {
    const target = connectTcp(port, '127.0.0.1');
    client.on('data', (bytes: Buffer) => sent.push({ from: 'client', bytes }));
    target.on('data', (bytes: Buffer) => sent.push({ from: 'server', bytes }));
    client.pipe(target).pipe(client);
  });
  const place = { host: '127.0.0.1', port: await listening(relay) };
  const client = connectTls({ ...place, ...versions, servername, rejectUnauthorized: false });
  await new Promise<void>((resolve, reject) => client.on('error', reject).once('close', resolve).resume());
  for (const each of [server, relay]) each.close();
  return sent;
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
