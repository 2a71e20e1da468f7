import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Findings } from '#contract/generated/types.gen.ts';
import { sampleDay, sampleNow } from '#test/server/made-once.ts';
import { specFolder } from '#test/server/spec-folder.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { detectors as builtIn } from './detectors.ts';
import { readOwnDetectors } from './own-detectors.ts';
import { endFindingsOfOthers, runDetectors } from './run-detectors.ts';

const documented = /```yaml\n([^]*?)```/.exec(readFileSync('docs/findings.md', 'utf8'))?.[1] ?? '';

const folder = specFolder('detectors');
const service = useTestService({ now: sampleNow, sample: sampleDay });

/** The detectors of a new folder with one file. */
function read(text: string) {
  const own = mkdtempSync(join(folder, 'own-'));
  writeFileSync(join(own, 'mine.yaml'), text);
  return readOwnDetectors(own);
}

const ask = async (query = '') => (await service.get(`/sightline/findings${query}`)).response as Required<Findings>;

it('runs the documented detector beside the others, and ends its findings when its file is gone', async () => {
  const own = join(folder, 'documented');
  mkdirSync(own);
  writeFileSync(join(own, 'young.yaml'), documented);
  writeFileSync(join(own, 'README.md'), 'no detector');
  await service.reconfigure({ SIGHTLINE_DETECTORS: own });
  const detectors = readOwnDetectors(own);
  await runDetectors(service.engine, { today: '2026-11-21', detectors });
  const found = await ask('?detector=young-neighbours');
  expect(found.detectors.at(-1)).toMatchObject({ title: 'Young neighbours', state: 'found', error: null });
  expect(found.total).toBeGreaterThan(0);
  expect(found.records[0]).toMatchObject({ subject: expect.stringMatching(/^[\d.]+$/), subject_type: 'ip' });
  expect(found.records[0]?.evidence?.length).toBeGreaterThanOrEqual(3);
  const watched = await service.post('/sightline/watches', { what: 'finding', detector: 'young-neighbours' });
  expect(watched.response).toMatchObject({ words: 'findings of “Young neighbours”' });

  rmSync(join(own, 'young.yaml'));
  await service.reconfigure({ SIGHTLINE_DETECTORS: own });
  await endFindingsOfOthers(service.engine, builtIn, '2026-11-22');
  expect(await ask()).toMatchObject({ total: 0 });
  const gone = await ask('?state=gone&limit=1000');
  expect(gone.records.map(({ gone: day }) => day)).toEqual(found.records.map(() => '2026-11-22'));
  expect((await service.get('/sightline/findings?detector=young-neighbours')).status).toBe(400);
}, 120_000);

it('runs again after its thresholds changed, and not before', async () => {
  const run = (text: string) => runDetectors(service.engine, { today: '2026-11-23', detectors: read(text) });
  expect(await run(documented)).toBe(1);
  expect(await run(documented)).toBe(0);
  expect(await run(documented.replace('value: 75', 'value: 100'))).toBe(1);
});

it('answers for any subject after a detector was changed to find subnets instead of names', async () => {
  const [sample] = read(documented);
  if (!sample) throw new Error('there is no detector');
  const find = (subject: 'domain' | 'subnet', text: string) => ({
    ...sample,
    id: 'changed',
    needs: [],
    subject,
    sql: `SELECT '${text}' AS subject, now() AS first, now() AS last, '' AS summary, [('', '', '', '', '')] AS evidence`,
  });
  for (const detector of [find('domain', 'a.example'), find('subnet', '192.0.2.0/26')])
    await runDetectors(service.engine, { today: '2026-11-23', detectors: [detector] });
  expect((await service.get('/sightline/findings?state=all&subject=b.example')).status).toBe(200);
});

it.each([
  ['no YAML', 'id: [', /mine\.yaml is wrong:\n.*line 1/],
  ['an empty file', '', /mine\.yaml is wrong:\n.*expected object/],
  ['a field too many', `${documented}\nlevel: high`, /level/],
  ['no statement', documented.replace(/sql: [^]*/, ''), /sql: /],
  ['a statement that writes', documented.replace(/sql: [^]*/, 'sql: DROP TABLE fwd'), /sql: must be one SELECT/],
  ['an id that is taken', documented.replace('young-neighbours', 'fast-flux'), /id: .*'fast-flux'/],
  ['an id that is not a word', documented.replace('young-neighbours', 'Young!'), /id: must be words/],
  [
    'a threshold that is not a number',
    documented.replace('value: 60', 'value: many'),
    /thresholds\.days\.value: must be a whole/,
  ],
  [
    'a placeholder without threshold',
    documented.replace('{share:', '{part:'),
    /\{part:UInt32\} is not a placeholder.*\{until:UInt32\}, \{days:/,
  ],
  ['another need', documented.replace('[addresses,', '[people,'), /needs\.0: must be one of addresses/],
  ['another subject', documented.replace('subject: ip', 'subject: person'), /subject: must be one of domain/],
])('does not read %s', (_, text, message) => {
  expect(() => read(text)).toThrow(message);
});

it('names a folder that is not there', async () => {
  const missing = join(folder, 'missing');
  await expect(service.reconfigure({ SIGHTLINE_DETECTORS: missing })).rejects.toThrow(missing);
  await service.reconfigure({ SIGHTLINE_DETECTORS: '' });
});

it.each([
  ['reads a file', "SELECT line AS subject FROM file('/etc/passwd', 'LineAsString')", 'file() reads elsewhere'],
  [
    'asks a server',
    "SELECT 1 FROM rev WHERE rname IN (SELECT x FROM url('http://192.0.2.1/', CSV, 'x String'))",
    'url() reads',
  ],
  ['lacks a column', "SELECT 'a.example' AS subject", 'must return a column first of the type DateTime'],
  [
    'has another evidence',
    "SELECT 'a' AS subject, now() AS first, now() AS last, '' AS summary, ['x'] AS evidence",
    'The column evidence must',
  ],
  [
    'finds an address in another notation',
    "SELECT '::ffff:192.0.2.7' AS subject, now() AS first, now() AS last, '' AS summary, [('', '', '', '', '')] AS evidence",
    '::ffff:192.0.2.7 is not the canonical text of a subject of type ip',
  ],
  ['has no such table', 'SELECT * FROM secrets', 'secrets'],
  [
    'ends the statement that it is part of',
    'SELECT 1) SETTINGS readonly = 0; DROP TABLE fwd; SELECT (1',
    'Unmatched parentheses',
  ],
  ['is two statements', 'SELECT 1; DROP TABLE fwd', 'Multi-statements are not allowed'],
  ['hides a second one in quotes', 'SELECT "\'"; DROP TABLE fwd; SELECT "\'"', 'Multi-statements are not allowed'],
  ['writes a file', "SELECT 1 INTO OUTFILE '/tmp/sightline-written'", 'INTO OUTFILE'],
])('says why a statement fails that %s', async (_, sql, reason) => {
  const text = documented.replace(/sql: [^]*/, `sql: ${JSON.stringify(sql)}`);
  await runDetectors(service.engine, { today: '2026-11-24', detectors: read(text) });
  const [run] = await service.engine.query<{ readonly error: string }>({
    name: 'spec',
    sql: "SELECT error FROM detector_runs FINAL WHERE detector = 'young-neighbours'",
  });
  expect(run?.error).toContain(reason);
  expect((await service.get('/explore/padns/lookup/query/a/harborline-login.example')).status).toBe(200);
});
