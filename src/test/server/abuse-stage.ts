import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { operations } from '#contract/generated/operations.gen.ts';
import { peakMemory, residentMemory, resetPeakMemory } from './fuzz.ts';
import type { ServiceProcess } from './service-process.ts';
import { type WorstCase, worstCases } from './worst-cases.ts';

interface AbuseReport {
  /** One line for people. */
  readonly summary: string;
  /** A message for each fault. */
  readonly faults: readonly string[];
}

/** The key of a log shipper, of the role `ingest` in the attacked service. */
export const pushKey = 'a-key-that-pushes-logs';

const peakBytes = 1.2e9;
const keptBytes = 300e6;
const slowdown = 5;
/** Heavy calls are repeated until so many exact look-ups ran beside them, or the p95 would be that of one or two. */
const leastBeside = 60;
const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

interface Written {
  readonly path: string;
  readonly body: Buffer | string;
  readonly encoding?: string;
}

/** Every path that takes a body: operations of the contract, logs, and what shippers and older clients call. */
const writePaths: readonly string[] = [
  ...Object.values(operations)
    .filter(({ takesBody, takesRawBody }) => takesBody || takesRawBody)
    .map(({ path }) => path.replace(/\{\w+\}/g, 'zeek')),
  '/ingest/elastic/_bulk',
  '/ingest/suricata-eve',
  '/explore/bulk/summary/domain',
];

/** Attacks a service that has the sample collection and `pushKey`, beside exact look-ups for the heavy questions. */
export async function abuse(service: ServiceProcess, tell: (line: string) => void): Promise<AbuseReport> {
  const faults: string[] = [];
  const names = await exactNames(service);
  await lookUps(service, names, 200);
  const idle = percentile95(await lookUps(service, names, 400));
  const before = residentMemory(service.pid);
  let highest = 0;
  tell(`idle: exact look-ups p95 ${idle.toFixed(1)} ms, memory ${megabytes(before)}`);

  const attack = async (title: string, act: () => Promise<readonly string[]>) => {
    resetPeakMemory(service.pid);
    const startedAt = performance.now();
    const ends = await act();
    const peak = peakMemory(service.pid) ?? 0;
    highest = Math.max(highest, peak);
    const wrong = ends.filter((end) => !/^([234]\d\d|50[34] (queue_full|overloaded|timeout|too_large)|cut)/.test(end));
    if (wrong.length > 0) faults.push(`${title}: ${wrong.slice(0, 3).join(', ')}`);
    if (peak > peakBytes) faults.push(`${title}: the peak memory is ${megabytes(peak)}`);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    tell(`${title.padEnd(58)} ${[...new Set(ends)].sort().join(', ')}  ${seconds} s  ${megabytes(peak)}`);
  };

  for (const path of ['/ingest/elastic/_bulk', '/ingest/suricata-eve'])
    await attack(`3 GB without a line end: ${path}`, async () => [await pour(service, path, 3e9)]);
  const zeros = Buffer.alloc(1_000_000_000);
  const bombs = [
    { encoding: 'gzip', body: gzipSync(zeros, { level: 9 }) },
    { encoding: 'br', body: brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }) },
  ];
  for (const bomb of bombs)
    await attack(`1 GB packed as ${bomb.encoding}: ${writePaths.length} paths`, () =>
      inTurn((path) => write(service, { path, ...bomb })),
    );
  await attack(`nesting 100,000 deep: ${writePaths.length} paths`, () =>
    inTurn((path) => write(service, { path, body: `{"domains":[${deep}],"ips":[${deep}],"x":${deep}}\n` })),
  );

  for (const worst of [...worstCases, summaries]) {
    let isOver = false;
    const beside: number[] = [];
    const besides = (async () => {
      while (!isOver) beside.push(...(await lookUps(service, names, 1)));
    })();
    await attack(`eight at once: ${worst.title}`, async () => {
      const ends = await Promise.all(
        Array.from({ length: 8 }, async (_, caller) => {
          const own: string[] = [];
          do own.push(await ask(service, worst, caller));
          while (beside.length < leastBeside);
          return own;
        }),
      );
      isOver = true;
      return ends.flat();
    });
    await besides;
    const slow = percentile95(beside);
    tell(`${''.padEnd(58)} ${beside.length} exact look-ups beside, p95 ${slow.toFixed(1)} ms`);
    if (slow > slowdown * idle) faults.push(`${worst.title}: exact look-ups beside take ${slow.toFixed(1)} ms (p95)`);
  }

  await pause(60_000);
  const after = residentMemory(service.pid);
  tell(`a minute later: memory ${megabytes(after)}`);
  if (after > before + keptBytes) faults.push(`a minute later the memory is ${megabytes(after)}`);
  return { summary: `abuse: highest peak ${megabytes(highest)}, ${faults.length} faults`, faults };
}

