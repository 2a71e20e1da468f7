import { describe, expect, it } from 'vitest';
import { daysAgo, now } from '#test/server/addresses-collection.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { evidenceRows, imported } from '#test/server/evidence-collection.ts';
import { rangeFact } from '#test/server/facts.ts';

const ranked = {
  imports: [...(evidenceRows.imports ?? []), { ...imported(70, 'scores', [], 0), kind: 'scores' }],
  reputation_asn: [
    { asn: 64500, date: daysAgo(0), asn_reputation: 50, ips_in_asn: 256, ips_num_active: 8, ips_num_listed: 4 },
  ],
  reputation_subnet: ['192.0.2.0', '198.51.100.0'].map((first) => ({
    first: `::ffff:${first}`,
    length: 120,
    date: daysAgo(0),
    subnet_reputation: 50,
    ips_in_subnet: 256,
    ips_num_active: 8,
    ips_num_listed: 4,
  })),
};
const service = useTestService({ rows: { ...evidenceRows, ...ranked }, now });

type Record_ = Readonly<Record<string, never>> & {
  readonly listings: readonly (Readonly<Record<string, unknown>> & { readonly subject: string; title: string })[];
  readonly facts: readonly (Readonly<Record<string, unknown>> & { readonly kind: string; subject: string })[];
};
const ask = async (path: string) => (await service.get(`/explore/${path}`)).response;
const info = async (ip: string): Promise<Record_> => (await ask(`ipv4/ipv4info/${ip}`)).ip2asn[0];
const domain = async (name: string): Promise<Record_> => (await ask(`domain/domaininfo/${name}`)).domaininfo;
const subjects = ({ listings }: Record_) => listings.map(({ subject }) => subject);
const kinds = ({ facts }: Record_) => facts.map(({ kind, subject }) => `${kind} ${subject}`);

describe('listings of an address', () => {
  it('name the list, what it names, since when, until when, and how sure it is', async () => {
    const { listings } = await info('192.0.2.66');
    expect(listings[0]).toEqual({
      source: 'feed:urlhaus',
      title: 'URLhaus',
      category: 'malware',
      subject: 'http://192.0.2.66/x.exe',
      first_listed: daysAgo(5),
      last_listed: daysAgo(0),
      expires: daysAgo(-30),
      is_open: true,
      known_benign: false,
      on_shared_host: false,
      tags: ['Emotet', 'exe'],
      reference: 'https://urlhaus.abuse.ch/url/1/',
      confidence: 100,
    });
    expect(listings.at(-1)).toMatchObject({ title: 'own-list', is_open: false, expires: daysAgo(1) });
    expect(listings.find(({ subject }) => subject === '192.0.2.66')).toMatchObject({ is_open: false, confidence: 50 });
  });

  it('are its own, those of ranges that hold it and those of the AS that announces it', async () => {
    const record = await info('192.0.2.66');
    expect(subjects(record)).toEqual([
      'http://192.0.2.66/x.exe',
      '192.0.2.64/26',
      'AS64500',
      '192.0.2.66',
      '192.0.2.0/24',
    ]);
    expect(record).toMatchObject({ listings_total: 5 });
    expect(subjects(await info('192.0.2.10'))).toEqual(['AS64500', '192.0.2.0/24']);
  });

  it('are marked and kept when a range of known-benign addresses holds it', async () => {
    expect((await info('198.51.100.8')).listings).toMatchObject([{ subject: '198.51.100.8', known_benign: true }]);
    expect((await info('192.0.2.66')).listings.every(({ known_benign }) => known_benign === false)).toBe(true);
  });
});

describe('facts of an address', () => {
  it('say who states them, of what, since when and as of which day', async () => {
    const { facts } = await info('192.0.2.66');
    expect(facts.find(({ kind }) => kind === 'tor_exit')).toEqual({
      kind: 'tor_exit',
      source: 'feed:tor-exits',
      title: 'Tor exit nodes',
      subject: '192.0.2.66',
      value: '',
      tags: ['guard'],
      from: daysAgo(100),
      until: null,
      as_of: daysAgo(2),
    });
  });

  it('are those that hold today, of the address, of its ranges and of its AS', async () => {
    expect(kinds(await info('192.0.2.66'))).toEqual(['tor_exit 192.0.2.66', 'cloud 192.0.2.0/24', 'vpn AS64500']);
    expect((await info('192.0.2.66')).facts.find(({ kind }) => kind === 'vpn')).toMatchObject({
      until: daysAgo(-5),
      as_of: null,
    });
    expect(kinds(await info('198.51.100.9'))).toEqual(['known_benign 198.51.100.8/29']);
  });
});

