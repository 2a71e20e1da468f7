// Debian's passive DNS store balboa as installed: its RocksDB backend and its frontend, two processes on one folder.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../tools/free-port.ts';
import { generatedRecords, type GeneratedRecord } from './generated-records.ts';
import { leanCaller, timedRequest, type LeanCaller } from './http-callers.ts';

/** Frontend, backend, and the program that feeds a backend with a dump. */
const programs = ['balboa', 'balboa-rocksdb', 'balboa-backend-console'];

/** The path of every answer. */
export const balboaPath = '/query';

/** The records to find: those of a name, or those with an answer. */
export interface BalboaQuestion {
  readonly rrname?: string;
  readonly rdata?: string;
  readonly rrtype?: string;
}

export interface BalboaRecord {
  readonly rrname: string;
  readonly rrtype: string;
  readonly rdata: string;
  readonly time_first: number;
  readonly time_last: number;
  readonly count: number;
}

export interface Balboa {
  /**
   * Loads this many of the generated records of a collection.
   * @returns seconds until the last record is found, without those for the dump
   */
  feed(total: number, from: number, count: number): Promise<number>;
  /**
   * The newest records as a caller gets them: all that match, sorted here. Balboa disconnects after ten seconds: then there are no
   * records, and the time runs until then.
   */
  newest(
    question: BalboaQuestion,
  ): Promise<{ readonly milliseconds: number; readonly records?: readonly BalboaRecord[] }>;
  caller(): LeanCaller;
  close(): Promise<void>;
}

/** @returns the programs that are not on the PATH */
export function missingPrograms(): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return programs.filter((program) => !folders.some((folder) => existsSync(join(folder, program))));
}

/** Starts it empty. @param folder for its records and logs */
export async function startBalboa(folder: string): Promise<Balboa> {
  mkdirSync(join(folder, 'records'), { recursive: true });
  // records come by way of the backend: there is nothing to configure
  const feeders = join(folder, 'feeders.yaml');
  writeFileSync(feeders, 'feeder: []\n');
  const [backendPort, port] = [await freePort(), await freePort()];
  const start = (program: string, args: readonly string[]): ChildProcess => {
    const log = openSync(join(folder, `${program}.log`), 'a');
    return spawn(program, args, { stdio: ['ignore', log, log] });
  };
  const backend = start('balboa-rocksdb', ['-d', join(folder, 'records'), '-p', String(backendPort)]);
  await whenListening(backend, backendPort);
  const frontend = start('balboa', [
    'serve',
    '-H',
    `127.0.0.1:${backendPort}`,
    '-p',
    String(port),
    '-f',
    feeders,
    '-l',
    join(folder, 'frontend.log'),
  ]);
  await whenListening(frontend, port);
  const agent = new Agent({ keepAlive: true });
  let feeds = 0;

  async function records(question: BalboaQuestion): Promise<{ milliseconds: number; records: BalboaRecord[] }> {
    const { status, body, milliseconds } = await timedRequest(balboaPath, { agent, port, body: balboaQuery(question) });
    const { data } = JSON.parse(body) as { data?: { entries: BalboaRecord[] | null } };
    if (status !== 200 || !data?.entries) throw new Error(`balboa answered ${status}: ${body.slice(0, 200)}`);
    return { milliseconds, records: data.entries };
  }

  return {
    async feed(total, from, count) {
      const file = join(folder, 'feed.dump');
      const last = `end-of-feed-${(feeds += 1)}.invalid`;
      await writeDump(file, { total, from, count, last });
      const startedAt = performance.now();
      // balboa sends no acknowledgement: everything is read when it finds the last record
      await ended(
        start('balboa-backend-console', ['replay', '-d', file, '-h', '127.0.0.1', '-p', String(backendPort)]),
      );
      while ((await records({ rrname: last })).records.length === 0) await pause(20);
      const seconds = (performance.now() - startedAt) / 1000;
      await whenIdle(backend);
      return seconds;
    },
    async newest(question) {
      const startedAt = performance.now();
      const found = await records(question).then(
        (answer) => answer.records,
        (error: unknown) => {
          if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') return undefined;
          throw error;
        },
      );
      if (!found) return { milliseconds: performance.now() - startedAt };
      const newest = found.sort((a, b) => b.time_last - a.time_last).slice(0, pageLength);
      return { milliseconds: performance.now() - startedAt, records: newest };
    },
    caller: () => leanCaller(port),
    async close() {
      agent.destroy();
      for (const child of [frontend, backend]) {
        child.kill('SIGTERM');
        await ended(child).catch(() => undefined);
      }
    },
  };
}

