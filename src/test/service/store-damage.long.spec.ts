// @module-tag long
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeParts, truncateParts } from '#test/server/damage-store.ts';
import { fillCollection, startService, type ServiceProcess } from '#test/server/service-process.ts';
import { specFolder } from '#test/server/spec-folder.ts';

const folder = specFolder('damage');
let service: ServiceProcess;
let whole: unknown[];
let umask: number;
/** The inodes in the folder before the service starts. */
let filled: ReadonlySet<number>;
const filesIn = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => ({ name, ...statSync(join(folder, name)) }));

async function get(path: string) {
  const { status, error, response, headers } = await service.ask(path);
  expect(status, JSON.stringify(error)).toBe(200);
  return { response, incomplete: headers['sightline-incomplete'] ?? null };
}
/** Without the time of the check, which may end between two questions. */
const readiness = async () => {
  const answer = await fetch(`${service.url.replace('/api/v1', '')}/readyz`);
  const { checkedAt: _, ...state } = (await answer.json()) as Record<string, unknown>;
  return state;
};

/** Look-ups that read each of the passive DNS tables. */
const questions = [
  'query/any/*.example?limit=5000&sort=query/asc;answer/asc',
  `query/any/_?limit=5000&regex=${encodeURIComponent('^h[0-9]*1')}&sort=query/asc;answer/asc`,
  'answer/a/198.18.0.0?netmask=20&limit=1000&sort=query/asc',
  'answer/ns/*.test?limit=5000&sort=query/asc;answer/asc',
  'answer/txt/include?limit=5000&sort=query/asc;answer/asc',
];
const answers = async () => {
  const all = await Promise.all(questions.map((path) => get(`/explore/padns/lookup/${path}`)));
  return all.map(({ response }) => response['records']);
};
const restart = async (damage: () => void) => {
  await service.kill();
  damage();
  service = await startService(folder);
};

beforeAll(async () => {
  await fillCollection(folder, 3000);
  filled = new Set(filesIn().map(({ ino }) => ino));
  umask = process.umask(0); // of the processes that are started from here on
  service = await startService(folder);
  const judgement = { subjects: ['a.example'], kind: 'tag', text: 'seen' };
  expect(await service.ask('/sightline/judgements', judgement)).toMatchObject({ status: 200 });
  whole = await answers();
  for (const records of whole) expect(records).not.toEqual([]);
}, 400_000);
afterAll(async () => {
  process.umask(umask); // specs share their worker
  await service?.kill();
});

describe('a store that lost data on disk', { timeout: 400_000 }, () => {
  it('says nothing of damage while there is none', async () => {
    expect(service.said()).not.toContain('Damage');
    expect(await get('/sightline/collection')).toMatchObject({ response: { incomplete: [] }, incomplete: null });
  });

  it('is not opened by a second process, which says what to do', async () => {
    await expect(startService(folder)).rejects.toThrow(
      new RegExp(`The store .* is in use by process ${service.pid}. Stop it, or use another data folder.`),
    );
  });

  it('is rebuilt at start where the rows stand a second time, and says so', async () => {
    await restart(() => {
      truncateParts(folder, 'rev');
      removeParts(folder, 'names');
      truncateParts(folder, 'txt');
      truncateParts(folder, 'rrsets_by_hash');
    });
    for (const table of ['rev', 'names', 'txt', 'rrsets_by_hash'])
      expect(service.said()).toMatch(new RegExp(`Damage found: [\\d,]+ rows of the table ${table} are gone`));
    expect(service.said()).toContain('Everything that was damaged has been rebuilt.');
    expect(await readiness()).toEqual({ role: 'all', state: 'ready' });
    expect(await answers()).toEqual(whole);
  });

  it('is written so that only the user of the service may read it, whatever the umask', async () => {
    await service.kill(); // files come and go while it runs
    const written = filesIn().filter(({ ino }) => !filled.has(ino));
    expect(written.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^store\/.*\.bin$/));
    expect(written.filter(({ mode }) => (mode & 0o077) !== 0).map(({ name }) => name)).toEqual([]);
  });

  it('is rebuilt where the records themselves are gone', async () => {
    await restart(() => truncateParts(folder, 'fwd'));
    expect(service.said()).toContain('of the table fwd are gone');
    expect(await answers()).toEqual(whole);
    await restart(() => undefined);
    expect(service.said()).not.toContain('Damage');
  });

  it('answers as incomplete, after another start too, where nothing can bring the rows back', async () => {
    await restart(() => {
      truncateParts(folder, 'rrsets');
      truncateParts(folder, 'judgements');
    });
    expect(service.said()).toMatch(/cannot be rebuilt: (?=.*\brrsets\b)(?=.*\bjudgements\b)/);
    await restart(() => undefined);
    const expected = ['judgements', 'rrsets'].map((table) => ({
      table,
      rows: expect.any(Number) as number,
      reason: expect.stringContaining('are gone') as string,
    }));
    expect(await readiness()).toEqual({ role: 'all', state: 'ready', incomplete: expected });
    const { response, incomplete } = await get('/sightline/collection');
    expect({ response, incomplete }).toMatchObject({
      response: { incomplete: expected },
      incomplete: 'judgements, rrsets',
    });
  });
});
