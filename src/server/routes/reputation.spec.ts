import { describe, expect, it } from 'vitest';
import { dayInt, daysAgo, now, rows } from '#test/server/addresses-collection.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { currentLists, noEvidence } from '#test/server/evidence-collection.ts';

const service = useTestService({ rows, now });

const ask = async (path: string) => (await service.get(`/explore/${path}`)).response;
const refused = async (path: string) => (await service.get(`/explore/${path}`)).body['error'];

const acme = { asname: 'ACME Acme Networks', asn_allocation_age: 1000, asn_allocation_date: dayInt(1000) };
const bullet = { asname: 'BULLET Bulletproof Hosting', asn_allocation_age: 'UNKNOWN', asn_allocation_date: 'UNKNOWN' };
const untagged = <Record_>(record: Record_) => ({ ...record, tags: [] });

describe.each([
  ['takedownReputationRank', 'takedownreputation/rank', 'takedown_reputation_rank'],
  ['nsReputationRank', 'nsreputation/rank', 'ns_server_reputation_rank'],
  ['nameServersListed', 'nameserverlisted', 'listed_on_nameserver'],
  ['asnReputationRank', 'ipreputation/rank/asn', 'asn_reputation_rank'],
  ['subnetReputationRank', 'ipreputation/rank/subnet', 'subnet_reputation_rank'],
  ['ipv4ReputationRank', 'ipreputation/rank/ipv4', 'ip_reputation_rank'],
])('%s', (_, path, key) => {
  it('cuts the ranking at limit', async () => {
    const all = (await ask(path))[key];
    expect(all.length).toBeGreaterThan(1);
    expect((await ask(`${path}?limit=1`))[key]).toEqual([all[0]]);
  });

  it('explains only with explain=1', async () => {
    const explained = (record: object) => Object.keys(record).some((field) => field.endsWith('_explain'));
    expect((await ask(path))[key].some(explained)).toBe(false);
    // D7 has nothing to explain
    expect((await ask(`${path}?explain=1`))[key].every(explained)).toBe(path !== 'nameserverlisted');
  });
});

describe('rankings of the latest day hold what has anything listed, worst first', () => {
  it('takedownReputationRank', async () => {
    const { takedown_reputation_rank } = await ask('takedownreputation/rank?explain=1');
    expect(takedown_reputation_rank).toEqual([
      {
        asn: 64501,
        asn_takedown_reputation: 100,
        asn_takedown_reputation_explain: {
          ips_in_asn: 256,
          ips_num_listed: 12,
          items_num_listed: 12,
          listings_max_age: 400,
        },
        ...untagged(bullet),
      },
      {
        asn: 64500,
        asn_takedown_reputation: 7,
        asn_takedown_reputation_explain: {
          ips_in_asn: 256,
          ips_num_listed: 1,
          items_num_listed: 1,
          listings_max_age: 64,
        },
        ...untagged(acme),
      },
    ]);
  });

  it('asnReputationRank: more listed addresses decide between equal scores', async () => {
    const { asn_reputation_rank } = await ask('ipreputation/rank/asn?explain=1');
    expect(asn_reputation_rank).toEqual([
      {
        asn: 64501,
        asn_reputation: 50,
        asn_reputation_explain: { ips_in_asn: 256, ips_num_active: 8, ips_num_listed: 4 },
        ...untagged(bullet),
      },
      {
        asn: 64510,
        asn_reputation: 50,
        asn_reputation_explain: { ips_in_asn: 0, ips_num_active: 2, ips_num_listed: 1 },
        ...untagged({ ...bullet, asname: '' }),
      },
      {
        asn: 64500,
        asn_reputation: 5,
        asn_reputation_explain: { ips_in_asn: 256, ips_num_active: 100, ips_num_listed: 5 },
        ...untagged(acme),
      },
    ]);
  });

  it('subnetReputationRank', async () => {
    const { subnet_reputation_rank } = await ask('ipreputation/rank/subnet?explain=1');
    const explain = { ips_in_subnet: 256, ips_num_active: 8, ips_num_listed: 6 };
    const unknown = untagged({ subnet_allocation_age: 'UNKNOWN', subnet_allocation_date: 'UNKNOWN' });
    expect(subnet_reputation_rank).toEqual([
      { subnet: '203.0.113.0/25', subnet_reputation: 99, subnet_reputation_explain: explain, ...unknown },
      { subnet: '203.0.113.0/24', subnet_reputation: 75, subnet_reputation_explain: explain, ...unknown },
      {
        subnet: '198.51.100.0/24',
        subnet_reputation: 75,
        subnet_reputation_explain: { ips_in_subnet: 256, ips_num_active: 4, ips_num_listed: 3 },
        ...untagged({ subnet_allocation_age: 5, subnet_allocation_date: dayInt(5) }),
      },
    ]);
  });

  it('ipv4ReputationRank', async () => {
    const { ip_reputation_rank } = await ask('ipreputation/rank/ipv4?explain=1');
    expect(ip_reputation_rank).toEqual([
      { ip: '192.0.2.12', ip_reputation: 100, ip_reputation_explain: { ip_density: 1, names_num_listed: 1 } },
      { ip: '192.0.2.99', ip_reputation: 1, ip_reputation_explain: { ip_density: 230, names_num_listed: 2 } },
    ]);
  });

  it('nsReputationRank by share, nameServersListed by number', async () => {
    const { ns_server_reputation_rank } = await ask('nsreputation/rank?explain=1');
    expect(ns_server_reputation_rank).toEqual([
      {
        ...untagged({ date: dayInt(0) }),
        ns_server: 'ns1.few.example',
        ns_server_reputation: 100,
        ns_server_reputation_explain: { ns_server_domain_density: 2, ns_server_domains_listed: 2 },
      },
      {
        ...untagged({ date: dayInt(0) }),
        ns_server: 'ns1.bullet.example',
        ns_server_reputation: 80,
        ns_server_reputation_explain: { ns_server_domain_density: 10, ns_server_domains_listed: 8 },
      },
    ]);
    const { listed_on_nameserver } = await ask('nameserverlisted');
    expect(listed_on_nameserver).toEqual([
      { listed: 8, ns_srv: 'ns1.bullet.example' },
      { listed: 2, ns_srv: 'ns1.few.example' },
    ]);
  });
});

