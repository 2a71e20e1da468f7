import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childProgram } from '#test/server/service-process.ts';

interface Outcome {
  readonly loaded: string;
  readonly again: string;
  readonly secondCheckShare: number;
  readonly prints: Readonly<Record<string, { readonly rows: number; readonly hash: string }>>;
}

const folders: string[] = [];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-load-'));
  folders.push(folder);
  return folder;
}

async function child(folder: string, ...options: string[]): Promise<SpawnSyncReturns<string>> {
  const args = [await childProgram('load-in-child'), '--folder', folder, ...options];
  return spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 900_000 });
}

async function killed(folder: string, ...options: string[]): Promise<void> {
  expect((await child(folder, ...options)).signal).toBe('SIGKILL');
}

async function finished(folder: string, ...options: string[]): Promise<Outcome> {
  const { status, stderr } = await child(folder, ...options);
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stderr.trim().split('\n').at(-1) ?? '') as Outcome;
}

function evidence({ prints }: Outcome): object {
  return Object.fromEntries(Object.entries(prints).filter(([table]) => !/^(reputation|rank)_/.test(table)));
}

// Real kills of real processes: an undisturbed load is the measure of every recovered one.
describe('firstLoad', () => {
  let undisturbed: Outcome;

  beforeAll(async () => {
    undisturbed = await finished(newFolder(), '--sample');
  });
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it('loads everything once, and a second start finds that out fast', () => {
    expect(undisturbed).toMatchObject({ loaded: 'everything', again: 'nothing' });
    expect(undisturbed.secondCheckShare).toBeLessThan(0.1);
    expect(undisturbed.prints.prefixes?.rows).toBeGreaterThan(3000);
    for (const table of [
      'fwd',
      'rev',
      'reputation_asn',
      'rank_asn',
      'reputation_ip',
      'reputation_ns',
      'reputation_subnet',
    ])
      expect(undisturbed.prints[table]?.rows, table).toBeGreaterThan(0);
  });

  it.each([
    ['open data', 'open-data:origin-as', 0],
    ['the scores', 'scores', 2],
  ])('begins again after a kill in %s', async (_, step, at) => {
    const folder = newFolder();
    await killed(folder, '--sample', '--kill-in', step, '--kill-at', String(at));
    const recovered = await finished(folder, '--sample');
    expect(recovered.loaded).toBe('everything');
    expect(recovered.prints).toEqual(undisturbed.prints);
  });

  it('adds the sample collection later, repeats that after a kill, and keeps the day it counts back from', async () => {
    const folder = newFolder();
    expect((await finished(folder)).loaded).toBe('everything');
    await killed(folder, '--sample', '--kill-in', 'sample', '--kill-at', '3000');
    await killed(folder, '--sample', '--kill-in', 'sample', '--kill-at', '9000');
    // the next day: what was half written still counts back from the day before, only the scores know the new day
    const recovered = await finished(folder, '--sample', '--today', '2026-11-22');
    expect(recovered).toMatchObject({ loaded: 'sample', again: 'nothing' });
    expect(evidence(recovered)).toEqual(evidence(undisturbed));
  });
});
