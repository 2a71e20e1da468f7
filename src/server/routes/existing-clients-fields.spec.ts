import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw, useExistingClient } from '#test/server/existing-client.ts';
import { imported } from '#test/server/evidence-collection.ts';
import { addressFact } from '#test/server/facts.ts';

// What the hosted service sends beyond the interface document, where a client reads it.

const folder = mkdtempSync(join(tmpdir(), 'sightline-page-'));
writeFileSync(join(folder, 'index.html'), '<!doctype html>');
const client = useExistingClient({ dashboardFolder: folder });
const get = (path: string) => client.get(`/explore/${path}`);
beforeAll(async () => {
  const certificate = { fingerprint_sha256: '', fingerprint_md5: '', issuer_common_name: 'Free R1' };
  const scanned = { ip: '::ffff:192.0.2.2', hostname: 'www.acme.example', scan_date: '2026-11-10 10:00:00' };
  await client.service.add({
    certificates: [
      {
        ...certificate,
        fingerprint_sha1: 'e'.repeat(40),
        serial_hex: '0a1b',
        not_before: '2025-01-01 00:00:00',
        not_after: '2026-11-15 00:00:00',
      },
      {
        ...certificate,
        fingerprint_sha1: 'f'.repeat(40),
        serial_hex: '0a1c',
        not_before: '2026-01-01 00:00:00',
        not_after: '2027-01-01 00:00:00',
      },
    ],
    scan_certificates: [
      { ...scanned, fingerprint_sha1: 'e'.repeat(40) },
      { ...scanned, ip: '::ffff:192.0.2.77', hostname: 'n1.many.example', fingerprint_sha1: 'f'.repeat(40) },
    ],
    imports: [imported(950, 'sinkholes', ['sinkhole', 'parking'], 0)],
    scan_opendir: [
      { ip: '::ffff:192.0.2.3', scan_date: '2026-11-10', filename: 'a/', modified: '2026-11-01 00:00:00' },
    ],
    listings: [
      {
        indicator: 'acme.example',
        host: 'acme.example',
        source: 'feed-b',
        category: 'spam',
        first_listed: '2026-11-01',
        last_listed: '2026-11-02',
      },
      {
        indicator: 'http://acme.example/x',
        host: 'acme.example',
        source: 'feed-a',
        category: 'phishing',
        first_listed: '2026-11-01',
        last_listed: '2026-11-02',
      },
    ],
    facts: [addressFact('192.0.2.1', 'sinkhole')],
    reputation_takedown: [{ date: '2026-11-21', asn: 64500, asn_takedown_reputation: 7, items_num_listed: 1 }],
    reputation_ip: [
      { date: '2026-11-21', ip: '::ffff:192.0.2.2', ip_reputation: 50, ip_density: 2, names_num_listed: 1 },
    ],
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('G1', () => {
  it('review B host_flags: what scans flagged, and null for what no one looked for', async () => {
    const { host_flags } = await get('enrich/domain/www.acme.example');
    expect(host_flags).toEqual([
      {
        domain: 'acme.example',
        host_has_expired_certificate: true, // it has expired since it was seen
        host_has_open_directory: true,
        host_has_open_s3_bucket: null,
      },
    ]);
  });

  it('review B host_flags: no only where something was scanned', async () => {
    // directories were searched for nowhere else
    const flags = {
      host_has_expired_certificate: false,
      host_has_open_directory: null,
      host_has_open_s3_bucket: null,
    };
    expect((await get('enrich/domain/many.example')).host_flags).toEqual([{ domain: 'many.example', ...flags }]);
    const unknown = {
      host_has_expired_certificate: null,
      host_has_open_directory: null,
      host_has_open_s3_bucket: null,
    };
    expect((await get('enrich/domain/far.example')).host_flags).toEqual([{ domain: 'far.example', ...unknown }]);
  });

  it('review B listing_score_feeds_explain: the sources that listed it, with explain=1', async () => {
    expect((await get('enrich/domain/acme.example?explain=1')).listing_score_feeds_explain).toEqual([
      'feed-a',
      'feed-b',
    ]);
    expect((await get('enrich/domain/far.example?explain=1')).listing_score_feeds_explain).toEqual([]);
    expect(await get('enrich/domain/acme.example')).not.toHaveProperty('listing_score_feeds_explain');
  });

  it('review B is_private_suffix and ip_diversity.asns', async () => {
    expect(await get('enrich/domain/acme.example')).toMatchObject({
      is_private_suffix: false,
      ip_diversity: { asn_diversity: '1', asns: [64500] },
    });
  });

  it('review B, G1: serial_number and registrar', async () => {
    const answer = await get('enrich/domain/acme.example?scan_data=1');
    expect(answer.scan_data.certificates).toMatchObject([{ serial_number: '0a1b' }]);
    expect(answer.domaininfo.registrar).toBe('Nameyard');
    const { domaininfo } = await client.post('/explore/bulk/domaininfo', { domains: ['acme.example', 'far.example'] });
    expect(domaininfo[0].registrar).toBe('Nameyard');
    expect(domaininfo[1]).toHaveProperty('registrar', '');
  });
});

describe('addresses and networks', () => {
  it('review B ip_reputation: G2 says what D14 says', async () => {
    const [record] = (await get('enrich/ipv4/192.0.2.2?explain=1')).ip2asn;
    expect(record).toMatchObject({
      ip_reputation: 50,
      ip_reputation_score: 23,
      ip_reputation_explain: { ip_density: 2, names_num_listed: 1 },
    });
    const [plain] = (await get('enrich/ipv4/192.0.2.1')).ip2asn;
    expect(plain).toMatchObject({ ip_reputation: 0, ip_reputation_score: 0 });
    expect(plain).not.toHaveProperty('ip_reputation_explain');
  });

  it('review B ip_flags: what is known, and null for what no one looked for', async () => {
    const flags = async (ip: string) => (await get(`enrich/ipv4/${ip}`)).ip2asn[0].ip_flags;
    expect(await flags('192.0.2.1')).toEqual({ is_proxy: null, is_sinkhole: true, is_vpn: null });
    expect(await flags('192.0.2.2')).toEqual({ is_proxy: null, is_sinkhole: false, is_vpn: null });
  });

  it('names no kind of name server that no source covers', async () => {
    const { ns_reputation, nschanges } = await get('enrich/domain/acme.example');
    expect(ns_reputation).toMatchObject({ is_expired: null, is_parked: false, is_sinkholed: false });
    expect(nschanges.results_summary).toMatchObject({ has_change_parked_to: false, not_tracked: ['expiry'] });
  });

  it('review B sp_risk_score: A9 stays without it', async () => {
    const { ip2asn } = await client.post('/explore/bulk/ip2asn/ipv4', { ips: ['192.0.2.1'] });
    expect(ip2asn[0]).not.toHaveProperty('sp_risk_score');
  });

  it('review B asname in every row of D3', async () => {
    const { takedown_reputation_history } = await get('takedownreputation/history/asn/64500');
    expect(takedown_reputation_history[0]).toMatchObject({ asn: 64500, asname: 'ACME-NET' });
  });

  it('review B asname, asn_size and subnets_active in E6 of an AS', async () => {
    const size = 2 ** 22 + 2 ** 8;
    const summary = { asn: 64500, asname: 'ACME-NET', asn_size: size, subnets_active: 2 };
    expect(await client.records('density/asn/64500')).toEqual([expect.objectContaining(summary)]);
    expect(await client.records('density/ipv4/192.0.2.1?scope=asn')).toEqual([expect.objectContaining(summary)]);
    const [subnet] = await client.records('density/ipv4/192.0.2.1?scope=subnet');
    expect(subnet).toMatchObject({ asname: 'ACME-NET', subnet: '192.0.2.0/24' });
  });

  it.each(['ipreputation/subnet', 'ipreputation/history/subnet'])(
    'review B encoded subnet: %s takes it as one segment',
    async (path) => {
      const plain = await client.send({ path: `/explore/${path}/192.0.2.0/24?explain=1` });
      for (const segment of ['192.0.2.0%2F24', '192.0.2.9%2f24', '192.0.2.0%2F24/'])
        expect((await client.send({ path: `/explore/${path}/${segment}?explain=1` })).body).toEqual(plain.body);
      const wrong = await client.send({ path: `/explore/${path}/192.0.2.0%2F33` });
      expect(wrong.body).toMatchObject({ status_code: 400, error: { parameter: 'mask' } });
    },
  );
});

describe('formats and failures', () => {
  it('review B COF rdata: a string for one value', async () => {
    const found = await client.records('query/any/acme.example?output_format=cof');
    expect(found.length).toBeGreaterThan(3);
    for (const { rdata } of found) expect(rdata).toBeTypeOf('string');
  });

  it('review B errors: a failure says why once more, as clients of a gateway read it', async () => {
    for (const sent of [
      { path: '/explore/ipv4/riskscore/nonsense' },
      { path: '/explore/no/such/thing' },
      { path: '/explore/ipv4/riskscore/192.0.2.1', headers: { 'X-API-KEY': 'unknown' } },
      { path: '/explore/ipv4/riskscore/192.0.2.1', headers: { Origin: 'https://elsewhere.example' } },
    ]) {
      const { body, status } = await client.send(sent);
      const { message, code } = body['error'] as { message: string; code: string };
      expect(status).toBeGreaterThan(399);
      expect(body['errors']).toEqual([{ message, code }]);
    }
  });

  it('review B unknown path with //: 404, as without', async () => {
    for (const path of ['//no/such//thing', '/api/v1//no//such', '//etc/passwd', '/api/v1/explore//no'])
      expect((await sendRaw(client.base, { path })).status, path).toBe(404);
    const { ip2asn } = await get('/ipv4//ipv4info///192.0.2.1');
    expect(ip2asn[0].ip).toBe('192.0.2.1');
  });
});
