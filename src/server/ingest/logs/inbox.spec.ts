import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { specFolder } from '#test/server/spec-folder.ts';
import { Inbox, type InboxOutcome } from './inbox.ts';
import { UnknownLog } from './read-log.ts';

const known: InboxOutcome = { state: 'known', rows: 1, asOf: '2026-11-20' };
const waiting = { timeout: 20_000 };

/** An inbox with these files, and what it reported. Every import ends in the same way. */
function watched(names: readonly string[], outcome: InboxOutcome) {
  const folder = specFolder('inbox');
  for (const name of names) writeFileSync(join(folder, name), name);
  const reports: string[] = [];
  const importFile = vi.fn<(file: string) => Promise<InboxOutcome>>(() => Promise.resolve(outcome));
  const takeOut = vi.fn(() => Promise.resolve(true));
  const open = () => {
    const report = (text: string) => reports.push(text);
    const inbox = new Inbox({ folder, everyMilliseconds: 5, importFile, takeOut, report });
    onTestFinished(() => inbox.close());
  };
  const namesIn = (how: string) => readdirSync(join(folder, how));
  return { folder, reports, importFile, takeOut, open, namesIn };
}

it('keeps every file that could not be imported, and the newest ones of the others', async () => {
  const names = Array.from({ length: 70 }, (_, index) => `${index}.csv`);
  const failed = watched(names, new UnknownLog('no day'));
  failed.open();
  await vi.waitFor(
    () => expect(failed.namesIn('failed').filter((name) => name.endsWith('.csv'))).toHaveLength(70),
    waiting,
  );
  const done = watched(names, known);
  mkdirSync(join(done.folder, 'done', '2025'), { recursive: true });
  done.open();
  await vi.waitFor(() => expect(readdirSync(done.folder)).toEqual(['done']), waiting);
  await vi.waitFor(() => expect(done.namesIn('done')).toHaveLength(101), waiting);
  expect(done.namesIn('done')).toContain('2025');
});

it('leaves no report of a file that it cannot move', async () => {
  const name = 'n'.repeat(250);
  const { folder, reports, importFile, open, namesIn } = watched([name], known);
  open();
  await vi.waitFor(() => expect(reports).toHaveLength(1), waiting);
  writeFileSync(join(folder, 'later.log'), 'x');
  await vi.waitFor(() => expect(importFile).toHaveBeenCalledTimes(2), waiting);
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual(['done', name]), waiting);
  // each look writes the report of the other file, and removes it when the file cannot be moved
  await vi.waitFor(
    () => expect(namesIn('done').filter((each) => each.endsWith('report.txt'))).toHaveLength(1),
    waiting,
  );
});

it('imports a file again that was replaced while it was imported, or while it waited', async () => {
  const { folder, reports, importFile, takeOut, open, namesIn } = watched(['1.log', '2.log'], known);
  importFile.mockImplementationOnce(async () => {
    for (const name of ['1.log', '2.log']) writeFileSync(join(folder, name), 'another log');
    return Promise.resolve(known);
  });
  open();
  await vi.waitFor(() => expect(namesIn('done')).toHaveLength(4), waiting);
  expect(importFile.mock.calls.map(([file]) => basename(file))).toEqual(['1.log', '1.log', '2.log']);
  expect(reports).toEqual(['The log 1.log was changed while it was imported. It stays, and is imported again.']);
  expect(takeOut).not.toHaveBeenCalled();
});

it('does not say of a cancelled import that nothing was imported', async () => {
  const { folder, open, namesIn } = watched(['half.log'], 'cancelled');
  open();
  await vi.waitFor(() => expect(namesIn('failed')).toHaveLength(2), waiting);
  const [report = ''] = namesIn('failed').filter((name) => name.endsWith('report.txt'));
  expect(readFileSync(join(folder, 'failed', report), 'utf8')).toContain(
    'Result: cancelled. Records that were already written stay in the collection.\nTo try again,',
  );
});

it('says once what in it is not read', async () => {
  const { folder, reports, importFile, open } = watched(['a.log'], known);
  mkdirSync(join(folder, '2026-11-20'));
  symlinkSync(join(folder, 'a.log'), join(folder, 'link.log'));
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xfc])]), '');
  open();
  await vi.waitFor(() => expect(importFile).toHaveBeenCalledTimes(1), waiting);
  expect(reports).toEqual([
    expect.stringMatching(/^Not read in the inbox: 2026-11-20, link\.log, \ufffd\. Folders, links/),
  ]);
});