describe('what no source covers', () => {
  it('is named in every record that would state it', async () => {
    const { not_tracked } = await info('192.0.2.66');
    expect(not_tracked).toEqual(expect.arrayContaining(['vpn', 'scanner', 'sinkhole', 'country', 'origin_as']));
    for (const kind of ['listings', 'tor_exit', 'known_benign', 'toplist']) expect(not_tracked).not.toContain(kind);
    expect((await domain('clean.example'))['not_tracked']).toEqual([
      'sinkhole',
      'scanner',
      'toplist',
      'url_shortener',
      'user_content',
      'dynamic_dns',
      'expired',
      'parking',
      'expiry',
    ]);
  });

  it('is what neither the sample collection, nor live look-ups, nor an unfinished import speak for', async () => {
    const { response } = await service.get('/sightline/collection');
    const vpn = response.coverage.find(({ kind }: { kind: string }) => kind === 'vpn');
    expect(vpn).toEqual({ kind: 'vpn', tracked: false, sources: [] });
  });

  it('is told from what is covered, by which source and of which day', async () => {
    const { response } = await service.get('/sightline/collection');
    expect(response.coverage.find(({ kind }: { kind: string }) => kind === 'listings')).toEqual({
      kind: 'listings',
      tracked: true,
      sources: [
        { source: 'feed:spamhaus-drop-v4', title: 'Spamhaus DROP (IPv4)', as_of: daysAgo(0), rows: 900 },
        { source: 'feed:urlhaus', title: 'URLhaus', as_of: daysAgo(1), rows: 5000 },
      ],
    });
  });
});

describe('evidence about other subjects', () => {
  it('of a domain takes in hosts below it, and what its name servers are known for', async () => {
    const record = await domain('phish.example');
    expect(subjects(record)).toEqual(['login.phish.example', 'phish.example']);
    expect(kinds(record)).toEqual(['parking parking.example']);
  });

  it.each(['dyn.example', 'content.example', 'tumblr.com', 'github.io', 'co.uk'])(
    'of %s, which gives out names, leaves out those of its holders',
    async (site) => {
      expect(await domain(site)).toMatchObject({ listings: [], listings_total: 0 });
      expect(subjects(await domain(`anyone.${site}`))).toEqual([`anyone.${site}`]);
      expect(await ask(`enrich/domain/${site}`)).toMatchObject({ listing_score: 0, sp_risk_score: 0 });
      expect(await ask(`enrich/domain/anyone.${site}`)).toMatchObject({ listing_score: 80, verdict: 'scored' });
    },
  );

  it('of a name below the suffix of a company takes in the names of the same holder, and no others', async () => {
    expect(subjects(await domain('www.anyone.github.io'))).toEqual(['anyone.github.io']);
    expect(await ask('enrich/domain/www.anyone.github.io')).toMatchObject({ listing_score: 80, verdict: 'scored' });
    expect(subjects(await domain('other.github.io'))).toEqual([]);
    expect(await ask('enrich/domain/other.github.io')).toMatchObject({ listing_score: 0, sp_risk_score: 0 });
  });

  it('marks listings of a popular name as known benign, not those of hosts below it', async () => {
    const { listings } = await domain('popular.example');
    expect(Object.fromEntries(listings.map((each) => [each.subject, each['known_benign']]))).toEqual({
      'http://popular.example/x': true,
      'files.popular.example': false,
    });
  });

  it('stands beside the error of a domain that was listed and never seen', async () => {
    expect(await domain('never-seen.example')).toMatchObject({ error: 'Not found', listings_total: 1 });
    expect(await domain('nothing.example')).not.toHaveProperty('listings');
  });

  it('is cut off at a hundred listings, the latest, and counts all', async () => {
    const record = await domain('many.example');
    expect(record).toMatchObject({ listings_total: 130 });
    expect(record.listings).toHaveLength(100);
    expect(record.listings[0]?.subject).toBe('http://many.example/129');
  });

  it('of an AS, a subnet and a name server', async () => {
    const [asn] = (await ask('ipreputation/asn/64500')).asn_reputation;
    expect([subjects(asn), kinds(asn)]).toEqual([['AS64500'], ['vpn AS64500']]);
    const [subnet] = (await ask('ipreputation/subnet/192.0.2.64/26')).subnet_reputation;
    expect(subjects(subnet)).toEqual(['192.0.2.64/26', 'AS64500', '192.0.2.0/24']);
    const [wider] = (await ask('ipreputation/subnet/192.0.2.0/24')).subnet_reputation;
    // a part of it is listed
    expect(subjects(wider)).toEqual(['192.0.2.64/26', 'AS64500', '192.0.2.0/24']);
    const [server] = (await ask('nsreputation/nameserver/ns1.bad.example')).ns_server_reputation;
    expect(subjects(server)).toEqual(['ns1.bad.example']);
    const [parking] = (await ask('nsreputation/nameserver/ns2.parking.example')).ns_server_reputation;
    expect(kinds(parking)).toEqual(['parking parking.example']);
  });
});