const pageLength = 100;

/** Requests all matches, because balboa has no order: the newest can be anywhere among them. */
export function balboaQuery({ rrname, rdata, rrtype }: BalboaQuestion): string {
  const given = [
    ...Object.entries({ rrname, rdata }).flatMap(([name, value]) =>
      value ? [`${name}: ${JSON.stringify(value)}`] : [],
    ),
    ...(rrtype ? [`rrtype: ${rrtype}`] : []),
    'limit: 10000000',
  ];
  return JSON.stringify({
    query: `{entries(${given.join(', ')}) {rrname rrtype rdata time_first time_last count}}`,
  });
}

async function whenListening(child: ChildProcess, port: number): Promise<void> {
  for (const until = performance.now() + 20_000; performance.now() < until; await pause(50)) {
    if (child.exitCode !== null) break;
    const isListening = await new Promise<boolean>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isListening) return;
  }
  throw new Error(`${child.spawnfile} did not start`);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once('exit', resolve));
  const code = child.exitCode ?? child.signalCode;
  if (code !== 0) throw new Error(`${child.spawnfile} ended with ${code}`);
}

/** Waits until the process has merged its files, at most five minutes. */
async function whenIdle({ pid }: ChildProcess): Promise<void> {
  for (const until = performance.now() + 300_000; performance.now() < until;) {
    const before = processorSeconds(pid);
    await pause(2000);
    if (processorSeconds(pid) - before < 0.1) return;
  }
}

function processorSeconds(pid: number | undefined): number {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? [];
    return (Number(user) + Number(system)) / 100;
  } catch {
    return 0; // without /proc there is nothing to wait for
  }
}

interface Dump {
  readonly total: number;
  readonly from: number;
  readonly count: number;
  /** The name of one more record at its end. */
  readonly last: string;
}

const recordsAtOnce = 20_000;
/** The longest generated record takes less than half of this. */
const bytesEach = 400;

/** What `balboa-backend-console dump` writes: a map of MessagePack for each record, its keys the numbers of the fields. */
async function writeDump(path: string, { total, from, count, last }: Dump): Promise<void> {
  const file = await open(path, 'w');
  const buffer = Buffer.alloc((recordsAtOnce + 1) * bytesEach);
  try {
    for (let done = 0; done < count; done += recordsAtOnce) {
      const records = generatedRecords(total, from + done, Math.min(recordsAtOnce, count - done));
      const isLast = done + recordsAtOnce >= count;
      const end = {
        rrtype: 'A',
        rrname: last,
        rdata: '192.0.2.1',
        first_seen: 1,
        last_seen: 1,
        count: 1,
        ttl: 0,
      } as const;
      let length = 0;
      for (const record of isLast ? [...records, end] : records) length = putRecord(buffer, length, record);
      await file.write(buffer, 0, length);
    }
  } finally {
    await file.close();
  }
}

/** @returns where the next one begins */
function putRecord(buffer: Buffer, start: number, record: GeneratedRecord): number {
  let at = buffer.writeUInt8(0x87, start);
  for (const [field, text] of [record.rrname, record.rrtype, record.rdata, 'bench'].entries()) {
    at = buffer.writeUInt8(field, at);
    at = buffer.writeUInt8(0xc5, at);
    const length = buffer.write(text, at + 2, 'latin1');
    at = buffer.writeUInt16BE(length, at) + length;
  }
  for (const [index, number] of [record.count, record.first_seen, record.last_seen].entries()) {
    at = buffer.writeUInt8(4 + index, at);
    at = buffer.writeUInt8(0xce, at);
    at = buffer.writeUInt32BE(number, at);
  }
  return at;
}
