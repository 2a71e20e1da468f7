import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { specFolder } from '#test/server/spec-folder.ts';
import { readConfig, refuseArguments } from './config.ts';
import { checkFolder } from './disk/check-folder.ts';
import { openApiKeys } from './http/api-keys.ts';

const folder = specFolder('config');

describe('the configuration', () => {
  it.each([
    ['SIGHTLINE_SAMPEL', 'did you mean SIGHTLINE_SAMPLE?'],
    ['SIGHTLINE_API_KEY', 'did you mean SIGHTLINE_API_KEYS?'],
    ['SIGHTLINE_CLICKHOUSEURL', 'did you mean SIGHTLINE_CLICKHOUSE_URL?'],
    ['Sightline_Port', 'did you mean SIGHTLINE_PORT?'],
    ['SIGHTLINE_TELEMETRY_ENDPOINT', 'known are SIGHTLINE_HOST, '],
  ])('refuses the unknown variable %s and names the nearest one', (name, hint) => {
    expect(() => readConfig({ [name]: '' })).toThrow(`${name}: no such variable; ${hint}`);
  });

  it('refuses arguments of the command line and names what to set instead', () => {
    const words = /It takes no arguments, and got --port 9000\. Set environment variables instead: .*SIGHTLINE_PORT/;
    expect(() => refuseArguments(['--port', '9000'])).toThrow(words);
    expect(() => refuseArguments([])).not.toThrow();
  });

  it('takes the known variables, those of its tools and those of others', () => {
    const others = { SIGHTLINE_CHROMIUM: '/usr/bin/chromium', SIGHTLINE_SPEC_SEED: '7', PATH: '/bin' };
    expect(readConfig({ SIGHTLINE_PORT: '1234', SIGHTLINE_SAMPLE: '', ...others })).toMatchObject({
      port: 1234,
      sample: true,
    });
  });
});

describe('a ClickHouse cluster', () => {
  const urls = 'http://me:secret@ch1:8123/intel, http://me:secret@ch2:8123/intel';
  const read = (url: string, cluster: string) =>
    readConfig({ SIGHTLINE_CLICKHOUSE_URL: url, SIGHTLINE_CLICKHOUSE_CLUSTER: cluster });

  it('is named beside the URLs of its nodes', () => {
    expect(read(urls, 'main')).toMatchObject({
      clickhouseUrls: ['http://me:secret@ch1:8123/intel', 'http://me:secret@ch2:8123/intel'],
      clickhouseCluster: 'main',
    });
  });

  it.each([
    [urls, '', 'SIGHTLINE_CLICKHOUSE_CLUSTER: must be set when SIGHTLINE_CLICKHOUSE_URL names several servers'],
    ['', 'main', 'SIGHTLINE_CLICKHOUSE_URL: must be set with SIGHTLINE_CLICKHOUSE_CLUSTER'],
    [`${urls},http://ch3:8123/intel`, 'main', 'must have the same user, password and database in all URLs'],
    [urls, "ma'in", 'must be the name of a cluster in remote_servers'],
    ['ch1:8123', '', 'must look like http://user:password@host:8123/database'],
  ])('%j with the cluster %j is refused in plain words', (url, cluster, message) => {
    expect(() => read(url, cluster)).toThrow(message);
  });
});