describe('takedownReputation', () => {
  const path = 'takedownreputation/asn';

  it('answers the record, explained with explain=1', async () => {
    const { takedown_reputation } = await ask(`${path}/64500`);
    expect(takedown_reputation).toEqual({ asn: 64500, asn_takedown_reputation: 7, ...acme });
    const explained = await ask(`${path}/64500?explain=1`);
    expect(explained.takedown_reputation.asn_takedown_reputation_explain).toMatchObject({ listings_max_age: 64 });
  });

  it('keeps quiet and refused apart', async () => {
    const { takedown_reputation } = await ask(`${path}/64502?explain=1`);
    expect(takedown_reputation).toMatchObject({ asn_takedown_reputation: 0, asn_takedown_reputation_explain: {} });
    expect(await refused(`${path}/many`)).toMatchObject({ parameter: 'asn' });
    expect(await refused(`${path}/4294967296`)).toMatchObject({ parameter: 'asn' });
  });
});

describe('takedownReputationHistory', () => {
  it('answers newest first, cut at limit, explained with explain=1', async () => {
    const path = 'takedownreputation/history/asn/64501';
    const named = { asn: 64501, asname: 'BULLET Bulletproof Hosting' };
    const day = (ago: number, score: number) => ({ ...named, asn_takedown_reputation: score, date: dayInt(ago) });
    expect(await ask(path)).toEqual({ takedown_reputation_history: [day(0, 100), day(1, 99)] });
    const { takedown_reputation_history } = await ask(`${path}?limit=1&explain=1`);
    expect(takedown_reputation_history).toEqual([
      {
        ...day(0, 100),
        asn_takedown_reputation_explain: {
          ips_in_asn: 256,
          ips_num_listed: 12,
          items_num_listed: 12,
          listings_max_age: 400,
        },
      },
    ]);
  });
});

describe('asnReputation', () => {
  it('answers a list of one record, explained with explain=1', async () => {
    const record = {
      asn: 64501,
      asn_reputation: 50,
      asname: bullet.asname,
      date: dayInt(0),
      asn_allocation_age: 'UNKNOWN',
      asn_allocation_date: 'UNKNOWN',
      verdict: 'scored',
      // the loaded list names no AS
      ...noEvidence.asn,
      ...currentLists(),
    };
    expect(await ask('ipreputation/asn/64501')).toEqual({ asn_reputation: [record] });
    const asn_reputation_explain = { ips_in_asn: 256, ips_num_active: 8, ips_num_listed: 4 };
    expect(await ask('ipreputation/asn/64501?explain=1')).toEqual({
      asn_reputation: [{ ...record, asn_reputation_explain }],
    });
  });

  it('scores 0 today what was bad nine days ago, and counts its addresses', async () => {
    const { asn_reputation } = await ask('ipreputation/asn/64502?explain=1');
    expect(asn_reputation).toEqual([
      {
        asn: 64502,
        asn_reputation: 0,
        asn_reputation_explain: { ips_in_asn: 256, ips_num_active: 0, ips_num_listed: 0 },
        asname: 'Quiet Käse Hosting',
        asn_allocation_age: 10,
        asn_allocation_date: dayInt(10),
        date: dayInt(0),
        verdict: 'insufficient',
        ...noEvidence.asn,
        ...currentLists(),
      },
    ]);
  });
});

