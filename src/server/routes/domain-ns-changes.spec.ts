import { describe, expect, it } from 'vitest';
import { refreshNsTransfers } from '#server/ingest/ns-transfers.ts';
import { observedSet } from '#test/server/seeded-observations.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { bad, movingDomains, quiet } from '#test/server/moving-domains.ts';

/** Domains in logs with one answer a line: servers by themselves, and when each was seen. */
const lines = (domain: string, ...seen: [server: string, first: string, last: string][]) =>
  seen.flatMap(([server, first, last]) => observedSet('NS', domain, [`${server}.lines.example`], [first, last]));
const rows = {
  ...movingDomains,
  obs: [
    ...movingDomains.obs,
    // moved in September, and was seen every ten minutes since
    ...observedSet('NS', 'busy.example', ['a.busy.example', 'b.busy.example'], ['2026-09-01', '2026-09-10']),
    ...Array.from({ length: 2100 }, (_, at) => {
      const time = new Date(Date.UTC(2026, 8, 11, 0, 10 * at)).toISOString().slice(0, 19).replace('T', ' ');
      return observedSet('NS', 'busy.example', ['c.busy.example', 'd.busy.example'], [time, time]);
    }).flat(),
    ...lines('staying.example', ['a', '2026-09-01', '2026-11-20'], ['b', '2026-09-01', '2026-11-19']),
    ...lines('moving.example', ['a', '2026-09-01', '2026-11-03'], ['b', '2026-09-01', '2026-11-02']),
    ...lines('moving.example', ['c', '2026-11-02', '2026-11-20'], ['d', '2026-11-02', '2026-11-19']),
    ...lines('replacing.example', ['a', '2026-09-01', '2026-11-20'], ['b', '2026-09-01', '2026-11-03']),
    ...lines('replacing.example', ['c', '2026-11-02', '2026-11-20']),
  ],
};
const service = useTestService({ rows, now: new Date('2026-11-21T12:00:00Z') });