const summaries: WorstCase = {
  title: 'bulk summary of a hundred domains',
  path: () => '/explore/bulk/summary/domain?scan_data=1',
  body: (caller) => ({ domains: Array.from({ length: 100 }, (_, at) => `name-${caller}-${at}.example`) }),
};

/** One heavy question. Its answer is not unpacked, because that would delay the look-ups that this process measures beside it. */
function ask(service: ServiceProcess, { path, body }: WorstCase, caller: number): Promise<string> {
  const method = body ? 'POST' : 'GET';
  const headers = { 'x-api-key': service.keys[caller] ?? '', 'accept-encoding': 'gzip' };
  const { call, end } = open(service, path(caller), headers, method);
  call.end(body && JSON.stringify(body(caller)));
  return end;
}

function endOf(status: number, text: string): string {
  return status < 500 ? String(status) : `${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`;
}

async function inTurn(act: (path: string) => Promise<string>): Promise<string[]> {
  const ends: string[] = [];
  for (const path of writePaths) {
    const end = await act(path);
    ends.push(/^[234]/.test(end) || end === 'cut' ? end : `${end} of ${path}`);
  }
  return ends;
}

/** One request with a body. @returns its status, or that the service cut the connection before its end */
function write(service: ServiceProcess, { path, body, encoding }: Written): Promise<string> {
  const send = open(service, path, {
    'content-length': body.length,
    ...(encoding && { 'content-encoding': encoding }),
  });
  send.call.end(body);
  return send.end;
}

/** Sends letters without a line end until the service has had enough. */
async function pour(service: ServiceProcess, path: string, bytes: number): Promise<string> {
  const { call, end } = open(service, path, {});
  const chunk = Buffer.alloc(1_000_000, 'x');
  let isOver = false;
  void end.then(() => (isOver = true));
  for (let sent = 0; sent < bytes && !isOver; sent += chunk.length)
    if (!call.write(chunk)) await Promise.race([end, new Promise((resolve) => call.once('drain', resolve))]);
  if (!isOver) call.end();
  return end;
}

function open({ url, keys }: ServiceProcess, path: string, more: Record<string, string | number>, method = 'POST') {
  const key = path.startsWith('/ingest') ? pushKey : (keys[0] ?? '');
  const headers = { 'x-api-key': key, 'content-type': 'application/json', ...more };
  const call = request(`${url}${path}`, { method, headers, agent: false, timeout: 120_000 });
  const end = new Promise<string>((resolve) => {
    call.on('response', (answer) => {
      const { statusCode = 0 } = answer;
      let text = '';
      answer.on('data', (part: Buffer) => (text += statusCode < 500 ? '' : part.toString()));
      answer.on('close', () => resolve(endOf(statusCode, text)));
    });
    call.on('timeout', () => resolve('hang'));
    call.on('error', () => resolve('cut'));
  });
  return { call, end };
}

async function exactNames(service: ServiceProcess): Promise<string[]> {
  const { response } = await service.ask('/explore/padns/lookup/query/ns/*.example?limit=500&max_wait=25');
  return (response.records as { query: string }[]).map(({ query }) => query);
}

let asked = 0;

/** Milliseconds of exact look-ups, none of which was asked before. */
async function lookUps(service: ServiceProcess, names: readonly string[], count: number): Promise<number[]> {
  const times: number[] = [];
  for (let done = 0; done < count; done += 1) {
    asked += 1;
    const path = `/explore/padns/lookup/query/ns/${names[asked % names.length]}?limit=${1 + (asked % 9999)}`;
    const startedAt = performance.now();
    const answer = await fetch(`${service.url}${path}`, {
      headers: { 'x-api-key': service.keys[8 + (asked % 8)] ?? '' },
    });
    await answer.arrayBuffer();
    times.push(performance.now() - startedAt);
  }
  return times;
}

function percentile95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? 0;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
