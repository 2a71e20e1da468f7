import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { randomFor } from '#sample/random.ts';
import { childProgram } from '#server/testing/child-program.ts';
import { naiveFeed } from '#server/testing/naive-feed.ts';
import { seededDay, seededFeed, seededSource } from '#server/testing/seeded-feed.ts';
import { copyTestStore } from '#server/testing/store-template.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightline-feed-kills-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const kills = 20;
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

/** When a child is killed: so long after it has said what it found, or when it has read that many lists. */
type End = { readonly milliseconds: number } | { readonly lists: number } | 'by itself';

/** Runs the child until its end. @returns what it said, and how long it took for a list */
async function runChild(end: End): Promise<{ looked: Looked; read: number; millisecondsEach: number }> {
  const args = [await childProgram('feeds-in-child'), '--folder', folder, '--subjects', String(subjects)];
  const isLook = end === 'by itself';
  const child = spawn(process.execPath, isLook ? [...args, '--look'] : args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const said: string[] = [];
  let startedAt = 0;
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    if (said.length === 1) startedAt = performance.now();
    if (said.length === 1 && typeof end === 'object' && 'milliseconds' in end)
      setTimeout(() => child.kill('SIGKILL'), end.milliseconds);
    if (typeof end === 'object' && 'lists' in end && said.length > end.lists) child.kill('SIGKILL');
  }
  const milliseconds = performance.now() - startedAt;
  await ended;
  if (child.signalCode !== (isLook ? null : 'SIGKILL'))
    throw new Error(`the child ended by itself: ${said.join('\n')}`);
  const read = said.length - 1;
  return { looked: JSON.parse(said[0] ?? '') as Looked, read, millisecondsEach: milliseconds / Math.max(1, read) };
}

describe('a feed update', { timeout: 900_000 }, () => {
  it(`is there as a whole or not at all after each of ${kills} kills`, async () => {
    await copyTestStore(join(folder, 'store'));
    const random = randomFor('feed kills');
    const hashOf = hashesByDay();
    const first = await runChild({ lists: 2 });
    let lists = first.read;
    for (let kill = 1; kill <= kills; kill += 1) {
      const moment = { milliseconds: 2 * first.millisecondsEach * random.next() };
      const { looked, read } = await runChild(kill === kills ? 'by itself' : moment);
      // the newest list that was reported as read, or the one that was on its way
      expect([seededDay(lists - 1), seededDay(lists)]).toContain(looked.asOf);
      expect(looked).toMatchObject({ settled: 'done', damaged: [], hash: hashOf(looked.asOf) });
      lists = read + (looked.asOf === seededDay(lists) ? lists + 1 : lists);
    }
    expect(lists).toBeGreaterThan(8);
  });
});
