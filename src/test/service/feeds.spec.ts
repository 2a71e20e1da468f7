import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dateToIsoDate, plusDays } from '#model/dates.ts';
import { type FeedStage, useFeedStage } from '#test/server/feed-stage.ts';

// The feeds as a person meets them: the whole service, real files from a real web server, real chDB.

// the clock of the service goes forward in this spec, and stays in the past of the store's
const day = plusDays(dateToIsoDate(new Date()), -12);
const stage = useFeedStage(() => ({ start: new Date(`${day}T12:00:00Z`), hasScores: false }));

const tor = 'https://check.torproject.org/exit-addresses';
const drop = 'https://www.spamhaus.org/drop/drop_v4.json';
const exits = (...addresses: string[]): string =>
  addresses
    .map((address) => {
      const times = `Published ${stage.today()} 02:00:00\nLastStatus ${stage.today()} 03:00:00`;
      return `ExitNode ${'A'.repeat(40)}\n${times}\nExitAddress ${address} ${stage.today()} 03:10:00\n`;
    })
    .join('');
const dropped = (...ranges: string[]): string =>
  [
    ...ranges.map((cidr, index) => JSON.stringify({ cidr, sblid: `SBL${index}`, rir: 'ripencc' })),
    JSON.stringify({
      type: 'metadata',
      timestamp: 1_795_305_600,
      size: 1,
      records: ranges.length,
      copyright: '(c)',
      terms: 't',
    }),
  ].join('\n');

async function ipv4(address: string) {
  const { response } = await stage.get(`/explore/ipv4/ipv4info/${address}`);
  return (response as { ip2asn: Record<string, unknown>[] }).ip2asn[0] ?? {};
}

describe('consent', () => {
  it('nothing is fetched before somebody says so', async () => {
    expect(stage.publisher.requests).toEqual([]);
    const { feeds, offline, can_manage } = await stage.sources();
    expect({ offline, can_manage }).toEqual({ offline: false, can_manage: true });
    expect(feeds.filter(({ enabled, state }) => enabled || state !== 'off')).toEqual([]);
    expect(feeds.map(({ learns }) => learns).filter((sentence) => !/learns?/.test(sentence ?? ''))).toEqual([]);
  });

  it('a feed that is off is not fetched', async () => {
    const { status, error } = await stage.post('/sightline/sources/tor-exits/fetch');
    expect([status, error]).toMatchObject([409, { message: expect.stringContaining('Switch it on first') }]);
  });

  it('terms come first, and so does a key', async () => {
    const refused = async (id: string) => (await stage.post(`/sightline/sources/${id}`, { enabled: 1 })).error?.message;
    expect(await refused('openphish')).toContain('accept the terms of OpenPhish');
    expect(await refused('urlhaus')).toContain('needs a key from abuse.ch');
    expect(stage.publisher.requests).toEqual([]);
  });
});

