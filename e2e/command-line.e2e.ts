import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import Papa from 'papaparse';
import { paths } from '#web/url/paths.ts';
import { saveRows } from './downloads.ts';
import { expect, LANDMARKS, panel, test } from './fixtures.ts';
import { serviceUrl } from './service-address.ts';

const root = join(import.meta.dirname, '..');
const program = join(root, 'dist/cli/main.js');
const flux = LANDMARKS.fluxDomain.indicator;
const c2 = LANDMARKS.c2Address.indicator;

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs a line of a shell in which `sightline` is the command. */
async function shell(line: string, key: string, options: { folder?: string; input?: string } = {}): Promise<Ended> {
  const env = { PATH: process.env['PATH'] ?? '', SIGHTLINE_URL: serviceUrl, SIGHTLINE_KEY: key, PROGRAM: program };
  const script = `set -o pipefail; sightline() { node "$PROGRAM" "$@"; }; ${line}`;
  const child = spawn('bash', ['--norc', '-c', script], { cwd: options.folder ?? root, env });
  child.stdin.on('error', () => undefined).end(options.input ?? '');
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, output, errors };
}

test('a judgement of the team appears beside the verdict', async ({ ask, apiKey }) => {
  const subjects = ['judged-on-the-command-line.example'];
  const judge = (path: string, more: object) => ask(`/sightline/judgements${path}`, { subjects, kind: 'bad', ...more });
  await judge('', { reason: '=kit' });
  const input = `${subjects[0]}\nother.example\n`;
  const { output } = await shell('sightline bulk --format csv', apiKey, { input });
  const { data } = Papa.parse<Record<string, string>>(output, { header: true, skipEmptyLines: true });
  expect(data.map(({ team }) => team?.split(' (')[0])).toEqual(['Bad: =kit', '']);
  expect((await shell(`sightline lookup ${subjects[0]} --format text`, apiKey)).output).toContain(
    '  Team   Bad: =kit (',
  );
  await judge('/take-back', {});

  // a mail server that no other test reads
  const mail = { subjects: ['mail.secure-notices.test'] };
  await judge('', { ...mail, reason: 'our case' });
  const records = await shell(`sightline search padnsForward --qtype mx --qname ${flux} --format csv`, apiKey);
  expect(records.output).toMatch(/^[a-z_,]+,team\r\n.*"Bad: our case \(/);
  const none = await shell('sightline search padnsForward --qtype mx --qname nothing.invalid --format csv', apiKey);
  // the fields of records alone, not of the answer around them
  expect(none.output).toMatch(/^answer,count,(?!.*\b(?:records|metadata|job_status)\b)[a-z_,]+,team\r\n$/);
  const { output: shared } = await shell(`sightline connections ${flux} --format text`, apiKey);
  expect(shared).toMatch(/^Weight +Shared by .* Team\n/);
  expect(shared).toMatch(/  Bad: our case \(/);
  await judge('/take-back', mail);
});

test('every documented command answers', async ({ apiKey }, { outputDir }) => {
  const documented = [...readFileSync(join(root, 'docs/cli.md'), 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)]
    .flatMap(([, block = '']) => block.split('\n'))
    // logs are imported in own-logs.e2e.ts, sealed evidence is verified in investigation.e2e.ts
    .filter((line) => /\bsightline (?!import|verify)/.test(line));
  expect(documented.length).toBeGreaterThan(8);
  await mkdir(outputDir, { recursive: true });
  await writeFile(join(outputDir, 'ticket.txt'), `It came from hxxps://${flux.replace('.', '[.]')}/login and ${c2}.`);
  await writeFile(join(outputDir, 'firewall.log'), `DENY TCP ${c2}:443\nALLOW TCP 192.0.2.1:443\n`);
  const hasJq = (await shell('command -v jq', apiKey)).code === 0;
  for (const line of documented.filter((each) => hasJq || !each.includes('| jq'))) {
    const { code, output, errors } = await shell(line, apiKey, { folder: outputDir });
    expect({ line, code, errors }).toEqual({ line, code: 0, errors: '' });
    expect(line.includes(' > ') || output !== '', line).toBe(true);
  }
  expect(readFileSync(join(outputDir, 'verdicts.csv'), 'utf8')).toContain(`\r\n${c2},`);
});

test('what is refused in several files is named with its file', async ({ apiKey }, { outputDir: folder }) => {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'one.txt'), `${c2}\n999.1.1.1\n`);
  await writeFile(join(folder, 'two.txt'), `\n\n999.2.2.2`);
  const { code, output, errors } = await shell('sightline bulk one.txt two.txt --format csv', apiKey, { folder });
  expect([code, output]).toEqual([0, expect.stringContaining(c2)]);
  expect(errors.match(/^.*?: 999\.\d\.\d\.\d/gm)).toEqual(['one.txt line 2: 999.1.1.1', 'two.txt line 3: 999.2.2.2']);
});

test('verdicts are those that the dashboard exports, in CSV and NDJSON', async ({ page, apiKey }) => {
  const list = [flux, c2, 'AS64666', LANDMARKS.badSubnet.indicator, LANDMARKS.sinkholedDomain.indicator, '8.8.8.0/24'];
  await page.goto(paths.bulk());
  await page.getByLabel('Indicators, one or more on a line').fill(list.join('\n'));
  await page.getByRole('button', { name: `Look up ${list.length}` }).click();
  await expect(panel(page, 'Done: triage of pasted list')).toBeVisible();
  for (const format of ['CSV', 'NDJSON']) {
    const { code, output } = await shell(`sightline bulk --format ${format.toLowerCase()}`, apiKey, {
      input: list.join('\n'),
    });
    expect(code).toBe(0);
    // the dashboard sorts by score, the command keeps the order of the text
    const exported = await exportOf(page, format);
    expect(output.split('\n').sort()).toEqual(exported.split('\n').sort());
  }
});

