import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { randomFor } from '#sample/random.ts';
import { copyTestStore } from '#test/server/made-once.ts';
import { naiveFeed } from '#test/server/naive-feed.ts';
import { seededDay, seededFeed, seededSource } from '#test/server/seeded-feed.ts';
import { childProgram } from '#test/server/service-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightline-feed-kills-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `npx vitest run --mode whole` with this file kills more often. */
const kills = import.meta.env.MODE === 'whole' ? 20 : 10;
const subjects = 3000;

interface Looked {
  /** The day of the newest list in the collection. */
  readonly asOf: string;
  readonly settled: string;
  readonly damaged: readonly string[];
  readonly hash: string;
}

/** What the collection holds after each day, by the naive rules. */
function hashesByDay(): (day: string) => string {
  const naive = naiveFeed({ category: 'malware', confidence: seededSource.confidence });
  const hashes = new Map<string, string>();
  let next = 0;
  return (asked) => {
    for (; !hashes.has(asked); next += 1) {
      naive.snapshot(seededDay(next), seededFeed({ seed: 'kills', day: next, subjects }));
      const hash = createHash('sha256').update(naive.lines().join('\n'));
      hashes.set(seededDay(next), hash.digest('hex'));
    }
    return hashes.get(asked) ?? '';
  };
}

/** When a child is killed: once it has read that many lists, and a while later. */
interface End {
  readonly lists: number;
  readonly laterMilliseconds: number;
}

/**
 * Runs the child until it is killed, or only lets it look at the collection.
 * @returns what it found when it started, how many lists it read, and how long it took for one
 */
async function runChild(end?: End): Promise<{ looked: Looked; read: number; millisecondsEach: number }> {
  const args = [await childProgram('feeds-in-child'), '--folder', folder, '--subjects', String(subjects)];
  const child = spawn(process.execPath, end ? args : [...args, '--look'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const said: string[] = [];
  let startedAt = 0;
  let readAt = 0;
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    readAt = performance.now();
    if (said.length === 1) startedAt = readAt;
    if (end && said.length === 1 + end.lists) setTimeout(() => child.kill('SIGKILL'), end.laterMilliseconds);
  }
  await ended;
  if (child.signalCode !== (end ? 'SIGKILL' : null)) throw new Error(`the child ended by itself: ${said.join('\n')}`);
  const read = said.length - 1;
  return {
    looked: JSON.parse(said[0] ?? '') as Looked,
    read,
    millisecondsEach: (readAt - startedAt) / Math.max(1, read),
  };
}

describe('a feed update', { timeout: 900_000 }, () => {
  it(`is there as a whole or not at all after each of ${kills} kills`, async () => {
    await copyTestStore(join(folder, 'store'));
    const random = randomFor('feed kills');
    const hashOf = hashesByDay();
    let { read: lists, millisecondsEach } = await runChild({ lists: 2, laterMilliseconds: 0 });
    for (let kill = 1; kill <= kills; kill += 1) {
      // Every other child gets through a list at least, however slow the machine is.
      const end = { lists: kill % 2, laterMilliseconds: millisecondsEach * random.next() };
      const { looked, read, ...took } = await runChild(kill < kills ? end : undefined);
      // the newest list that was reported as read, or the one that was on its way
      expect([seededDay(lists - 1), seededDay(lists)]).toContain(looked.asOf);
      expect(looked).toMatchObject({ settled: 'done', damaged: [], hash: hashOf(looked.asOf) });
      lists = read + (looked.asOf === seededDay(lists) ? lists + 1 : lists);
      if (read > 0) millisecondsEach = took.millisecondsEach;
    }
    expect(lists).toBeGreaterThan(kills / 2);
  });
});
