import { existsSync, readFileSync } from 'node:fs';
import { percentile } from './figures.ts';
import { leanCaller, type LeanCaller } from './http-callers.ts';
import { exactNames } from './passive-dns-rows.ts';
import type { Service } from './service.ts';

const rounds = 20;
const lookupsEach = 100;

/** One version of the service under measurement: milliseconds of a look-up, by round. */
interface Version {
  readonly title: string;
  readonly service: Service;
  readonly caller: LeanCaller;
  readonly names: Iterator<string>;
  readonly overHttp: Figures;
  readonly onEngine: Figures;
  /** The same statements behind node:http alone; not measured for an earlier version. */
  readonly overPlainHttp: Figures;
}

interface Figures {
  readonly wall: number[];
  /** CPU milliseconds of the thread that runs JavaScript. */
  readonly cpu: number[];
}

interface AddsOptions {
  readonly service: Service;
  readonly records: number;
  /** An earlier version, which is measured in turn with this one. */
  readonly before: Service | undefined;
}

/**
 * Prints the overhead of the service in an exact look-up: its time over HTTP minus that of the same statements on the engine port, and
 * the same for the CPU time of its main thread. One caller, every name once. An earlier version, and a plain HTTP server in front of the same
 * statements, take turns with this one, so that all run in the same state of the machine.
 */
export async function measureAdds({ service, records, before }: AddsOptions): Promise<void> {
  const versions = [
    ...(before ? [versionOf('before', before, records)] : []),
    versionOf(before ? 'after' : 'now', service, records),
  ];
  try {
    for (const version of versions) await askRound(version, 800); // its code is not compiled yet
    for (let round = 0; round < rounds; round += 1)
      for (const version of versions) await measureRound(version, round % 2 === 0);
    print(versions);
  } finally {
    for (const { caller } of versions) caller.close();
  }
}

function versionOf(title: string, service: Service, records: number): Version {
  return {
    title,
    service,
    names: exactNames(records)[Symbol.iterator](),
    caller: service.caller(0),
    overHttp: { wall: [], cpu: [] },
    onEngine: { wall: [], cpu: [] },
    overPlainHttp: { wall: [], cpu: [] },
  };
}

async function measureRound(version: Version, isHttpFirst: boolean): Promise<void> {
  const { title, service, overHttp, onEngine, overPlainHttp } = version;
  await service.order({ act: 'remember' }); // from here on
  const first = await timed(version, () => askRound(version, lookupsEach));
  const number = await service.order({ act: 'remember' });
  const replayed = await timed(version, () => service.order({ act: 'replay', number }));
  // the statements must be known before they can be replayed: in every second round the look-ups after them count
  const asked = isHttpFirst ? first : await timed(version, () => askRound(version, lookupsEach));
  note(overHttp, asked);
  note(onEngine, replayed);
  if (title !== 'before') note(overPlainHttp, await timed(version, () => askPlain(service, number)));
}

async function askPlain(service: Service, number: number): Promise<void> {
  const caller = leanCaller(await service.order({ act: 'plain-port', number }));
  for (let at = 0; at < lookupsEach; at += 1) await caller.ask('/');
  caller.close();
}

async function askRound({ caller, names }: Version, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const { value: name, done } = names.next();
    if (done) throw new Error('too few records for so many look-ups: give more with --records');
    const { status, text } = await caller.ask(`/api/v1/explore/padns/lookup/query/a/${name}`);
    if (status !== 200 || !text.includes(`"${name}"`))
      throw new Error(`the look-up of ${name} answered ${status}: ${text.slice(-200)}`);
  }
}

async function timed({ service }: Version, act: () => Promise<unknown>): Promise<{ wall: number; cpu: number }> {
  const [cpuBefore, startedAt] = [mainThreadMilliseconds(service), performance.now()];
  await act();
  return { wall: performance.now() - startedAt, cpu: mainThreadMilliseconds(service) - cpuBefore };
}

function note(figures: Figures, { wall, cpu }: { readonly wall: number; readonly cpu: number }): void {
  figures.wall.push(wall / lookupsEach);
  figures.cpu.push(cpu / lookupsEach);
}

/** Linux only; NaN elsewhere. */
function mainThreadMilliseconds({ pid }: Service): number {
  const file = `/proc/${pid}/task/${pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6 : NaN;
}

function print(versions: readonly Version[]): void {
  console.log(
    'added to an exact look-up by          HTTP  engine    adds |    CPU: HTTP  engine    adds   ms, median of rounds',
  );
  const rows = versions.flatMap(({ title, overHttp, onEngine, overPlainHttp }) => [
    addedBy(`the service ${title}`, overHttp, onEngine),
    ...(overPlainHttp.wall.length > 0 ? [addedBy('node:http alone', overPlainHttp, onEngine)] : []),
  ]);
  for (const { line } of rows) console.log(line);
  const ratios = (title: string, row: Added | undefined, to: Added | undefined) =>
    row &&
    to &&
    console.log(`${title}: time ${(row.wall / to.wall).toFixed(2)}, CPU time ${(row.cpu / to.cpu).toFixed(2)}`);
  if (versions.length > 1) ratios('after / before', rows[1], rows[0]);
  ratios('node:http alone / the service', rows.at(-1), rows.at(-2));
}

/** Milliseconds. */
interface Added {
  readonly line: string;
  readonly wall: number;
  readonly cpu: number;
}

function addedBy(title: string, http: Figures, engine: Figures): Added {
  const of = (kind: keyof Figures) => {
    // the difference within each round depends least on the speed of the machine
    const differences = http[kind].map((each, round) => each - (engine[kind][round] ?? NaN));
    return [http[kind], engine[kind], differences].map((each) => percentile(each, 0.5));
  };
  const [wall, cpu] = [of('wall'), of('cpu')];
  const shown = [wall, cpu].map((figures) => figures.map((each) => each.toFixed(2).padStart(8)).join(''));
  return { line: `${title.padEnd(32)} ${shown.join(' |    ')}`, wall: wall[2] ?? NaN, cpu: cpu[2] ?? NaN };
}
