import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomFor } from '#sample/random.ts';
import { openChdb } from '#server/engine/chdb-engine.ts';
import { type Engine, EngineError } from '#server/engine/engine.ts';
import { createSchema } from '#server/schema/create-schema.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { seededObservations } from '#test/server/seeded-observations.ts';
import { childProgram } from '#test/server/service-process.ts';
import { observationJournal } from './observation-journal.ts';
import { lastSequence, type Observation } from './observations.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightline-journal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Print {
  readonly count: number;
  readonly hash: string;
}
interface Looked {
  readonly arrived: number;
  readonly settled: number;
  readonly prints: Readonly<Record<string, Print>>;
}
type Said = Looked | { readonly acknowledged: number };

interface Merged {
  first: number;
  last: number;
  count: number;
  ttl: number;
}

/** Every table of the passive DNS as plain maps: what the store must hold, to the count. */
function naiveMerge() {
  const tables: Record<string, Map<string, Merged>> = {};
  const put = (table: string, key: readonly string[], seen: Observation) => {
    const { count, ttl } = seen;
    const [first, last] = [Number(seen.first_seen), Number(seen.last_seen)];
    const rows = (tables[table] ??= new Map());
    const old = rows.get(key.join('|'));
    if (!old) return void rows.set(key.join('|'), { first, last, count, ttl });
    old.first = Math.min(old.first, first);
    old.last = Math.max(old.last, last);
    old.count += count;
    old.ttl = Math.max(old.ttl, ttl);
  };
  const add = (seen: Observation): void => {
    const { rrtype, rdata } = seen;
    const name = seen.rrname;
    const owner = rrtype === 'PTR4' ? `::ffff:${name}` : name;
    put('fwd', [rrtype, owner, rdata], seen);
    put('names', [rrtype, name], seen);
    if (rrtype === 'TXT') put('txt', [rrtype, rdata, name], seen);
    else put('rev', [rrtype, rrtype === 'A' ? `::ffff:${rdata}` : rdata, owner], seen);
    const members = (rrtype === 'NS' || rrtype === 'MX') && (seen.rrset ?? [rdata]);
    if (!members || members[0] !== rdata) return;
    // one row per episode, which begins with its first sighting
    put('rrsets', [rrtype, name, members.join(','), String(seen.first_seen)], seen);
    put('rrsets_by_hash', [rrtype, members.join(','), name], seen);
  };
  const lineOf: Record<string, (key: string, row: Merged) => string> = {
    names: (key, { first, last }) => `${key}|${first}|${last}`,
    rrsets: (key, { last, count }) => `${key}|${last}|${count}`,
    rrsets_by_hash: (key, { first, last, count }) => `${key}|${first}|${last}|${count}`,
  };
  const whole = (key: string, { first, last, count, ttl }: Merged) => `${key}|${first}|${last}|${count}|${ttl}`;
  const prints = (): Record<string, Print> =>
    Object.fromEntries(
      ['fwd', 'rev', 'names', 'txt', 'rrsets', 'rrsets_by_hash'].map((table) => {
        const rows = [...(tables[table] ?? [])].map(([key, row]) => (lineOf[table] ?? whole)(key, row)).sort();
        const text = rows.map((row) => `${row}\n`).join('');
        return [table, { count: rows.length, hash: createHash('sha256').update(text).digest('hex') }];
      }),
    );
  return { add, prints };
}

