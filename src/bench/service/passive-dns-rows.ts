import type { Balboa, BalboaQuestion, BalboaRecord } from './balboa.ts';
import { percentile, shown, verdict } from './figures.ts';
import { generatedRecords, hotKeys } from './generated-records.ts';
import type { Results } from './goals.ts';
import type { Service } from './service.ts';

/** One kind of question. */
interface Row {
  readonly name: string;
  readonly paths: readonly string[];
  /** The same queries in balboa's form. */
  readonly balboa?: readonly BalboaQuestion[];
}

const questionsEach = 24;
const rounds = 3;

/**
 * Prints the rows: for every question the service over HTTP and its own statements directly on the engine port, which take turns
 * in going first, and then balboa. The measurements are added to the results.
 * @returns whether every row is within 1.5 times the engine plus 2 ms
 */
export async function measureRows(measured: Measured): Promise<boolean> {
  console.log('                              service p50/p95   engine p50/p95   bound   ratio');
  let isGood = true;
  for (const row of rowsOf(measured.records)) isGood = (await measureRow(measured, row)) && isGood;
  return isGood;
}

export interface Measured {
  readonly service: Service;
  /** Size of the generated collection. */
  readonly records: number;
  /** Absent where balboa is not installed. */
  readonly balboa?: Balboa;
  /** Whether balboa holds all records; otherwise its answers differ and are not compared. */
  readonly balboaHasAll: boolean;
  readonly results: Results;
}

