import { describe, expect, it } from 'vitest';
import { announced } from '#test/server/announced.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { observation } from '#test/server/seeded-observations.ts';

const [server, other, client] = ['192.0.2.1', '192.0.2.2', '192.0.2.9'];
const server6 = '2001:db8::1';
const stored = (ip: string) => (ip.includes(':') ? ip : `::ffff:${ip}`);
const row = (kind: string, value: string, ip: string, hostname: string, [first, last]: readonly [string, string]) => ({
  kind,
  value,
  ip: stored(ip),
  hostname,
  first_seen: first,
  last_seen: last,
});
const named = (index: number) => `t130200_1301_${String(index).padStart(12, '0')}`;

const rows = {
  prefixes: [announced('192.0.2.0/24', 64500), announced('2001:db8::/32', 64500)],
  obs: [
    observation('A', 'acme.example', server, ['2026-01-01', '2026-11-20']),
    observation('A', 'www.acme.example', other, ['2026-01-01', '2026-11-20']),
  ],
  tls_fingerprints: [
    row('ja4s', 'old', server, 'www.acme.example', ['2026-10-01', '2026-10-02']),
    row('ja3s', 'ab', server, 'acme.example', ['2026-10-03', '2026-10-04']),
    // the same from another import, which a merge would unite
    row('ja3s', 'ab', server, 'acme.example', ['2026-09-01', '2026-11-05']),
    row('ja3s', 'ab', other, 'acme.example', ['2026-08-01', '2026-10-01']),
    row('ja3s', 'cd', server, 'neighbour.example', ['2026-11-06', '2026-11-06']),
    row('ja3s', 'cd', '192.0.2.3', 'acme.example', ['2026-11-06', '2026-11-06']),
    row('ja3', 'ef', server, '', ['2026-11-07', '2026-11-07']),
    row('ja4s', 'six', server6, '', ['2026-11-07', '2026-11-07']),
    ...Array.from({ length: 120 }, (_, index) =>
      row('ja4', named(index), client, '', ['2026-01-01', index < 20 ? '2026-02-01' : '2026-02-02']),
    ),
  ],
};

const service = useTestService({ rows, now: new Date('2026-11-21T12:00:00Z') });

async function ofAddress(version: 4 | 6, ip: string) {
  const { response } = await service.get(`/explore/enrich/ipv${version}/${ip}?scan_data=1`);
  return response.ip2asn[0].scan_data.tls_fingerprints;
}
const shown = (kind: string, value: string, hostname: string, first_seen: number, last_seen: number) => ({
  kind,
  value,
  hostname,
  first_seen,
  last_seen,
});

describe('tls_fingerprints in scan_data', () => {
  it('of an IPv4 address: under any name, with their first and latest day, newest first', async () => {
    expect(await ofAddress(4, server)).toEqual([
      shown('ja3', 'ef', '', 20261107, 20261107),
      shown('ja3s', 'cd', 'neighbour.example', 20261106, 20261106),
      shown('ja3s', 'ab', 'acme.example', 20260901, 20261105),
      shown('ja4s', 'old', 'www.acme.example', 20261001, 20261002),
    ]);
  });

  it('of an IPv6 address', async () => {
    expect(await ofAddress(6, server6)).toEqual([shown('ja4s', 'six', '', 20261107, 20261107)]);
  });

  it('of a domain: of servers of its names, at addresses that its names pointed to', async () => {
    const { response } = await service.get('/explore/enrich/domain/acme.example?scan_data=1');
    expect(response.scan_data.tls_fingerprints).toEqual([
      shown('ja3s', 'ab', 'acme.example', 20260801, 20261105),
      shown('ja4s', 'old', 'www.acme.example', 20261001, 20261002),
    ]);
  });

  it('are the newest 100', async () => {
    const found: { value: string; last_seen: number }[] = await ofAddress(4, client);
    expect(found.map(({ value }) => value)).toEqual(Array.from({ length: 100 }, (_, index) => named(index + 20)));
  });

  it('are not in an answer without scan_data', async () => {
    const { response } = await service.get(`/explore/enrich/ipv4/${server}`);
    expect(response.ip2asn[0]).not.toHaveProperty('scan_data');
  });
});