describe('a feed', () => {
  it('loads, and its rows answer', async () => {
    stage.publisher.publish(tor, { body: exits('192.0.2.1', '192.0.2.2', '192.0.2.3'), etag: '"1"' });
    expect(await ipv4('192.0.2.1')).toMatchObject({ error: 'Not found' });
    const feed = await stage.change('tor-exits', { enabled: 1 });
    expect(feed).toMatchObject({
      state: 'ok',
      enabled: true,
      error: null,
      whose: null,
      progress: null,
      as_of: day,
      rows: { listings: 0, facts: 3, routing: 0 },
      rejects: { count: 0 },
      last_success: `${day}T12:00:00.000Z`,
      next_fetch: `${day}T15:00:00.000Z`,
    });
    expect(await ipv4('192.0.2.1')).toMatchObject({ ip_is_tor_exit_node: true });
  });

  it('is not modified the next time', async () => {
    const feed = await stage.fetch('tor-exits');
    expect(feed).toMatchObject({ state: 'unchanged', rows: { facts: 3 } });
    expect(stage.publisher.requests.at(-1)?.headers['if-none-match']).toBe('"1"');
  });

  it('is not fetched within the interval of its publisher, not even after a restart', async () => {
    const before = stage.publisher.requests.length;
    await stage.restart();
    const { status, error, headers } = await stage.post('/sightline/sources/tor-exits/fetch');
    expect([status, error?.code]).toEqual([429, 'too_soon']);
    expect(Number(headers['retry-after'])).toBe(1800);
    expect(stage.publisher.requests).toHaveLength(before);
    expect(await stage.feed('tor-exits')).toMatchObject({ state: 'unchanged', rows: { facts: 3 } });
    expect(await ipv4('192.0.2.1')).toMatchObject({ ip_is_tor_exit_node: true });
  });

  it('is fetched by itself when it is time, and when the clock is set back', async () => {
    stage.pass(86_400);
    stage.publisher.publish(tor, { body: exits('192.0.2.1', '192.0.2.2'), etag: '"2"' });
    await expect.poll(() => stage.feed('tor-exits')).toMatchObject({ state: 'ok', rows: { facts: 2 } });
    expect(await ipv4('192.0.2.3')).not.toMatchObject({ ip_is_tor_exit_node: true });
    // the clock was ahead
    stage.pass(-40_000);
    await expect.poll(() => stage.feed('tor-exits')).toMatchObject({ state: 'unchanged', rows: { facts: 2 } });
  });
});

describe('what a publisher does wrong', () => {
  it.each<[string, Parameters<FeedStage['publisher']['misbehave']>[1], object]>([
    ['an empty answer', { does: 'send nothing' }, { state: 'suspect', whose: 'publisher' }],
    ['a web page with status 200', { does: 'send a web page' }, { state: 'failed', whose: 'publisher' }],
    ['a fault of its server', { does: 'refuse', status: 500 }, { state: 'failed', whose: 'publisher' }],
    [
      'five gigabytes',
      { does: 'send bytes', bytes: 5_000_000_000, isAnnounced: true },
      { state: 'failed', whose: 'publisher' },
    ],
    [
      'five gigabytes unannounced',
      { does: 'send bytes', bytes: 5_000_000_000 },
      { state: 'failed', whose: 'publisher' },
    ],
    ['a slow drip', { does: 'drip', bytes: 10, everyMilliseconds: 50 }, { state: 'failed' }],
    ['a list cut in half', { does: 'send half' }, { state: 'suspect', whose: 'publisher' }],
  ])('%s leaves the last good state', async (_, how, expected) => {
    stage.publisher.publish(tor, exits('192.0.2.1', '192.0.2.2', '192.0.2.4'));
    expect(await stage.fetch('tor-exits')).toMatchObject({ state: 'ok', rows: { facts: 3 } });
    stage.publisher.misbehave(tor, how);
    const feed = await stage.fetch('tor-exits');
    stage.publisher.behave(tor);
    expect(feed).toMatchObject({ ...expected, error: expect.stringContaining('stays in use'), rows: { facts: 3 } });
    expect(await ipv4('192.0.2.1')).toMatchObject({ ip_is_tor_exit_node: true });
  });

  it('is left alone for as long as it asks', async () => {
    stage.publisher.misbehave(tor, { does: 'refuse', status: 429, retryAfter: '7200' });
    expect(await stage.fetch('tor-exits')).toMatchObject({ state: 'failed', whose: 'publisher' });
    stage.publisher.behave(tor);
    stage.pass(1900);
    const { status, headers } = await stage.post('/sightline/sources/tor-exits/fetch');
    expect([status, Number(headers['retry-after'])]).toEqual([429, 7200 - 1900]);
    stage.pass(7200);
    expect(await stage.fetch('tor-exits')).toMatchObject({ state: 'ok' });
  });
});