describe('a bucket', () => {
  const key = { SIGHTLINE_S3_KEY_ID: 'id', SIGHTLINE_S3_SECRET: 'secret' };

  it('has an address with its name, and a key', () => {
    expect(readConfig({ ...key, SIGHTLINE_S3_URL: 'https://s3.example/logs/zeek/' }).bucket).toEqual({
      url: 'https://s3.example/logs/zeek/',
      keyId: 'id',
      secret: 'secret',
      region: undefined,
      isInside: false,
    });
    const inside = { ...key, SIGHTLINE_S3_URL: 'http://store:9000/logs', SIGHTLINE_S3_INSIDE: 'on' };
    expect(readConfig(inside).bucket).toMatchObject({ url: 'http://store:9000/logs', isInside: true });
    expect(readConfig({}).bucket).toBeUndefined();
  });

  it.each([
    [{ SIGHTLINE_S3_URL: 'https://s3.example/logs' }, 'SIGHTLINE_S3_KEY_ID: must be set with SIGHTLINE_S3_URL'],
    [key, 'SIGHTLINE_S3_URL: must be set with SIGHTLINE_S3_KEY_ID'],
    [{ ...key, SIGHTLINE_S3_URL: 'http://s3.example/logs' }, 'SIGHTLINE_S3_URL: must be https, unless'],
    [{ ...key, SIGHTLINE_S3_URL: 'https://s3.example/' }, 'takes scheme, host, bucket and the beginning'],
    [{ ...key, SIGHTLINE_S3_URL: 'https://id:secret@s3.example/logs' }, 'takes scheme, host, bucket'],
  ])('%j is refused in plain words', (env, message) => expect(() => readConfig(env)).toThrow(message));
});

describe('publishers inside the network', () => {
  const read = (hosts: string) => readConfig({ SIGHTLINE_FEED_HOSTS: hosts }).feedHosts;

  it('are exact host names, in lower case', () => {
    expect(read('Feeds.corp.example, intel,misp-1.intern.example')).toEqual([
      'feeds.corp.example',
      'intel',
      'misp-1.intern.example',
    ]);
    expect(read('')).toEqual([]);
  });

  it.each([
    '*.corp.example',
    'https://feeds.corp.example',
    'feeds.corp.example:8443',
    '10.0.0.5',
    '10.0.0.0/8',
    '::1',
    'a..b',
    'a.',
  ])('refuses %s', (host) =>
    expect(() => read(`feeds.corp.example,${host}`)).toThrow(
      'SIGHTLINE_FEED_HOSTS: must be host names such as feeds.corp.example',
    ),
  );
});

it.each([
  [{ SIGHTLINE_CLICKHOUSE_URL: 'nothing' }, 'SIGHTLINE_CLICKHOUSE_URL: must look like http://user:password@host:8123'],
  [{ SIGHTLINE_WRITER_URL: 'nothing' }, 'SIGHTLINE_WRITER_URL: must look like http://host:8787'],
  [{ SIGHTLINE_UPSTREAM_URL: 'nothing' }, 'SIGHTLINE_UPSTREAM_URL: must look like https://provider.example'],
  [{ SIGHTLINE_S3_URL: 'nothing' }, 'SIGHTLINE_S3_URL: must look like https://s3.example/bucket/prefix/'],
])('%j is refused with the form of the URL', (env, message) => expect(() => readConfig(env)).toThrow(message));

describe('syslog', () => {
  const read = (tls: string, port: string) =>
    readConfig({ SIGHTLINE_SYSLOG_TLS: tls, SIGHTLINE_SYSLOG_PORT: port }).syslog;

  it('is received where the folder of its certificates is given', () => {
    expect(read('', '')).toBeUndefined();
    expect(read('/etc/sightline/syslog', '')).toEqual({ folder: '/etc/sightline/syslog', port: 6514 });
    expect(read('/etc/sightline/syslog', '7514')).toMatchObject({ port: 7514 });
    expect(() => read('', '6514')).toThrow('SIGHTLINE_SYSLOG_TLS: must be set with SIGHTLINE_SYSLOG_PORT');
    expect(() => read('/etc', 'x')).toThrow('must be a port number from 0 to 65535');
  });
});