async function measureRow(measured: Measured, { name, paths, ...row }: Row): Promise<boolean> {
  const { service, balboa, balboaHasAll, results } = measured;
  await service.order({ act: 'remember' }); // from here on
  const asked: { path: string; number: number; toBalboa?: BalboaQuestion }[] = [];
  const [overHttp, onEngine, onBalboa]: [number[], number[], number[]] = [[], [], []];
  for (const [at, path] of paths.entries()) {
    const { status, body } = await service.ask(path);
    if (body.includes('"too_large"')) {
      console.log(`${name.padEnd(28)} refused as too large in this collection`);
      return true;
    }
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body.slice(0, 200)}`);
    const number = await service.order({ act: 'remember' });
    const toBalboa = row.balboa?.[at];
    const theirs = balboa && toBalboa && (await balboa.newest(toBalboa));
    if (theirs && !theirs.records) {
      console.log(`balboa closed the connection before it answered ${path}: it is not asked again`);
      onBalboa.push(theirs.milliseconds);
    }
    if (theirs?.records && balboaHasAll) assertSameNewest(path, body, theirs.records);
    asked.push({ path, number, ...(toBalboa && theirs?.records && { toBalboa }) });
  }
  const askService = async (path: string) => overHttp.push((await service.ask(path)).milliseconds);
  const askEngine = async (number: number) => onEngine.push(await service.order({ act: 'replay', number }));
  for (let round = 0; round < rounds; round += 1)
    for (const [at, { path, number, toBalboa }] of asked.entries()) {
      results.selectOne.push(await service.order({ act: 'select-1' }));
      if ((at + round) % 2 === 0) await askService(path);
      await askEngine(number);
      if ((at + round) % 2 === 1) await askService(path);
      if (balboa && toBalboa) onBalboa.push((await balboa.newest(toBalboa)).milliseconds);
    }
  results.times.set(name, {
    sightline: overHttp,
    engine: onEngine,
    ...(onBalboa.length > 0 && { balboa: onBalboa }),
  });
  const bound = 1.5 * percentile(onEngine, 0.5) + 2;
  const isGood = percentile(overHttp, 0.5) <= bound;
  const ratio = percentile(overHttp, 0.5) / percentile(onEngine, 0.5);
  const beside = onBalboa.length > 0 ? `  balboa p50/p95 ${shown(onBalboa)}` : '';
  console.log(
    `${name.padEnd(28)} ${shown(overHttp)} ${shown(onEngine)} ${bound.toFixed(1).padStart(7)} ${ratio.toFixed(2).padStart(7)}  ${verdict(isGood)}${beside}`,
  );
  return isGood;
}

/** Both hold the same records: the newest were last seen at the same times. @throws Error when not */
function assertSameNewest(path: string, body: string, records: readonly BalboaRecord[]): void {
  const skip = Number(new URL(path, 'http://localhost').searchParams.get('skip') ?? 0);
  if (skip > 0) return; // balboa has no pages
  const { response } = JSON.parse(body) as { response: { records: readonly { last_seen: string }[] } };
  const ours = response.records.map(({ last_seen }) => Date.parse(`${last_seen.replace(' ', 'T')}Z`) / 1000);
  const theirs = records.map(({ time_last }) => time_last);
  if (ours.join() !== theirs.join())
    throw new Error(`${path}: last seen ${ours.slice(0, 3).join()}..., by balboa ${theirs.slice(0, 3).join()}...`);
}

/**
 * Measures the rows over HTTP: a few questions of each, each once.
 * @returns p95 in milliseconds by the name of the row, in their order
 */
export async function slowestTimes(service: Service, records: number, questions = 8): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const { name, paths } of rowsOf(records)) {
    const milliseconds: number[] = [];
    for (const path of paths.slice(0, questions)) milliseconds.push((await service.ask(path)).milliseconds);
    found.set(name, percentile(milliseconds, 0.95));
  }
  return found;
}

function rowsOf(records: number): Row[] {
  const sample = generatedRecords(records);
  const few = (type: string, of: (record: { rrname: string; rdata: string }) => string): string[] => {
    const values = [...new Set(sample.filter(({ rrtype }) => rrtype === type).map(of))];
    return Array.from({ length: questionsEach }, (_, at) =>
      encodeURIComponent(values[Math.floor((at * values.length) / questionsEach)] ?? ''),
    );
  };
  const hosts = few('A', ({ rrname }) => rrname);
  const domains = few('NS', ({ rrname }) => rrname);
  const addresses = few('A', ({ rdata }) => rdata);
  const servers = few('NS', ({ rdata }) => rdata);
  const forward = '/explore/padns/lookup/query';
  const reverse = '/explore/padns/lookup/answer';
  const letters = [...'abcdefghijklmnopqrstuvwx'];
  const row = (name: string, paths: readonly string[], balboa: readonly BalboaQuestion[] = []): Row => ({
    name,
    paths,
    balboa,
  });
  return [
    row(
      'exact name and type',
      hosts.map((host) => `${forward}/a/${host}`),
      hosts.map((rrname) => ({ rrname, rrtype: 'A' })),
    ),
    row(
      'exact name, any type',
      hosts.map((host) => `${forward}/any/${host}`),
    ),
    row(
      '*.domain',
      domains.map((domain) => `${forward}/a/*.${domain}`),
    ),
    row(
      'prefix*',
      domains.map((domain) => `${forward}/a/${domain.slice(0, 9)}*`),
    ),
    row(
      '*infix*',
      domains.map((domain) => `${forward}/a/*${domain.slice(2, 9)}*`),
    ),
    row(
      '^literal... regex',
      domains.map((domain) => `${forward}/a/_?regex=^${domain.slice(0, 8)}.*t$`),
    ),
    row(
      'regex without a literal',
      letters.map((letter) => `${forward}/a/_?regex=^[${letter}z]{2}[a-m]{4}.[0-9].[a-z]{7}$`),
    ),
    row(
      'regex that many names match',
      domains.map((domain) => `${forward}/a/_?regex=[0-9][.](mail|login)[.]${domain.slice(0, 3)}`),
    ),
    row(
      'reverse address',
      addresses.map((address) => `${reverse}/a/${address}`),
      addresses.map((rdata) => ({ rdata, rrtype: 'A' })),
    ),
    row(
      'reverse NS',
      servers.map((server) => `${reverse}/ns/${server}`),
      servers.map((rdata) => ({ rdata, rrtype: 'NS' })),
    ),
    row(
      'reverse /24',
      addresses.map((address) => `${reverse}/a/${address}?netmask=24`),
    ),
    row(
      'newest of a hot address',
      hotPages(`${reverse}/a/${hotKeys.address}`),
      Array.from({ length: 3 }, () => ({ rdata: hotKeys.address, rrtype: 'A' })),
    ),
    row(
      'newest of a hot server',
      hotPages(`${reverse}/ns/${hotKeys.server}`),
      Array.from({ length: 3 }, () => ({ rdata: hotKeys.server, rrtype: 'NS' })),
    ),
    row('newest of a hot /24', hotPages(`${reverse}/a/${hotKeys.address}?netmask=24`).slice(0, 4)),
    row('TXT substring', few('TXT', ({ rdata }) => `${reverse}/txt/${rdata.slice(20, 26)}`).map(decodeURIComponent)),
    row(
      'density of an address',
      addresses.map((address) => `/explore/padns/lookup/density/ipv4/${address}`),
    ),
    row(
      'connections of a host',
      hosts.map((host) => `/connections/domain/${host}`),
    ),
    row(
      'connections of an address',
      addresses.map((address) => `/connections/ip/${address}`),
    ),
    row(
      'campaign of a domain',
      domains.map((domain) => `/connections/domain/${domain}/campaign`),
    ),
    row(
      'campaign of an address',
      addresses.map((address) => `/connections/ip/${address}/campaign`),
    ),
    row(
      'look-alikes of a domain',
      domains.map((domain) => `/connections/look-alikes/${domain}`),
    ),
    row(
      'diversity of a host',
      hosts.map((host) => `/explore/padns/lookup/ipdiversity/a/${host}`),
    ),
  ];
}

/** First pages, and some later ones. */
function hotPages(path: string): string[] {
  return [0, 100, 200, 1000, 0, 5000].map((skip) => `${path}${path.includes('?') ? '&' : '?'}skip=${skip}`);
}

/** Names that have A records, all different. */
export function exactNames(records: number): string[] {
  return [
    ...new Set(
      generatedRecords(records)
        .filter(({ rrtype }) => rrtype === 'A')
        .map(({ rrname }) => rrname),
    ),
  ];
}