describe('a ranked subject', () => {
  const labels = ({ tags = [] }: { readonly tags?: readonly { readonly label: string }[] }) =>
    tags.map(({ label }) => label);

  it('has the tags of its own page, with explain=1', async () => {
    const asns = (await ask('ipreputation/rank/asn?explain=1')).asn_reputation_rank;
    expect(asns.map(labels)).toEqual([['VPN']]);
    const subnets = (await ask('ipreputation/rank/subnet?explain=1')).subnet_reputation_rank;
    // what is said about the whole AS holds for a prefix that it announces
    expect(subnets.map(({ subnet }: { subnet: string }, index: number) => [subnet, labels(subnets[index])])).toEqual([
      ['192.0.2.0/24', ['VPN', 'cloud']],
      ['198.51.100.0/24', []],
    ]);
    expect((await ask('ipreputation/rank/asn')).asn_reputation_rank[0]).not.toHaveProperty('tags');
  });
});

describe('one subject', () => {
  it('has the same evidence in every record about it, also twice in one list', async () => {
    const fields = ({ listings, listings_total, facts, not_tracked }: Record_) => ({
      listings,
      listings_total,
      facts,
      not_tracked,
    });
    const expected = fields(await info('192.0.2.66'));
    const bulk = await service.post('/explore/bulk/ip2asn/ipv4', { ips: ['192.0.2.66', '198.51.100.8', '192.0.2.66'] });
    const enriched = await ask('enrich/ipv4/192.0.2.66');
    for (const record of [bulk.response.ip2asn[0], bulk.response.ip2asn[2], enriched.ip2asn[0]])
      expect(fields(record)).toEqual(expected);
    const named = fields(await domain('phish.example'));
    const domains = await service.post('/explore/bulk/domaininfo', { domains: ['clean.example', 'phish.example'] });
    expect(fields(domains.response.domaininfo[1])).toEqual(named);
    expect(fields((await ask('enrich/domain/phish.example')).domaininfo)).toEqual(named);
  });

  it('has none in a sparse record', async () => {
    expect((await ask('ipv4/ipv4info/192.0.2.66?sparse=asn')).ip2asn).toEqual([{ ip: '192.0.2.66', asn: 64500 }]);
  });
});

describe('sources of records', () => {
  it('stand on passive DNS records, each once', async () => {
    const { records } = await ask('padns/lookup/query/a/login.phish.example');
    expect(records).toMatchObject([{ sources: ['sample', 'live', 'logs'] }]);
    const [cof] = (await ask('padns/lookup/query/a/clean.example?output_format=cof')).records;
    expect(cof).not.toHaveProperty('sources');
  });

  it('stand on records that were found by their set, by their answer, or as the latest of a name', async () => {
    const [{ nshash }] = (await ask('padns/lookup/query/ns/phish.example')).records;
    expect((await ask(`padns/lookup/answer/nshash/${nshash}`)).records).toMatchObject([{ sources: ['logs'] }]);
    const named = (await ask('padns/lookup/answer/a/192.0.2.66')).records;
    expect(named.find(({ query }: { query: string }) => query === 'login.phish.example')).toMatchObject({
      sources: ['sample', 'live', 'logs'],
    });
    const hosts = await ask('padns/lookup/uld/a/*clean*/_?reduce=host&first_seen_after=-31536000');
    expect(hosts.records).toMatchObject([{ sources: ['live'] }]);
  });

  it('stand on whois records, as far as the ledger knows their import', async () => {
    const { whois } = await ask('domain/whois/phish.example');
    expect(whois.map(({ sources }: { sources: string[] }) => sources)).toEqual([['live'], ['sample'], []]);
  });
});

describe('a source that arrives', () => {
  it('is tracked from the next answer on, and its facts are there', async () => {
    expect((await info('198.51.100.200'))['not_tracked']).toContain('dsl_dynamic');
    await service.add({
      imports: [imported(70, 'feed:own-pools', ['dsl_dynamic'], 0)],
      facts: [rangeFact('198.51.100.192/26', 'dsl_dynamic', { source: 'feed:own-pools' })],
    });
    const record = await info('198.51.100.200');
    expect(record['not_tracked']).not.toContain('dsl_dynamic');
    expect(kinds(record)).toEqual(['dsl_dynamic 198.51.100.192/26']);
  });
});

describe('a list that is switched off', () => {
  it('is not among those that are current, even before its rows are merged', async () => {
    const lists = async (): Promise<readonly { source: string }[]> =>
      (await ask('ipv4/ipv4info/198.51.100.201')).ip2asn[0].current_lists;
    expect((await lists()).map(({ source }) => source)).toContain('feed:urlhaus');
    await service.add({ imports: [imported(33, 'feed:urlhaus', [], 0)] });
    expect((await lists()).map(({ source }) => source)).not.toContain('feed:urlhaus');
  });
});
