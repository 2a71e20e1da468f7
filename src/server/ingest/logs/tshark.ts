import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { constants as system } from 'node:os';
import { join } from 'node:path';
import { pipeline, Readable, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { DownloadError, errorText } from '#model/errors.ts';
import { formatNumber } from '#model/format.ts';
import { linePacksOf } from '#server/ingest/feeds/read/open-document.ts';

// Packet captures are dissected by tshark, in a process of its own: it gets the capture over stdin, no environment, no files, few
// protocols, a low priority and limits. As root it runs as the user nobody.

/** Limits of a process that reads a hostile or damaged capture. */
export interface TsharkLimits {
  readonly cpuSeconds: number;
  /** Without reading or writing anything. */
  readonly idleSeconds: number;
  /** Of address space; Linux only. */
  readonly memoryMegabytes: number;
  /** Output for each byte of the capture, beyond the first 10 MB. */
  readonly outputRatio: number;
}

const usualLimits: TsharkLimits = { cpuSeconds: 3600, idleSeconds: 60, memoryMegabytes: 2000, outputRatio: 200 };
const freeOutputBytes = 10_000_000;

const folders = [
  '/usr/bin',
  '/usr/local/bin',
  '/opt/homebrew/bin',
  '/opt/local/bin',
  '/run/current-system/sw/bin',
  '/Applications/Wireshark.app/Contents/MacOS',
];

/** Advice where tshark is not installed. */
export const installTshark =
  'This is a packet capture. Captures are read by tshark, which is not installed on the machine of the service. Install it (Debian and Ubuntu: apt install tshark; Fedora: dnf install wireshark-cli; macOS: brew install wireshark) and import the file again.';

/** The path of tshark; undefined where it is not installed. */
export function findTshark(inFolders: readonly string[] = folders): string | undefined {
  return inFolders
    .map((folder) => join(folder, 'tshark'))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** What a packet can be wrapped in, and what is read. Everything else is switched off: there are some 3,000 protocols. */
const usedProtocols = new Set([
  ...'frame eth ethertype vlan ieee8021ad ieee8021ah sll null loop raw llc pktap ppp ppp_hdlc pppoe pppoes'.split(' '),
  ...'mpls gre vxlan geneve erspan nflog wlan wlan_radio radiotap'.split(' '),
  ...'ip ipv6 ipv6.dstopts ipv6.fraghdr ipv6.hopopts ipv6.routing udp tcp dns mdns llmnr tls http'.split(' '),
]);

/** The member of the same name in each packet that tshark writes, and the field it has. Versions before 4.2 know no ja4, and those before 3.6 no ja3. */
const columns = {
  time: 'frame.time_epoch',
  from: 'ip.src or ipv6.src',
  to: 'ip.dst or ipv6.dst',
  stream: 'tcp.stream',
  ja3: 'tls.handshake.ja3',
  ja3s: 'tls.handshake.ja3s',
  ja4: 'tls.handshake.ja4',
  // read from the layers, from which tshark leaves out what no column shows; long values are cut off here
  types: 'tls.handshake.type',
  names: 'tls.handshake.extensions_server_name',
  certificates: 'tls.handshake.certificate',
} as const;

/** Responses of DNS, the messages of TLS that name a server or show its certificate, and HTTP. */
const filter = [
  'dns.flags.response == 1',
  'tls.handshake.type == 1',
  'tls.handshake.type == 2',
  'tls.handshake.type == 11',
  'http.request',
  'http.response',
].join(' or ');
/** Of HTTP, only the heads are read. */
const preferences = ['http.desegment_body:FALSE', 'http.dechunk_body:FALSE', 'http.decompress_body:FALSE'];
/** Written with their bytes: a message is decoded whole, so that each answer keeps its owner. */
const layers = 'dns mdns llmnr tls tls.record tls.handshake tls.handshake.certificates http';

/**
 * The packets of a capture that hold something to keep, one in each line, as JSON: the columns, whose values are separated by commas,
 * and `layers`.
 * @throws DownloadError of the publisher where tshark stops before the end, after the packets before it; the errors of `bytes`
 */
export async function* packetLines(
  bytes: AsyncIterable<Buffer>,
  { tshark = findTshark(), limits = {} }: { tshark?: string | undefined; limits?: Partial<TsharkLimits> } = {},
): AsyncGenerator<readonly string[]> {
  if (tshark === undefined) throw new DownloadError('publisher', installTshark);
  const format = Object.entries(columns).flatMap(([name, field]) => [`"${name}"`, `"%Cus:${field}:0:U"`]);
  const run = { ...usualLimits, ...limits };
  const input = ['-n', '-r', '-', '-Y', filter, ...(await protocolOptions(tshark, run))];
  input.push(...preferences.flatMap((each) => ['-o', each]));
  const output = ['-T', 'ek', '-x', '-j', layers, '-P', '-o', `gui.column.format:${format.join(',')}`];
  for await (const lines of linePacksOf(outputOf(tshark, [...input, ...output], bytes, run)))
    yield lines.filter((line) => !line.startsWith('{"index"'));
}

/** Options that leave only the used protocols on. @throws DownloadError of this machine when tshark does not run */
async function protocolOptions(tshark: string, limits: TsharkLimits): Promise<readonly string[]> {
  const [list, help] = await Promise.all([told(tshark, ['-G', 'protocols'], limits), told(tshark, ['-h'], limits)]);
  const names = list.split('\n').flatMap((line) => line.split('\t')[2] ?? []);
  if (help.includes('--only-protocols'))
    return ['--only-protocols', names.filter((name) => usedProtocols.has(name)).join(',')];
  // version 4.0 and before
  return names.filter((name) => !usedProtocols.has(name)).flatMap((name) => ['--disable-protocol', name]);
}

/** What tshark says of itself. @throws as protocolOptions */
async function told(tshark: string, args: readonly string[], limits: TsharkLimits): Promise<string> {
  const chunks: Buffer[] = [];
  const none: AsyncIterable<Buffer> = Readable.from([]);
  try {
    for await (const chunk of outputOf(tshark, args, none, limits)) chunks.push(chunk);
  } catch (error) {
    throw new DownloadError('this-machine', `tshark does not run on the machine of the service. ${errorText(error)}`);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Sets the limits and runs tshark, which reads from pipes but not from sockets, as Node.js makes them. Another process waits for the end of
 * the socket 3: when this process or this thread ends, it kills the group.
 */
const shell = [
  'ulimit -c 0; ulimit -f 0; ulimit -S -t "$1"; ulimit -H -t "$(($1 + 5))"; ulimit -v "$2" 2>/dev/null; shift 2',
  '(cat <&3; kill -9 0) >/dev/null 2>&1 <&3 &',
  'cat 3<&- | nice -n 10 "$@" 3<&-',
].join('\n');

/** What tshark writes. @throws as packetLines */
async function* outputOf(
  tshark: string,
  args: readonly string[],
  input: AsyncIterable<Buffer>,
  limits: TsharkLimits,
): AsyncGenerator<Buffer> {
  const child = startTshark(tshark, args, limits);
  const { stdin, stdout, stderr } = child;
  let [stop, said, given, written, movedAt, isWaiting] = ['', '', 0, 0, performance.now(), true];
  const end = (reason: string): void => {
    stop ||= reason;
    killGroup(child);
  };
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal: signal ?? undefined }));
    child.once('error', (error) => resolve({ code: null, signal: undefined, error }));
  });
  stderr.on('data', (chunk: Buffer) => {
    if (said.length < 10_000) said += chunk.toString('utf8');
  });
  const watch = setInterval(() => {
    if (isWaiting && performance.now() - movedAt > limits.idleSeconds * 1000)
      end(`tshark made no progress for ${limits.idleSeconds} seconds and was stopped`);
  }, 250);
  const faults: unknown[] = [];
  const source = async function* () {
    let isReading = true;
    try {
      for await (const chunk of input) {
        given += chunk.length;
        movedAt = performance.now();
        isReading = false;
        yield chunk;
        isReading = true;
      }
    } catch (error) {
      // not those of the pipe; tshark reads what came before
      if (isReading) faults.push(error);
    }
  };
  // tshark may end before the capture does
  pipeline(Readable.from(source(), { objectMode: false }), stdin, () => undefined);
  try {
    for await (const chunk of stdout as AsyncIterable<Buffer>) {
      written += chunk.length;
      if (written > freeOutputBytes + given * limits.outputRatio)
        end(`tshark wrote more than ${limits.outputRatio} bytes for each byte of the capture and was stopped`);
      isWaiting = false;
      yield chunk;
      [isWaiting, movedAt] = [true, performance.now()];
    }
    // its last words may arrive after its end
    const [exit] = await Promise.all([exited, finished(stderr).catch(() => undefined)]);
    if (faults.length > 0) throw faults[0];
    const reason = stop || reasonOf(exit, said, limits);
    if (reason !== undefined) throw new DownloadError('publisher', `The capture was not read to its end: ${reason}.`);
  } finally {
    clearInterval(watch);
    killGroup(child);
    stdin.destroy();
  }
}