describe('switching off', () => {
  it('takes listings out of the score of today, and not out of history', async () => {
    stage.publisher.publish(drop, dropped('198.51.100.0/24', '203.0.113.0/24'));
    expect(await stage.change('spamhaus-drop-v4', { enabled: 1 })).toMatchObject({
      state: 'ok',
      rows: { listings: 2 },
    });
    const score = async () => {
      const { response } = await stage.get('/explore/ipv4/ipv4info/203.0.113.7');
      return (response as { ip2asn: { sp_risk_score?: number }[] }).ip2asn[0]?.sp_risk_score ?? 0;
    };
    expect(await score()).toBeGreaterThan(0);
    stage.pass(86_400);
    expect(await stage.fetch('spamhaus-drop-v4')).toMatchObject({ state: 'ok' });
    await stage.change('spamhaus-drop-v4', { enabled: 0 });
    await expect.poll(score).toBe(0);
    expect(await stage.feed('spamhaus-drop-v4')).toMatchObject({ state: 'off', next_fetch: null });
    const rows = await stage.service().engine.query<{ host: string }>({
      name: 'spec',
      sql: "SELECT host FROM listings FINAL WHERE source = 'feed:spamhaus-drop-v4' ORDER BY host",
    });
    expect(rows).toEqual([{ host: '198.51.100.0/24' }, { host: '203.0.113.0/24' }]);
  });

  it('and on again loads what is on this disk, without asking too soon', async () => {
    const before = stage.publisher.requests.length;
    expect(await stage.change('spamhaus-drop-v4', { enabled: 1 })).toMatchObject({
      state: 'ok',
      rows: { listings: 2 },
    });
    expect(stage.publisher.requests).toHaveLength(before);
  });
});

describe('own feeds', () => {
  const url = 'https://lists.example/block.csv';

  it('read a CSV with a mapping and a key', async () => {
    const body = `Indicator;Seen;What\n192.0.2.77;${day};c2\nbad.example;${day};phishing\nnonsense!;;\n`;
    stage.publisher.publish(url, { body, key: { where: 'header', name: 'X-Key', value: 'secret-of-the-list' } });
    const asked = {
      title: 'Our list',
      url,
      format: 'csv',
      delimiter: ';',
      auth_header: 'X-Key',
      key: 'secret-of-the-list',
      map_indicator: 'indicator',
      map_last: 'seen',
      map_category: 'what',
    };
    const { response } = await stage.post('/sightline/sources/own', asked);
    expect(await stage.settled(response.id)).toMatchObject({
      id: 'own-our-list',
      state: 'ok',
      rows: { listings: 2 },
      rejects: { count: 1 },
    });
    const { rejects } = await stage.feed('own-our-list');
    expect(rejects.examples).toMatchObject([{ line: expect.stringContaining('nonsense!') }]);
  });

  it('are previewed: columns first, then rows as they would be read', async () => {
    const preview = async (asked: object) => (await stage.post('/sightline/sources/preview', asked)).response as object;
    const sample = '# made for the spec\nioc,when,kind\n203.0.113.9,2026-11-02,botnet_cc\nnot an indicator,,\n';
    expect(await preview({ format: 'csv', sample })).toEqual({
      columns: ['ioc', 'when', 'kind'],
      rows: [],
      rejects: { count: 0, by_reason: [], examples: [] },
    });
    const twoColumns = { map_indicator: 'a', map_first: 'b' };
    const mapped = { map_indicator: 'ioc', map_first: 'when', map_category: 'kind', category: 'spam' };
    expect(await preview({ format: 'csv', sample, ...mapped })).toMatchObject({
      rows: [{ indicator: '203.0.113.9', type: 'ip', category: 'c2', first: '2026-11-02', last: null, tags: [] }],
      rejects: { count: 1, examples: [{ line: expect.stringContaining('not an indicator') as string }] },
    });
    const refused = await preview({ format: 'csv', sample: 'a,b\n10.0.0.1,\n192.0.2.9,2099-01-01\n', ...twoColumns });
    expect(refused).toMatchObject({ rows: [], rejects: { examples: [{ line: '10.0.0.1' }, { line: '192.0.2.9' }] } });
    const json = JSON.stringify({ data: [{ ip: '203.0.113.9', seen: { first: '2026-11-02' }, tags: ['Emotet'] }] });
    expect(await preview({ format: 'json', sample: json })).toMatchObject({
      columns: ['data[].ip', 'data[].seen.first', 'data[].tags[]'],
    });
    const fetched = { format: 'csv', url, delimiter: ';', auth_header: 'X-Key', key: 'secret-of-the-list' };
    expect(await preview(fetched)).toMatchObject({ columns: ['Indicator', 'Seen', 'What'] });
    expect(await preview({ format: 'lines', sample: '203.0.113.0/24\nAS64500\n', category: 'spam' })).toMatchObject({
      rows: [
        { indicator: '203.0.113.0/24', type: 'range', category: 'spam' },
        { indicator: 'AS64500', type: 'asn' },
      ],
    });
  });

  it('say in a preview what is wrong with the key, without naming it', async () => {
    const wrong = { format: 'csv', url, auth_header: 'X-Key', key: 'another-secret' };
    const { status, error } = await stage.post('/sightline/sources/preview', wrong);
    expect([status, error]).toMatchObject([400, { message: expect.stringContaining('asks for a key') as string }]);
    expect(JSON.stringify(error)).not.toContain('another-secret');
  });

  it('are gone when they are removed', async () => {
    expect((await stage.post('/sightline/sources/own-our-list/remove')).status).toBe(200);
    const isCovered = async () => {
      const ledger = await stage.service().engine.query<{ covers: string[] }>({
        name: 'spec',
        sql: "SELECT covers FROM imports WHERE source = 'feed:own-our-list' ORDER BY at DESC, state DESC LIMIT 1",
      });
      return ledger[0]?.covers;
    };
    await expect.poll(isCovered).toEqual([]);
    expect(readdirSync(join(stage.folder, 'feeds'))).not.toContain('own-our-list');
  });
});

