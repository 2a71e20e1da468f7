import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { operations, type OperationId } from '#contract/generated/operations.gen.ts';
import { checkAgainstContract } from './contract-check.ts';
import { anyRequest, type FuzzRequest } from './fuzz-requests.ts';

/** A service under attack. */
export interface FuzzTarget {
  /** `http://127.0.0.1:port` */
  readonly base: string;
  /** The requests are spread over the keys, because each key has its own rate limit. */
  readonly keys: readonly string[];
}

export interface FuzzOptions {
  readonly requests: number;
  readonly seed: number;
  /** All 60 by default. */
  readonly operations?: readonly OperationId[];
  /** Number of concurrent requests. */
  readonly callers?: number;
  /** An answer that is not complete after this time counts as a hang. */
  readonly hangMilliseconds?: number;
  readonly onProgress?: (done: number) => void;
}

/** A request and the fault of its answer. */
interface Finding {
  readonly fault: 'server error' | 'hang' | 'envelope' | 'leak' | 'connection';
  readonly what: string;
  readonly request: string;
}

export interface FuzzReport {
  readonly requests: number;
  /** How many answers had each status, and for 5xx each code. */
  readonly answers: ReadonlyMap<string, number>;
  readonly findings: readonly Finding[];
  readonly slowest: readonly { readonly milliseconds: number; readonly request: string }[];
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Failures above 499 that the contract declares: the caller or the operator can resolve each of them. */
const declared = new Set([
  '501 not_implemented',
  '502 live_failed',
  '503 offline',
  '504 live_timeout',
  '503 queue_full',
  '503 overloaded',
  '503 timeout',
  '503 too_large',
  '503 store_unreachable',
  '503 jobs_full',
  '503 result_too_large',
]);

/** Text that must never be in an answer: messages of the engine, paths of the machine, stack traces. */
const secrets = [
  /DB::Exception|\bCode: \d+\. |__table\d|\bSELECT [a-z(]+.* FROM /,
  /\bnode_modules\b|\bfile:\/\/\/(?!etc\/passwd)|\/src\/server\/|^\s+at .*:\d+:\d+/m,
  /\b(ECONNREFUSED|ENOENT|EACCES|ENOSPC|EMFILE|TypeError|RangeError|SyntaxError)\b/,
];

/** Sends seeded random requests and checks each answer. The same seed sends the same requests. */
export async function fuzz(target: FuzzTarget, options: FuzzOptions): Promise<FuzzReport> {
  const { requests, seed, callers = 8, hangMilliseconds = 120_000, onProgress } = options;
  const ids = options.operations ?? interfaceOperations;
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const answers = new Map<string, number>();
  const findings: Finding[] = [];
  const slowest: { milliseconds: number; request: string }[] = [];
  let sent = 0;

  const askOne = async (asked: FuzzRequest): Promise<void> => {
    const shown = show(asked, target.keys);
    const startedAt = performance.now();
    const answer = await send(target.base, agent, asked, hangMilliseconds);
    slowest.push({ milliseconds: performance.now() - startedAt, request: shown });
    if (slowest.length > 500) slowest.sort((a, b) => b.milliseconds - a.milliseconds).splice(10);
    if (typeof answer === 'string') {
      findings.push({ fault: answer === 'hang' ? 'hang' : 'connection', what: answer, request: shown });
      return;
    }
    let code = codeOf(answer);
    if (asked.method === 'HEAD' && answer.status >= 500) {
      // an answer without a body has no code; the same question by GET returns it
      const told = await send(target.base, agent, { ...asked, method: 'GET' }, hangMilliseconds);
      if (typeof told !== 'string' && told.status === answer.status) code = codeOf(told);
    }
    const name = answer.status >= 500 ? `${answer.status} ${code}` : String(answer.status);
    answers.set(name, (answers.get(name) ?? 0) + 1);
    for (const [fault, what] of faultsOf(asked, answer, name, target.keys))
      findings.push({ fault, what, request: shown });
  };

  // in slices, so that a hundred thousand requests need not be held at once
  const slice = 1000;
  for (let first = 0; first < requests; first += slice) {
    const key = target.keys[(first / slice) % target.keys.length] ?? '';
    const waiting = fc.sample(anyRequest(ids, key), { numRuns: Math.min(slice, requests - first), seed: seed + first });
    const caller = async (): Promise<void> => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        await askOne(next);
        onProgress?.((sent += 1));
      }
    };
    await Promise.all(Array.from({ length: callers }, caller));
  }
  agent.destroy();
  slowest.sort((a, b) => b.milliseconds - a.milliseconds).splice(10);
  return { requests, answers, findings, slowest };
}