describe('a provider', () => {
  const url = 'https://provider.example';
  const key = 'a-key-of-it';
  const read = (env: Record<string, string>) =>
    readConfig({ SIGHTLINE_UPSTREAM_URL: url, SIGHTLINE_UPSTREAM_KEY: key, ...env }).upstream;

  it.each([
    [url, `${url}/api/v1/merge-api`],
    [`${url}/`, `${url}/api/v1/merge-api`],
    [`${url}/api/v1/merge-api/explore`, `${url}/api/v1/merge-api`],
    ['http://10.0.0.5:8787/api/v1/', 'http://10.0.0.5:8787/api/v1'],
  ])('at %s is asked below %s', (given, baseUrl) => {
    expect(read({ SIGHTLINE_UPSTREAM_URL: given })).toMatchObject({ baseUrl, ask: 'pages', scores: 'own' });
  });

  it.each([
    [{ SIGHTLINE_UPSTREAM_URL: 'ftp://provider.example' }, 'must look like https://provider.example'],
    [{ SIGHTLINE_UPSTREAM_URL: `${url}/?key=x` }, 'takes host and path only'],
    [{ SIGHTLINE_UPSTREAM_KEY: '' }, 'must be set with SIGHTLINE_UPSTREAM_URL'],
    [{ SIGHTLINE_UPSTREAM_URL: '' }, 'must be set with SIGHTLINE_UPSTREAM_KEY'],
    [{ SIGHTLINE_UPSTREAM_ASK: 'never' }, 'must be pages, always or button'],
    [{ SIGHTLINE_UPSTREAM_NEVER: 'not a name' }, 'is not a domain, an address, a network'],
    [{ SIGHTLINE_UPSTREAM_ROUTES: 'padnsForwards=own' }, 'padnsForwards=own: write an operation'],
    [{ SIGHTLINE_UPSTREAM_ROUTES: 'lists=none' }, 'own, own-then-upstream, upstream, both'],
    [{ SIGHTLINE_UPSTREAM_DAY_CALLS: '0' }, 'must be at least 1 call'],
  ])('%j is refused in plain words', (env, message) => {
    expect(() => read(env)).toThrow(message);
  });
});

describe('the data folder', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');

  it.each(['/proc/sightline', '/proc', file, join(file, 'below')])('%s is refused in plain words', (path) => {
    expect(() => checkFolder(path)).toThrow(
      `${path} cannot be the data folder: it is not a folder, or none can be made there. Set SIGHTLINE_DATA`,
    );
  });

  it('names a file in place of the jobs folder', () => {
    const data = join(folder, 'data', 'below');
    checkFolder(data);
    checkFolder(data);
    expect(readdirSync(data)).toEqual([]);
    writeFileSync(join(data, 'jobs'), '');
    expect(() => checkFolder(data)).toThrow(`${join(data, 'jobs')} must be a folder`);
  });

  it('reads keys with a name and a role, and keys without', () => {
    const { apiKeys } = readConfig({ SIGHTLINE_API_KEYS: 'plain-key-of-the-specs, j.doe:reader:key-of-a-reader-0' });
    expect(apiKeys).toEqual([
      { role: 'admin', key: 'plain-key-of-the-specs' },
      { name: 'j.doe', role: 'reader', key: 'key-of-a-reader-0' },
    ]);
  });

  it.each([
    ['a:owner:a-secret-of-the-specs', 'entry 1 must be a key, or name:role:key with one of reader, '],
    ['reader:a-secret-of-the-specs', 'entry 1 must be a key, or name:role:key'],
    [':reader:a-secret-of-the-specs', 'entry 1 must be a key, or name:role:key'],
    ['a:reader:a-secret:of-the-specs', 'entry 1 must be a key, or name:role:key'],
    ['plain-key-of-the-specs,a:reader:secret', 'entry 2 is too short'],
    ['a-secret-of-the-specs,a:reader:a-secret-of-the-specs', 'entry 2 repeats a key'],
  ])('refuses %s without printing the key', (value, message) => {
    const read = () => readConfig({ SIGHTLINE_API_KEYS: value });
    expect(read).toThrow(message);
    expect(read).not.toThrow(/secret/);
  });

  it('names a keys.json that cannot be read, and what to do', () => {
    const data = join(folder, 'odd-keys');
    mkdirSync(join(data, 'keys.json'), { recursive: true });
    const options = { apiKeys: [], dataFolder: data };
    expect(() => openApiKeys(options)).toThrow(`${join(data, 'keys.json')} is not readable as a key file. Remove it`);
  });
});
