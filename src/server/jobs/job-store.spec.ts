import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { childProgram } from '#test/server/service-process.ts';
import { openJobStore } from './job-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightline-job-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Said = { readonly id: string; readonly word: string } | { readonly finished: string };

/** What a process had given away that is killed in the middle of its writes, a moment after it said that many lines. */
async function killedAfter(lines: number): Promise<readonly Said[]> {
  const args = [await childProgram('jobs-in-child'), '--folder', folder];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const said: Said[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    if (!line.startsWith('{')) throw new Error(line);
    said.push(JSON.parse(line) as Said);
    if (said.length === lines) setTimeout(() => child.kill('SIGKILL'), lines % 7);
  }
  return said;
}

describe('openJobStore', () => {
  it('has every job whose id was given away, and every answer, whenever the process was killed', async () => {
    const broken: string[] = [];
    const words = new Map<string, string>();
    const finished = new Set<string>();
    for (const lines of [1, 9, 18, 27]) {
      for (const said of await killedAfter(lines)) {
        if ('id' in said) words.set(said.id, said.word);
        else finished.add(said.finished);
      }
      const store = openJobStore(folder, (message) => void broken.push(message));
      const jobs = new Map((await store.loadAll()).map((job) => [job.id, job]));
      for (const [id, word] of words) expect(jobs.get(id)?.question.params, id).toEqual({ word });
      for (const id of finished) expect(jobs.get(id)?.state, id).toBe('SUCCESS');
      for (const { id, state, question } of jobs.values())
        if (state === 'SUCCESS')
          expect((await store.loadResult(id))?.response['word'], id).toBe(question.params['word']);
    }
    expect(words.size).toBeGreaterThan(10);
    expect(finished.size).toBeGreaterThan(3);
    expect(broken).toEqual([]);
    expect(readdirSync(folder).filter((name) => !/^[0-9a-f-]{36}(\.result)?\.json$/.test(name))).toEqual([]);
  });
});
