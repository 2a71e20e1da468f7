import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { checkFolder } from './disk/check-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightline-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the configuration', () => {
  it.each([
    ['SIGHTLINE_SAMPEL', 'did you mean SIGHTLINE_SAMPLE?'],
    ['SIGHTLINE_API_KEY', 'did you mean SIGHTLINE_API_KEYS?'],
    ['SIGHTLINE_CLICKHOUSEURL', 'did you mean SIGHTLINE_CLICKHOUSE_URL?'],
    ['Sightline_Port', 'did you mean SIGHTLINE_PORT?'],
    ['SIGHTLINE_TELEMETRY_ENDPOINT', 'known are SIGHTLINE_HOST, '],
  ])('review C13: refuses the unknown variable %s and names the nearest one', (name, hint) => {
    expect(() => readConfig({ [name]: '' })).toThrow(`${name}: no such variable; ${hint}`);
  });

  it('review C13: takes the known variables, those of its tools and those of others', () => {
    const others = { SIGHTLINE_CHROMIUM: '/usr/bin/chromium', SIGHTLINE_SPEC_SEED: '7', PATH: '/bin' };
    expect(readConfig({ SIGHTLINE_PORT: '1234', SIGHTLINE_SAMPLE: '', ...others })).toMatchObject({
      port: 1234,
      sample: true,
    });
  });
});

describe('the data folder', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');

  it.each(['/proc/sightline', '/proc', file, join(file, 'below')])(
    'review C13: %s is refused in plain words',
    (path) => {
      expect(() => checkFolder(path)).toThrow(
        `${path} cannot be the data folder: it is not a folder, or none can be made there. Set SIGHTLINE_DATA`,
      );
    },
  );

  it('review C13: a file in the place of the jobs is named', () => {
    const data = join(folder, 'data', 'below');
    checkFolder(data);
    checkFolder(data);
    expect(readdirSync(data)).toEqual([]);
    writeFileSync(join(data, 'jobs'), '');
    expect(() => checkFolder(data)).toThrow(`${join(data, 'jobs')} must be a folder`);
  });
});
