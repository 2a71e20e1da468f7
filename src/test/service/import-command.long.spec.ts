// @module-tag long
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { key } from '#test/server/collection.ts';
import { useFeedStage } from '#test/server/feed-stage.ts';
import { logClient } from '#test/server/log-client.ts';
import { root } from '#test/server/made-once.ts';
import { zeekLogOf } from '#test/server/zeek-log.ts';

// `sightline import` with a folder as it lies on a sensor, to the whole service over real chDB.

const stage = useFeedStage(() => ({ start: new Date(), hasScores: false }));
let url: string;
let folder: string;
beforeAll(async () => {
  url = await stage.service().app.listen({ host: '127.0.0.1', port: 0 });
  folder = join(stage.folder, 'sensor');
  mkdirSync(join(folder, '2026-10-20', '.work'), { recursive: true });
  writeFileSync(join(folder, 'dns.log'), zeekLogOf(30, 'current'));
  writeFileSync(join(folder, '2026-10-20', 'dns.00:00:00.log.gz'), gzipSync(zeekLogOf(20, 'rotated')));
  writeFileSync(join(folder, '2026-10-20', 'conn.log'), '#path\tconn\n#fields\tts\tuid\n1792497600.0\tC1\n');
  writeFileSync(join(folder, '2026-10-20', 'stderr.log'), '');
  symlinkSync(join(folder, '2026-10-20'), join(folder, 'current'));
  writeFileSync(join(folder, '2026-10-20', '.work', 'dns.log'), zeekLogOf(10, 'hidden'));
});

const { get, send, countsOf } = logClient(stage);

interface Ended {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** What the command prints, and how it ends. */
async function run(...given: readonly string[]): Promise<Ended> {
  const words = given.includes('--url') ? given : [...given, '--url', url];
  const program = ['--import', 'tsx', join(root, 'src/cli/main.ts'), 'import', '--key', key, ...words];
  return promisify(execFile)(process.execPath, program, { cwd: root }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout, errors: stderr }),
    ({ code, stdout, stderr }: { readonly code: number; readonly stdout: string; readonly stderr: string }) => ({
      code,
      output: stdout,
      errors: stderr,
    }),
  );
}

/** The part of the output about a file. */
function about(output: string, file: string): string {
  const [, part = ''] = output.split(`${join(folder, file)}\n`);
  return part.split(folder)[0] ?? '';
}

it('reports what is in a folder, and changes nothing, with --dry-run', async () => {
  const { code, output, errors } = await run(folder, '--dry-run');
  expect([code, errors]).toEqual([0, `${folder}: links are not followed: current\n`]);
  expect(about(output, 'dns.log')).toContain('Answers: 30, 30 of them distinct, 30 not in the collection yet');
  expect((await countsOf('current')).records).toBe(0);
  expect((await get<{ imports: unknown[] }>('/sightline/imports')).imports).toEqual([]);
}, 60_000);

it('imports every log in a folder and its folders, and says why the others are left out', async () => {
  const { code, output } = await run(folder, '--source', 'hq');
  expect(code).toBe(0);
  expect(about(output, 'dns.log')).toContain('Answers: 30, 30 of them distinct');
  expect(about(output, '2026-10-20/dns.00:00:00.log.gz')).toContain('Answers: 20, 20 of them distinct');
  expect(about(output, '2026-10-20/conn.log')).toMatch(/^ {2}Not imported\. This is a Zeek conn\.log\./);
  expect(about(output, '2026-10-20/stderr.log')).toBe('  Not imported. The file is empty.\n');
  expect(output).not.toContain('.work');
  expect(await countsOf('current')).toEqual({ records: 30, count: 30 });
  expect(await countsOf('rotated')).toEqual({ records: 20, count: 20 });
  expect((await countsOf('hidden')).records).toBe(0);
  const { imports } = await get<{ imports: { name: string; source: string; state: string }[] }>('/sightline/imports');
  expect(imports.map(({ name, source, state }) => `${name} ${source} ${state}`).sort()).toEqual([
    'dns.00:00:00.log.gz hq done',
    'dns.log hq done',
  ]);
}, 60_000);

it('counts nothing twice when the folder is imported again, and fails for a named file without a log', async () => {
  const again = await run(folder, '--source', 'hq');
  expect(again.code).toBe(0);
  expect(again.output.match(/Nothing new: the same content was imported or pushed before\./g)).toHaveLength(2);
  expect(await countsOf('current')).toEqual({ records: 30, count: 30 });
  const named = await run(join(folder, '2026-10-20', 'conn.log'));
  expect(named).toMatchObject({ code: 1, output: expect.stringContaining('This is a Zeek conn.log.') });
}, 60_000);

it('continues no upload that was begun with other options', async () => {
  const file = join(stage.folder, 'begun.log');
  const content = zeekLogOf(15, 'begun');
  writeFileSync(file, content);
  await send('/sightline/imports', { name: 'begun.log', bytes: content.length, source: 'mistaken' });
  expect(await run(file, '--source', 'branch')).toMatchObject({ code: 0 });
  const { imports } = await get<{ imports: { name: string; source: string; state: string }[] }>('/sightline/imports');
  expect(imports.filter(({ name }) => name === 'begun.log')).toMatchObject([
    { source: 'mistaken', state: 'uploading' },
    { source: 'branch', state: 'done' },
  ]);
}, 60_000);

it('says of a pipe what to do instead', async () => {
  const errors = expect.stringContaining('write the output of a pipe to a file');
  expect(await run('-')).toMatchObject({ code: 2, errors });
  expect(await run('/dev/null')).toMatchObject({ code: 1, output: errors });
  expect(await run('nowhere.log')).toMatchObject({ code: 1, output: 'nowhere.log\n  The file does not exist.\n' });
}, 60_000);

it('shows the answer of a service that is busy, or of something else', async () => {
  const error = { code: 'loading', message: 'The collection is being loaded. Try again in a minute.' };
  const answers: readonly (readonly [number, string, string])[] = [
    [503, JSON.stringify({ error, response: null }), error.message],
    [429, '<html>slow down</html>', 'The service answered 429'],
    [502, '<html>', 'The service answered 502 Bad Gateway'],
    [200, '<html>', 'The service answered 200'],
  ];
  for (const [status, body, words] of answers) {
    const server = createServer((_, answer) => answer.writeHead(status, { 'retry-after': '0' }).end(body));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const file = join(folder, 'dns.log');
    expect(await run(file, '--url', `http://127.0.0.1:${port}`)).toMatchObject({
      code: 1,
      output: expect.stringContaining(words),
    });
    server.close();
  }
}, 60_000);