const get = async (path: string) => {
  const { status, body, response } = await service.get(`/explore/domain/${path}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return response;
};

describe('domainNsChanges', () => {
  it('tells every change, newest first', async () => {
    const { nschanges } = await get('nschanges/www.mover.example');
    expect(nschanges.nschanges).toMatchObject([
      { date: 20261118, days_ago: 3, from_nameservers: quiet, to_nameservers: bad, circular_change_to: false },
      {
        date: 20261022,
        days_ago: 30,
        from_nameservers: ['ns1.mover.example'],
        to_nameservers: quiet,
        circular_change_to: true,
      },
      {
        date: 20260802,
        days_ago: 111,
        from_nameservers: quiet,
        to_nameservers: ['ns1.mover.example'],
        circular_change_to: false,
      },
    ]);
    expect(nschanges.nschanges[1]).toEqual({
      circular_change_to: true,
      date: 20261022,
      days_ago: 30,
      domain: 'mover.example',
      query: 'www.mover.example',
      from_nameservers: ['ns1.mover.example'],
      from_expire: false,
      from_parked: false,
      from_sinkhole: false,
      from_ns_in_domain: true,
      from_ns_srv_domain_density: { 'ns1.mover.example': 1 },
      from_ns_srv_domain_density_low: true,
      to_nameservers: quiet,
      to_expire: false,
      to_parked: false,
      to_sinkhole: false,
      to_ns_in_domain: false,
      to_ns_srv_domain_density: { 'ns1.dns.example': 18, 'ns2.dns.example': 18 },
      to_ns_srv_domain_density_low: false,
    });
  });

  it('sums them up', async () => {
    const { nschanges } = await get('nschanges/mover.example?summary=1');
    expect(nschanges).not.toHaveProperty('nschanges');
    expect(nschanges.results_summary).toEqual({
      domain: 'mover.example',
      query: 'mover.example',
      // no loaded source covers them
      not_tracked: ['expiry', 'parking', 'sinkhole'],
      changes_0_7_days: 1,
      changes_7_30_days: 1,
      changes_30_90_days: 0,
      changes_last_7_days: 1,
      changes_last_30_days: 2,
      changes_last_90_days: 2,
      num_changes_all: 3,
      ns_entropy: 20, // 10 * (2^(-3/60) + 2^(-30/60) + 2^(-111/60)) = 19.5
      ns_entropy_score: 8,
      last_change: 20261118,
      last_change_days_ago: 3,
      has_change_circular: true,
      has_change_expire_from: false,
      has_change_expire_to: false,
      has_change_ns_in_domain_from: true,
      has_change_ns_in_domain_to: true,
      has_change_ns_srv_domain_density_low_from: true,
      has_change_ns_srv_domain_density_low_to: true,
      has_change_parked_from: false,
      has_change_parked_to: false,
      has_change_sinkhole_from: false,
      has_change_sinkhole_to: false,
      last_change_circular_to: false,
      last_change_expire_from: false,
      last_change_expire_to: false,
      last_change_ns_in_domain_from: false,
      last_change_ns_in_domain_to: false,
      last_change_ns_srv_domain_density_low_from: false,
      last_change_ns_srv_domain_density_low_to: true,
      last_change_parked_from: false,
      last_change_parked_to: false,
      last_change_sinkhole_from: false,
      last_change_sinkhole_to: false,
    });
  });

  it.each([
    ['parked.example', 'parked_to'],
    ['sunk.example', 'sinkhole_to'],
    ['late.example', 'expire_to'],
  ])('%s went there: %s', async (name, flag) => {
    const { results_summary } = (await get(`nschangessummary/${name}`)).nschanges;
    expect(results_summary).toMatchObject({ [`has_change_${flag}`]: true, [`last_change_${flag}`]: true });
    const others = ['parked_to', 'sinkhole_to', 'expire_to', 'parked_from'].filter((each) => each !== flag);
    for (const other of others) expect(results_summary[`has_change_${other}`]).toBe(false);
  });

  it('a moment elsewhere is two changes', async () => {
    const { nschanges } = (await get('nschanges/brief.example')).nschanges;
    expect(nschanges.map(({ to_nameservers }: { to_nameservers: string[] }) => to_nameservers)).toEqual([quiet, bad]);
  });

  it.each([
    ['staying', []],
    ['moving', [['2026-11-02', 'ab', 'cd']]],
    ['replacing', [['2026-11-02', 'ab', 'ac']]],
  ])('joins the lines of logs with one answer a line: %s.example', async (name, expected) => {
    const changes = expected.map(([date, ...sides]) => [
      date,
      ...sides.map((letters = '') => [...letters].map((letter) => `${letter}.lines.example`)),
    ]);
    const { nschanges, results_summary } = (await get(`nschanges/${name}.example`)).nschanges;
    expect(
      nschanges.map((each: { date: number; from_nameservers: string[]; to_nameservers: string[] }) => [
        String(each.date).replace(/(....)(..)(..)/, '$1-$2-$3'),
        each.from_nameservers,
        each.to_nameservers,
      ]),
    ).toEqual(changes);
    expect(results_summary.num_changes_all).toBe(changes.length);
    await refreshNsTransfers(service.engine, '2026-11-21');
    const path = `/explore/query/nstransfer?from_ns=*&to_ns=*&days=90&nschanges_only=1&domain_regex=^${name}`;
    const { nstransfer } = (await service.get(path)).response;
    expect(
      nstransfer.map((each: { change_date: string; oldnsrecs: string[]; newnsrecs: string[] }) => [
        each.change_date,
        each.oldnsrecs,
        each.newnsrecs,
      ]),
    ).toEqual(changes);
  });

  it('finds a change that thousands of observations follow', async () => {
    const { results_summary } = (await get('nschangessummary/busy.example')).nschanges;
    expect(results_summary).toMatchObject({ num_changes_all: 1, last_change: 20260911 });
  });

  it('tells no change and unknown apart', async () => {
    const { nschanges } = await get('nschanges/calm.example');
    expect(nschanges.nschanges).toEqual([]);
    expect(nschanges.results_summary).toMatchObject({
      num_changes_all: 0,
      last_change: null,
      last_change_days_ago: null,
    });
    const unknown = { nschanges: { domain: 'nobody.example', query: 'nobody.example', error: 'Not found' } };
    expect(await get('nschanges/nobody.example')).toEqual(unknown);
    expect(await get('nschangessummary/nobody.example')).toEqual(unknown);
  });

  it('a change 30 days ago is one of the last 30 days, also in the search of transfers', async () => {
    const { results_summary } = (await get('nschangessummary/mover.example')).nschanges;
    const path = '/explore/query/nstransfer?from_ns=*&to_ns=*&days=30&nschanges_only=1&domain_regex=^mover';
    await refreshNsTransfers(service.engine, '2026-11-21');
    const { nstransfer } = (await service.get(path)).response;
    expect(nstransfer.map(({ change_date }: { change_date: string }) => change_date)).toEqual([
      '2026-11-18',
      '2026-10-22',
    ]);
    expect(results_summary.changes_last_30_days).toBe(nstransfer.length);
  });

  it('the summary alone is the same summary', async () => {
    const { results_summary } = (await get('nschanges/mover.example')).nschanges;
    expect(await get('nschangessummary/mover.example')).toEqual({ nschanges: { results_summary } });
  });
});