describe('asnReputationHistory', () => {
  const scores = async (path: string) => {
    const { asn_reputation_history } = await ask(`ipreputation/history/asn/${path}`);
    return asn_reputation_history.map((row: { date: number; asn_reputation: number }) => [
      row.date,
      row.asn_reputation,
    ]);
  };

  it('answers every day back to the first snapshot; days without one had nothing listed', async () => {
    expect(await scores('64501')).toEqual([
      [dayInt(0), 50],
      [dayInt(1), 40],
      [dayInt(2), 0],
      [dayInt(3), 0],
      [dayInt(4), 30],
    ]);
    expect(await scores('64501?limit=2')).toHaveLength(2);
    expect(await scores('64502')).toHaveLength(10);
    expect(await scores('64503')).toEqual([[dayInt(0), 0]]);
  });

  it('explains with explain=1', async () => {
    const { asn_reputation_history } = await ask('ipreputation/history/asn/64501?explain=1&limit=3');
    expect(asn_reputation_history.map((row: Record<string, unknown>) => row['asn_reputation_explain'])).toEqual([
      { ips_in_asn: 256, ips_num_active: 8, ips_num_listed: 4 },
      { ips_in_asn: 256, ips_num_active: 10, ips_num_listed: 4 },
      { ips_in_asn: 256, ips_num_active: 0, ips_num_listed: 0 },
    ]);
  });
});

describe('subnetReputation', () => {
  const today = { date: dayInt(0), verdict: 'scored' };
  const none = { ...noEvidence.subnet, ...currentLists() };
  const record = { ...today, subnet: '203.0.113.0/24', subnet_reputation: 75, ...none };

  it('masks host bits off and explains with explain=1', async () => {
    expect(await ask('ipreputation/subnet/203.0.113.77/24')).toEqual({ subnet_reputation: [record] });
    const subnet_reputation_explain = { ips_in_subnet: 256, ips_num_active: 8, ips_num_listed: 6 };
    const explained = { subnet_reputation_explain, contained: { prefixes: 1, ips_num_active: 8, ips_num_listed: 6 } };
    const { subnet_reputation } = await ask('ipreputation/subnet/203.0.113.0/24?explain=1');
    expect(subnet_reputation).toEqual([{ ...record, ...explained }]);
  });

  it('keeps quiet and refused apart', async () => {
    expect((await ask('ipreputation/subnet/192.0.2.0/24')).subnet_reputation[0].subnet_reputation).toBe(0);
    expect(await ask('ipreputation/subnet/203.0.113.0/26')).toEqual({
      subnet_reputation: [{ ...record, query: '203.0.113.0/26' }],
    });
    expect(await refused('ipreputation/subnet/203.0.113.0/33')).toMatchObject({ parameter: 'mask' });
    expect(await refused('ipreputation/subnet/203.0.113/24')).toMatchObject({ parameter: 'subnet' });
    expect(await refused('ipreputation/subnet/2001:db8::/32')).toMatchObject({ parameter: 'subnet' });
  });
});

describe('subnetReputationHistory', () => {
  it('answers newest first, cut at limit, explained with explain=1', async () => {
    const path = 'ipreputation/history/subnet/203.0.113.9/24';
    const subnet = '203.0.113.0/24';
    expect(await ask(path)).toEqual({
      subnet_reputation_history: [
        { date: dayInt(0), subnet, subnet_reputation: 75 },
        { date: dayInt(1), subnet, subnet_reputation: 74 },
      ],
    });
    const { subnet_reputation_history } = await ask(`${path}?limit=1&explain=1`);
    expect(subnet_reputation_history).toHaveLength(1);
    expect(subnet_reputation_history[0].subnet_reputation_explain).toMatchObject({ ips_num_active: 8 });
  });
});