describe('a drop folder', () => {
  it('is read by itself, also without outbound traffic, with a report beside the file', async () => {
    await stage.restart({ SIGHTLINE_OFFLINE: 'on' });
    const before = stage.publisher.requests.length;
    const { drop_folder } = await stage.feed('tor-exits');
    writeFileSync(join(drop_folder, 'exits.txt'), exits('192.0.2.1', '192.0.2.2', '192.0.2.9'));
    await expect.poll(() => ipv4('192.0.2.9')).toMatchObject({ ip_is_tor_exit_node: true });
    await expect.poll(() => readdirSync(drop_folder)).not.toContain('exits.txt');
    const done = readdirSync(join(drop_folder, 'done'));
    expect(done).toEqual([expect.stringMatching(/exits\.txt$/), expect.stringMatching(/report\.txt$/)]);
    expect(readFileSync(join(drop_folder, 'done', done[1] ?? ''), 'utf8')).toContain('3 facts');
    // the update goes on after the files are put away, and a press of the button then only joins it
    await expect.poll(() => stage.feed('tor-exits')).toMatchObject({ state: 'ok' });
    const { error } = await stage.post('/sightline/sources/tor-exits/fetch');
    expect(error?.message).toContain('SIGHTLINE_OFFLINE');
    expect(stage.publisher.requests).toHaveLength(before);
  });

  it('is read at once with the button, and keeps what could not be read', async () => {
    const { drop_folder } = await stage.feed('tor-exits');
    mkdirSync(drop_folder, { recursive: true });
    writeFileSync(join(drop_folder, 'page.html'), '<!DOCTYPE html><html><body>Sign in</body></html>');
    expect((await stage.post('/sightline/sources/tor-exits/fetch')).status).toBe(200);
    await expect
      .poll(() => stage.feed('tor-exits'))
      .toMatchObject({ state: 'failed', rows: { facts: 3 }, error: expect.stringContaining('web page') });
    await expect.poll(() => readdirSync(join(drop_folder, 'failed'))).toHaveLength(2);
    expect(await ipv4('192.0.2.9')).toMatchObject({ ip_is_tor_exit_node: true });
    await stage.restart();
  });
});