describe('a load that is killed', () => {
  const kills = 8;
  const seed = process.env['SIGHTLINE_SPEC_SEED'] ?? String(Date.now() % 1_000_000);
  const random = randomFor(`kills/${seed}`);
  const batch = { seed, rows: 2000, names: 1000 };

  /** Runs until it is killed so long after it began to load. */
  async function run(killAfterMilliseconds: number | undefined): Promise<{ looked: Looked; acknowledged: number }> {
    const options = ['--folder', folder, '--seed', seed, '--rows', String(batch.rows), '--names', String(batch.names)];
    const args = [await childProgram('observations-in-child'), ...options];
    const child = spawn(process.execPath, killAfterMilliseconds === undefined ? [...args, '--look'] : args, {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const gone = new Promise((resolve) => child.once('exit', resolve));
    let [looked, acknowledged]: [Looked | undefined, number] = [undefined, 0];
    const words: string[] = [];
    for await (const line of createInterface({ input: child.stderr })) {
      if (!line.startsWith('{')) words.push(line);
      else {
        const said = JSON.parse(line) as Said;
        if ('acknowledged' in said) acknowledged = said.acknowledged;
        else {
          looked = said;
          if (killAfterMilliseconds !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMilliseconds);
        }
      }
    }
    await gone;
    if (!looked) throw new Error(`the load did not start:\n${words.join('\n')}`);
    return { looked, acknowledged };
  }

  it(`agrees with a naive merge of what was acknowledged, after each of ${kills} kills (seed ${seed})`, async () => {
    const merge = naiveMerge();
    let [merged, acknowledged, settled, batchMilliseconds] = [0, 0, 0, 250];
    for (let kill = 0; kill <= kills; kill += 1) {
      const after = random.next() * 3 * batchMilliseconds;
      const end = await run(kill === kills ? undefined : after);
      const { looked } = end;
      settled += looked.settled;
      // nothing acknowledged is lost; the one batch at work may have become whole
      expect([acknowledged, acknowledged + 1]).toContain(looked.arrived);
      while (merged < looked.arrived) {
        merged += 1;
        for (const seen of seededObservations({ ...batch, sequence: merged })) merge.add(seen);
      }
      expect(looked.prints, `after kill ${kill} of seed ${seed}`).toEqual(merge.prints());
      // a busy machine takes longer over a batch: the kills stay spread over three of them
      const batches = Math.max(0, end.acknowledged - looked.arrived);
      batchMilliseconds = batches > 0 ? (batchMilliseconds + after / batches) / 2 : batchMilliseconds * 1.2;
      acknowledged = Math.max(looked.arrived, end.acknowledged);
    }
    console.warn(`seed ${seed}: ${acknowledged} batches, ${settled} in doubt after ${kills} kills`);
    expect(acknowledged).toBeGreaterThan(0);
    expect(settled).toBeGreaterThan(0);
  });
});

describe('observationJournal', () => {
  const journalFolder = join(folder, 'faults/journal');
  const rows = seededObservations({ seed: 'faults', sequence: 1, rows: 20, names: 10 });
  const broken: string[] = [];
  let engine: Engine;
  let isFailing = false;

  beforeAll(async () => {
    const path = join(folder, 'faults/store');
    engine = await openChdb({ path, database: 'sightline', sessions: 2, limits: statementLimits(1e9) });
    await createSchema(engine, { folder: 'src/server/schema' });
  });
  beforeEach(() => rmSync(journalFolder, { recursive: true, force: true }));
  afterAll(() => engine.close());

  const open = () =>
    observationJournal(
      {
        ...engine,
        insert: (table, block) =>
          isFailing ? Promise.reject(new EngineError('failed', 'no room')) : engine.insert(table, block),
      },
      journalFolder,
      (message) => broken.push(message),
    );
  const files = () => readdirSync(journalFolder);
  const countOf = async () => {
    const [row] = await engine.query<{ count: number }>({ name: 'spec', sql: 'SELECT sum(count) AS count FROM fwd' });
    return row?.count ?? 0;
  };
  const given = rows.reduce((sum, row) => sum + row.count, 0);

  it('numbers the batches of an import by itself, one after another', async () => {
    const before = await countOf();
    const journal = open();
    await Promise.all([journal.append(101, rows), journal.append(101, rows), journal.append(102, rows)]);
    expect([await lastSequence(engine, 101), await lastSequence(engine, 102)]).toEqual([2, 1]);
    expect(await countOf()).toBe(before + 3 * given);
    expect(files()).toEqual([]);
  });

  it('sends a batch that failed again before the next one, also after a restart', async () => {
    const before = await countOf();
    isFailing = true;
    await expect(open().append(103, rows)).rejects.toThrow('no room');
    expect(files()).toEqual([expect.stringMatching(/^batch-103-1-\d+\.rows$/)]);
    await expect(open().settle()).rejects.toThrow('no room');
    isFailing = false;
    const journal = open();
    await journal.append(103, rows);
    expect(await lastSequence(engine, 103)).toBe(2);
    expect(await countOf()).toBe(before + 2 * given);
    expect(await journal.settle()).toBe(0);
  });

  it('drops a half-written file and sets a broken one aside', async () => {
    const before = await countOf();
    const journal = open();
    await journal.settle();
    writeFileSync(join(journalFolder, 'batch-104-1-200.rows.partial'), 'cut');
    writeFileSync(join(journalFolder, 'batch-105-1-200.rows'), 'cut');
    await journal.settle();
    expect(files()).toEqual(['batch-105-1-200.rows.broken']);
    expect(broken).toEqual([expect.stringContaining('batch-105-1-200.rows is corrupt')]);
    expect(await countOf()).toBe(before);
  });

  it('keeps the mark of a push through a failure', async () => {
    const before = await countOf();
    isFailing = true;
    await expect(open().appendOnce(107, rows, 'body:0af/-é')).rejects.toThrow('no room');
    isFailing = false;
    const journal = open();
    expect(await journal.appendOnce(107, rows, 'body:0af/-é')).toBe('known');
    expect(await countOf()).toBe(before + given);
  });

  it('settles what an earlier version left as lines', async () => {
    const before = await countOf();
    const journal = open();
    await journal.settle();
    const head = { batch: { import: 108, sequence: 1 }, count: rows.length };
    const lines = [head, ...rows].map((line) => JSON.stringify(line)).join('\n');
    writeFileSync(join(journalFolder, 'batch-108-1.json'), lines);
    expect(await journal.settle()).toBe(1);
    expect(await lastSequence(engine, 108)).toBe(1);
    expect(await countOf()).toBe(before + given);
  });

  it('forgets a batch that is refused for its size', async () => {
    const journal = open();
    const tooMany = Array.from({ length: 1_000_000 }, () => rows[0] as Observation);
    await expect(journal.append(106, tooMany)).rejects.toThrow(RangeError);
    expect(files()).toEqual([]);
  });
});