async function exportOf(page: Page, format: string): Promise<string> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByRole('radio', { name: new RegExp(`^${format}`) }).check();
  await dialog.getByRole('radio', { name: /^All columns/ }).check();
  const saved = await saveRows(page);
  await page.keyboard.press('Escape');
  return saved.text.replace('\uFEFF', '');
}

test(
  '50,000 lines go through a pipe, and a reader that leaves ends the command',
  { tag: '@long' },
  async ({ apiKey }) => {
    const lines = Array.from({ length: 50_000 }, (_, place) =>
      place % 2 === 0 ? `192.0.2.${place % 250} denied` : `host-${place % 1500}.nowhere.invalid`,
    );
    const input = ['999.1.1.1', ...lines].join('\n');
    const all = await shell('sightline bulk --format csv', apiKey, { input });
    expect(all.code).toBe(0);
    expect(all.errors).toMatch(/^line 1: 999\.1\.1\.1: Reads like an IPv4 address/);
    expect(all.output.trimEnd().split('\n')).toHaveLength(1 + 125 + 750);
    expect(await shell('sightline bulk --format csv | head -n 1', apiKey, { input })).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^indicator,/),
    });
  },
);

test('rows of a search are those of the interface, page by page', { tag: '@long' }, async ({ apiKey }) => {
  const question = `sightline search padnsForward --qtype ns --qname '*.example'`;
  const [whole, paged] = await Promise.all([
    shell(`${question} --sort query/asc --sort answer/asc --limit 10000 --format json`, apiKey),
    // by name, so that none is missed or repeated while records arrive
    shell(`${question} --all --limit 100 --format ndjson`, apiKey),
  ]);
  const { records } = JSON.parse(whole.output) as { records: object[] };
  expect(records.length).toBeGreaterThan(200);
  expect(
    paged.output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object),
  ).toEqual(records);
  const csv = await shell(`${question} --limit 1 --format csv`, apiKey);
  expect(csv.output).toMatch(/^[a-z_,]+\r\n[^\r]*\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ[^\r]*\r\n$/);
});

test('scans and histories have a row for each record, whose pages are counted by address', async ({ apiKey }) => {
  const lines = async (search: string) =>
    (await shell(`sightline search ${search}`, apiKey)).output.trimEnd().split(/\r?\n/);
  const scans = 'scanJarm --ipv4 203.0.113.0 --netmask 25 --format csv';
  const [head, ...rows] = await lines(`${scans} --limit 1000`);
  expect(head).toBe('ip,first_seen,jarm_hash,last_seen,server_banner');
  expect(rows.length).toBeGreaterThan(10);
  expect(await lines(`${scans} --limit 5 --all`)).toEqual([head, ...rows]);
  const history = await lines(`ipv4ReputationHistory --ipv4 ${c2} --limit 2 --explain true --format csv`);
  expect(history).toEqual([
    'date,ip,ip_reputation,ip_reputation_explain',
    ...Array(2).fill(expect.stringContaining(c2)),
  ]);
});

test(
  'a wrong key, a service that is not there and a wrong command say what to do',
  { tag: '@long' },
  async ({ apiKey }) => {
    const refused = await shell(`sightline lookup ${c2}`, 'an-unknown-api-key');
    expect(refused).toMatchObject({
      code: 1,
      output: '',
      errors: expect.stringMatching(/not known here.*SIGHTLINE_KEY/),
    });
    const absent = await shell(`sightline search ipv4Info --ipv4 ${c2} --url http://127.0.0.1:9`, apiKey);
    expect(absent).toMatchObject({
      code: 1,
      output: '',
      errors: expect.stringMatching(/npm start, or set SIGHTLINE_URL/),
    });
    const wrong = [
      ['', /Name a command/],
      ['lokup a.test', /Did you mean lookup/],
      ['lookup', /Not enough/],
      ['lookup foo..bar', /a label is empty/],
      ['bulk no-such-file.txt', /no such file/],
      ['search padnsForward --qtype a', /qname/],
      ['search padnsForward --qtype a --qname a.test --limt 5', /limt/],
      // the service checks values
      ['search padnsForward --qtype nosuch --qname a.test', /qtype/],
      ['connections AS64500', /not a domain or an address/],
      ['watch add /search/padns', /shows no search/],
      ['watch remove nothing-of-this-name', /No watch has this id or title/],
      ['lookup 192.0.2.1 --url here', /--url must be the address/],
    ] as const;
    for (const [words, message] of wrong) {
      const { code, output, errors } = await shell(`sightline ${words}`, apiKey);
      expect({ words, code, output, errors }).toEqual({
        words,
        code: 2,
        output: '',
        errors: expect.stringMatching(message) as unknown,
      });
    }
  },
);

test('the reputation of an announced subnet around the one asked for is named as its own', async ({ apiKey }) => {
  const { output } = await shell('sightline lookup 203.0.113.16/28 --format text', apiKey);
  expect(output).toMatch(/: \d+ of \d+ active addresses of 203\.0\.113\.0\/25, or names on them, listed/);
});

test('commands and options complete in bash', async ({ apiKey }) => {
  const { output } = await shell('sightline --get-yargs-completions sightline search padnsFor', apiKey);
  expect(output.split('\n')).toContain('padnsForward');
});