describe('a feed of several files', () => {
  const manifest = 'https://lists.example/misp/manifest.json';
  const ids = ['5e8f1c1e-0001-4b1c-9d3e-000000000001', '5e8f1c1e-0002-4b1c-9d3e-000000000002'];
  const seconds = (iso: string): string => String(Date.parse(iso) / 1000);
  const publish = (events: Readonly<Record<string, string>>): void => {
    const list = Object.keys(events).map((id) => [
      id,
      { info: 'x', date: stage.today(), timestamp: seconds(stage.today()) },
    ]);
    stage.publisher.publish(manifest, JSON.stringify(Object.fromEntries(list)));
    for (const [id, value] of Object.entries(events)) {
      const attribute = { type: 'ip-dst', category: 'Network activity', to_ids: true, deleted: false, value };
      const event = {
        uuid: id,
        info: 'x',
        date: stage.today(),
        timestamp: seconds(stage.today()),
        Attribute: [attribute],
      };
      stage.publisher.publish(new URL(`${id}.json`, manifest).href, JSON.stringify({ Event: event }));
    }
  };
  const since = (before: number): string[] => stage.publisher.requests.slice(before).map(({ url }) => url);

  it('is read with everything that it leads to', async () => {
    publish({ [ids[0] ?? '']: '192.0.2.111' });
    const asked = { title: 'Our MISP', url: manifest, format: 'misp', mode: 'events', lifetime_days: 30 };
    const before = stage.publisher.requests.length;
    expect((await stage.post('/sightline/sources/own', asked)).status).toBe(200);
    expect(await stage.settled('own-our-misp')).toMatchObject({ state: 'ok', rows: { listings: 1 } });
    expect(since(before)).toEqual([manifest, new URL(`${ids[0]}.json`, manifest).href]);
  });

  it('is loaded without a list that its publisher does not have', async () => {
    const list = (name: string) =>
      `https://raw.githubusercontent.com/MISP/misp-warninglists/main/lists/${name}/list.json`;
    const content = { name: 'Resolvers', version: 20_261_101, type: 'cidr', list: ['192.0.2.201'] };
    stage.publisher.publish(list('public-dns-v4'), JSON.stringify(content));
    const reason = 'The publisher does not have this list (any more).';
    expect(await stage.change('warninglists-resolvers', { enabled: 1 })).toMatchObject({
      state: 'ok',
      error: null,
      rows: { facts: 1 },
      rejects: { count: 1, by_reason: [{ reason, count: 1 }], examples: [{ line: list('public-dns-v6'), reason }] },
    });
  });

  it('says of each of its lists which day the data is of', async () => {
    const list = (name: string) =>
      `https://raw.githubusercontent.com/MISP/misp-warninglists/main/lists/${name}/list.json`;
    const content = { name: 'Resolvers', version: 20_240_301, type: 'cidr', list: ['2001:db8::201'] };
    stage.publisher.publish(list('public-dns-v6'), JSON.stringify(content));
    stage.pass(86_400);
    expect(await stage.fetch('warninglists-resolvers')).toMatchObject({
      as_of: '2026-11-01',
      lists: [
        { name: 'public-dns-v4', as_of: '2026-11-01' },
        { name: 'public-dns-v6', as_of: '2024-03-01' },
      ],
    });
  });

  it('keeps what it said before when it goes on', async () => {
    stage.pass(86_400);
    publish({ [ids[0] ?? '']: '192.0.2.111', [ids[1] ?? '']: '192.0.2.112' });
    expect(await stage.fetch('own-our-misp')).toMatchObject({ state: 'ok' });
    for (const ip of ['192.0.2.111', '192.0.2.112'])
      expect(await ipv4(ip), ip).toMatchObject({ listing_score: expect.any(Number) as number });
  });
});