describe('ipv4Reputation', () => {
  it('answers a list of one record, explained with explain=1', async () => {
    const record = { date: dayInt(0), ip: '192.0.2.12', ip_reputation: 100 };
    expect(await ask('ipreputation/ipv4/192.0.2.12')).toEqual({ ip_reputation: [record] });
    const { ip_reputation } = await ask('ipreputation/ipv4/192.0.2.12?explain=1');
    expect(ip_reputation).toEqual([{ ...record, ip_reputation_explain: { ip_density: 1, names_num_listed: 1 } }]);
  });

  it('scores 0 what has no listed name, and counts the names of 30 days', async () => {
    const { ip_reputation } = await ask('ipreputation/ipv4/192.0.2.10?explain=1');
    const ip_reputation_explain = { ip_density: 2, names_num_listed: 0 };
    expect(ip_reputation).toEqual([{ date: dayInt(0), ip: '192.0.2.10', ip_reputation: 0, ip_reputation_explain }]);
  });

  it('refuses IPv6', async () => {
    expect(await refused('ipreputation/ipv4/2001:db8::1')).toMatchObject({
      parameter: 'ipv4',
      message: expect.stringContaining('knows only IPv4'),
    });
  });
});

describe('ipv4ReputationHistory', () => {
  it('answers newest first, cut at limit, explained with explain=1', async () => {
    const path = 'ipreputation/history/ipv4/192.0.2.12';
    const ip = '192.0.2.12';
    expect(await ask(path)).toEqual({
      ip_reputation_history: [
        { date: dayInt(0), ip, ip_reputation: 100 },
        { date: dayInt(1), ip, ip_reputation: 50 },
      ],
    });
    const { ip_reputation_history } = await ask(`${path}?limit=1&explain=1`);
    expect(ip_reputation_history).toHaveLength(1);
    expect(ip_reputation_history[0].ip_reputation_explain).toEqual({ ip_density: 1, names_num_listed: 1 });
  });
});

describe('nsReputation', () => {
  it('answers a list of one record in any letter case, explained with explain=1', async () => {
    const scored = { date: dayInt(0), ns_server: 'ns1.bullet.example', ns_server_reputation: 80 };
    const record = { ...scored, verdict: 'scored', ...noEvidence.nameServer, ...currentLists('list-a') };
    expect(await ask('nsreputation/nameserver/NS1.Bullet.example.')).toEqual({ ns_server_reputation: [record] });
    const { ns_server_reputation } = await ask('nsreputation/nameserver/ns1.bullet.example?explain=1');
    const ns_server_reputation_explain = { ns_server_domain_density: 10, ns_server_domains_listed: 8 };
    expect(ns_server_reputation).toEqual([{ ...record, ns_server_reputation_explain }]);
  });

  it('keeps quiet and refused apart', async () => {
    const { ns_server_reputation } = await ask('nsreputation/nameserver/ns1.acme.example?explain=1');
    expect(ns_server_reputation[0]).toMatchObject({
      ns_server_reputation: 0,
      ns_server_reputation_explain: { ns_server_domain_density: 1, ns_server_domains_listed: 0 },
    });
    expect(await refused('nsreputation/nameserver/ns1..example')).toMatchObject({ parameter: 'nameserver' });
  });
});

describe('nsReputationHistory', () => {
  it('answers newest first, cut at limit, explained with explain=1', async () => {
    const path = 'nsreputation/history/nameserver/ns1.bullet.example';
    const ns_server = 'ns1.bullet.example';
    expect(await ask(path)).toEqual({
      ns_server_reputation_history: [
        { date: dayInt(0), ns_server, ns_server_reputation: 80 },
        { date: dayInt(1), ns_server, ns_server_reputation: 70 },
      ],
    });
    const { ns_server_reputation_history } = await ask(`${path}?limit=1&explain=1`);
    expect(ns_server_reputation_history).toHaveLength(1);
    expect(ns_server_reputation_history[0].ns_server_reputation_explain).toMatchObject({
      ns_server_domain_density: 10,
    });
  });
});

it('speaks of the day of the latest refresh until there is a newer one', async () => {
  await service.add({
    reputation_asn: [
      { asn: 64501, date: daysAgo(-1), asn_reputation: 33, ips_in_asn: 256, ips_num_active: 9, ips_num_listed: 3 },
    ],
    imports: [{ import: 6, source: 'scores', kind: 'scores', state: 'done', as_of: daysAgo(-1) }],
  });
  expect((await ask('ipreputation/rank/asn')).asn_reputation_rank.map((row: { asn: number }) => row.asn)).toEqual([
    64501,
  ]);
  expect((await ask('ipreputation/asn/64500')).asn_reputation[0]).toMatchObject({
    date: dayInt(-1),
    asn_reputation: 0,
  });
  expect((await ask('ipv4/ipv4info/203.0.113.66')).ip2asn[0]).toMatchObject({ asn_reputation: 33 });
});