interface Exit {
  readonly code: number | null;
  readonly signal: string | undefined;
  readonly error?: Error;
}

/** @throws DownloadError of this machine */
function startTshark(tshark: string, args: readonly string[], { cpuSeconds, memoryMegabytes }: TsharkLimits): Child {
  const numbers = [cpuSeconds, memoryMegabytes * 1000].map(String);
  return spawn('/bin/sh', ['-c', shell, 'sh', ...numbers, tshark, ...args], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    ...lesserUser(),
    env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent', WIRESHARK_CONFIG_DIR: '/nonexistent', LC_ALL: 'C' },
  });
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** The user nobody, when this process is root. */
function lesserUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const found = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  return found ? { uid: Number(found[1]), gid: Number(found[2]) } : {};
}

/** Kills tshark, and ends the process that watches pipe 3. */
function killGroup(child: Child): void {
  const { pid, exitCode, signalCode, stdio } = child;
  stdio[3]?.destroy();
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // it ended meanwhile
  }
}

/** Why tshark ended before the capture did; undefined when it read all of it. */
function reasonOf({ code, signal: given, error }: Exit, said: string, limits: TsharkLimits): string | undefined {
  if (error) throw new DownloadError('this-machine', `tshark could not be started: ${error.message}`);
  if (code === 0) return undefined;
  const signal = code === null ? given : nameOfSignal(code - 128);
  if (signal === 'SIGXCPU')
    return `tshark used more than ${formatNumber(limits.cpuSeconds)} seconds of processor time and was stopped`;
  const lines = said.split('\n').map((line) => line.replace(/^tshark: /, '').trim());
  if (lines.some((line) => /failed to allocate|cannot allocate memory/i.test(line)))
    return `tshark needed more than ${formatNumber(limits.memoryMegabytes)} MB of memory`;
  if (signal !== undefined) return `tshark crashed (${signal})`;
  if (lines.some((line) => line.includes('cut short in the middle of a packet')))
    return 'it ends in the middle of a packet';
  const words = lines.filter((line) => line !== '' && !line.startsWith('Running as user')).join(' ');
  return `tshark failed: ${words.slice(0, 500).replace(/[.\s]+$/, '')}`;
}

/** Shells report the signal that ended a process as 128 and its number. */
function nameOfSignal(number: number): string | undefined {
  return Object.entries(system.signals).find(([, each]) => each === number)?.[0];
}