describe('a start', () => {
  it('goes on with documents that had arrived when the service was killed, without asking again', async () => {
    await stage.service().close();
    // what a kill leaves between the last byte of a file and the end of its import
    const documents = join(stage.folder, 'feeds/tor-exits/documents');
    const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.9', '192.0.2.88'];
    writeFileSync(join(documents, 'arrived'), exits(...addresses));
    const arrived = { name: tor, file: 'arrived', contentType: 'text/plain', at: Date.parse(stage.today()) };
    writeFileSync(join(documents, 'pending.json'), JSON.stringify({ documents: [arrived], isIncremental: false }));
    const file = join(stage.folder, 'feeds.json');
    const state = JSON.parse(readFileSync(file, 'utf8')) as { feeds: Record<string, object> };
    state.feeds['tor-exits'] = { ...state.feeds['tor-exits'], isImporting: true };
    writeFileSync(file, JSON.stringify(state));
    const before = stage.publisher.requests.filter(({ url }) => url === tor).length;
    await stage.reopen();
    await expect.poll(() => stage.feed('tor-exits')).toMatchObject({ state: 'ok', rows: { facts: 4 } });
    expect(await ipv4('192.0.2.88')).toMatchObject({ ip_is_tor_exit_node: true });
    expect(stage.publisher.requests.filter(({ url }) => url === tor)).toHaveLength(before);
  });

  it('switches on what SIGHTLINE_FEEDS names, and says what stays off', async () => {
    stage.publisher.publish('https://cinsscore.com/list/ci-badguys.txt', '192.0.2.150\n');
    await stage.restart({ SIGHTLINE_FEEDS: 'cins,openphish,dshield' });
    await expect.poll(() => stage.feed('cins')).toMatchObject({ state: 'ok', rows: { listings: 1 } });
    expect(stage.reports.map((message) => /names (\S+),/.exec(message)?.[1])).toEqual(['openphish', 'dshield']);
    await stage.change('cins', { enabled: 0 });
    await stage.restart({ SIGHTLINE_FEEDS: 'cins' });
    // a person decided otherwise
    expect(await stage.feed('cins')).toMatchObject({ state: 'off', enabled: false });
  });

  it('is refused when SIGHTLINE_FEEDS names what is not there', async () => {
    await stage.service().close();
    await expect(stage.reopen({ SIGHTLINE_FEEDS: 'cinss' })).rejects.toThrow(/no such feed as cinss.*tor-exits/s);
    await stage.reopen();
  });
});

it('sends a key to its publisher, and to no one else', async () => {
  const url = 'https://urlhaus-api.abuse.ch/files/exports/recent.csv';
  const header = '# id,dateadded,url,url_status,last_online,threat,tags,urlhaus_link,reporter';
  const line = `"1","${day} 01:02:03","http://192.0.2.180/a.exe","online","${day} 01:02:03","malware_download","elf","https://urlhaus.abuse.ch/url/1/","x"`;
  const key = { where: 'query', name: 'auth-key', value: 'key-of-abuse-ch' } as const;
  stage.publisher.publish(url, { body: `${header}\n${line}\n`, key });
  expect(await stage.change('urlhaus', { enabled: 1, key: 'wrong-key' })).toMatchObject({
    state: 'failed',
    whose: 'this-machine',
    has_key: true,
    error: expect.stringContaining('does not accept') as string,
  });
  // the publisher is asked again at once: what failed was the key
  const { response } = await stage.post('/sightline/sources/urlhaus', { key: 'key-of-abuse-ch' });
  expect(response.next_fetch > day).toBe(true);
  await expect.poll(() => stage.feed('urlhaus')).toMatchObject({ state: 'ok', error: null });
  const told = stage.publisher.requests.filter((request) => JSON.stringify(request).includes('key-of-abuse-ch'));
  expect(told.map((request) => new URL(request.url).hostname)).toEqual(['urlhaus-api.abuse.ch']);
  expect(JSON.stringify((await stage.get('/sightline/sources')).response)).not.toMatch(/key-of-abuse-ch|wrong-key/);
});