/** The 60 operations; F1 is not among them, because it would wait for jobs that do not exist. */
export const interfaceOperations = Object.values(operations)
  .filter(({ item }) => item !== null)
  .map(({ operationId }) => operationId);

function* faultsOf(
  asked: FuzzRequest,
  answer: Answer,
  name: string,
  keys: readonly string[],
): Generator<[Finding['fault'], string]> {
  const { status, text } = answer;
  if (status >= 500 && !declared.has(name)) yield ['server error', `${name}: ${text.slice(0, 300)}`];
  if (asked.method === 'HEAD' || status === 204) return;
  const envelope = envelopeFault(asked, answer);
  if (envelope !== undefined) yield ['envelope', envelope];
  for (const pattern of status >= 400 ? secrets : [])
    if (pattern.test(text)) yield ['leak', `${pattern.source}: ${text.slice(0, 300)}`];
  if (keys.some((key) => text.includes(key))) yield ['leak', `a key: ${text.slice(0, 300)}`];
}

function envelopeFault(asked: FuzzRequest, { status, type, text }: Answer): string | undefined {
  if (!type.startsWith('application/json')) return `${status} with the type ${type}: ${text.slice(0, 200)}`;
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return `${status} is not JSON: ${text.slice(0, 200)}`;
  }
  if (body['status_code'] !== status) return `status_code ${String(body['status_code'])} under the status ${status}`;
  if (!('response' in body)) return `${status} without a response`;
  if ((body['error'] === null) !== status < 400) return `${status} with the error ${JSON.stringify(body['error'])}`;
  try {
    const path = asked.path.replace('/merge-api', '').replace(/^\/api\/v1/, '');
    if (path.startsWith('/explore/')) checkAgainstContract(asked.method, path, status, body);
  } catch (error) {
    return String(error);
  }
  return undefined;
}

function codeOf({ text }: Answer): string {
  return /"code":"(\w+)"/.exec(text)?.[1] ?? 'without a code';
}

/** @returns the answer, or the reason for a missing answer as text */
function send(base: string, agent: Agent, asked: FuzzRequest, hangMilliseconds: number): Promise<Answer | string> {
  const { hostname, port } = new URL(base);
  const { method, path, body } = asked;
  const headers = { ...asked.headers, ...(body && { 'content-length': body.length }) };
  return new Promise((resolve) => {
    const call = request({ agent, hostname, port, method, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', (error) => resolve(error.message));
      answer.on('end', () => {
        clearTimeout(timer);
        const bytes = Buffer.concat(chunks);
        const isPacked = answer.headers['content-encoding'] === 'gzip' && bytes.length > 0;
        resolve({
          status: answer.statusCode ?? 0,
          type: answer.headers['content-type'] ?? 'none',
          text: (isPacked ? gunzipSync(bytes) : bytes).toString('utf8'),
        });
      });
    });
    const timer = setTimeout(() => {
      resolve('hang');
      call.destroy();
    }, hangMilliseconds);
    call.on('error', (error) => {
      clearTimeout(timer);
      resolve(error.message);
    });
    call.end(body);
  });
}

/** The request in a form that can be sent again, without the key. */
function show({ method, path, headers, body }: FuzzRequest, keys: readonly string[]): string {
  const named = Object.entries(headers).map(([name, value]) => `${name}: ${keys.includes(value) ? '…' : value}`);
  const more = body && ` ${JSON.stringify(body.subarray(0, 300).toString('latin1'))}`;
  return `${method} ${path.slice(0, 700)} [${named.join('; ').slice(0, 200)}]${more ?? ''}`;
}

/** Peak memory of a process since the last reset, in bytes; undefined where the system does not report it. */
export function peakMemory(pid: number): number | undefined {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

/** The memory that a process holds now, in bytes. Linux only. */
export function residentMemory(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

/** Resets `peakMemory` to the current memory of the process. */
export function resetPeakMemory(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // only Linux has it; the peak then counts from the start of the process
  }
}
