import { describe, expect, it } from 'vitest';
import { daysAgo, now, rows, sha1 } from '#test/server/addresses-collection.ts';
import { useTestService } from '#test/server/use-test-service.ts';

const unknown = { ip: '::ffff:192.0.2.13', hostname: '', fingerprint_sha1: 'f'.repeat(40) };
const scan_certificates = [...(rows.scan_certificates ?? []), { ...unknown, scan_date: `${daysAgo(1)} 00:00:00` }];
const service = useTestService({ rows: { ...rows, scan_certificates }, now });

const record = async (path: string) => (await service.get(`/explore/${path}`)).response.ip2asn[0];

describe('enrichIpv4', () => {
  it('adds what scans found to the record of ipv4Info', async () => {
    for (const query of ['', '?explain=1'])
      expect(await record(`enrich/ipv4/192.0.2.10${query}`)).toEqual({
        ...(await record(`ipv4/ipv4info/192.0.2.10${query}`)),
        ip_has_expired_certificate: true,
        ip_has_open_directory: true,
        ip_is_ipfs_node: true,
        not_scanned: [],
        ip_reputation: 0,
        ip_reputation_score: 0,
        ...(query !== '' && { ip_reputation_explain: expect.objectContaining({ names_num_listed: 0 }) }),
        ip_flags: { is_proxy: null, is_sinkhole: false, is_vpn: null },
      });
  });

  it('counts no directory of long ago', async () => {
    expect(await record('enrich/ipv4/192.0.2.11')).toMatchObject({
      ip_has_open_directory: false,
      ip_is_ipfs_node: false,
    });
  });

  it('a certificate that was valid when seen has expired when it has by now, everywhere', async () => {
    const { ip_has_expired_certificate, scan_data } = await record('enrich/ipv4/192.0.2.11?scan_data=1');
    expect(ip_has_expired_certificate).toBe(true);
    expect(scan_data.certificates).toMatchObject([{ fingerprint_sha1: sha1.expired, is_expired: true }]);
    const expired = 'scandata/ipv4/certificates?ipv4=192.0.2.11&expired_certs_only=1';
    const { certificates } = (await service.get(`/explore/${expired}`)).response;
    expect(certificates).toMatchObject([{ '192.0.2.11': [{ fingerprint_sha1: sha1.expired }] }]);
    expect(await record('enrich/ipv4/192.0.2.12')).toMatchObject({ ip_has_expired_certificate: false });
  });

  it('a certificate of which a log gave the fingerprint alone was not looked at for its expiry', async () => {
    const { not_scanned, scan_data } = await record('enrich/ipv4/192.0.2.13?scan_data=1');
    expect(not_scanned).toContain('certificate');
    const nothing = { domains: [], domain: '', issuer_common_name: '', not_before: '', not_after: '' };
    expect(scan_data.certificates).toMatchObject([{ ...nothing, fingerprint_sha1: 'f'.repeat(40), ip: '192.0.2.13' }]);
    expect(scan_data.certificates[0]).not.toHaveProperty('is_expired');
  });

  it('shows the scans with scan_data=1, newest first', async () => {
    expect(await record('enrich/ipv4/192.0.2.10')).not.toHaveProperty('scan_data');
    const { scan_data } = await record('enrich/ipv4/192.0.2.10?scan_data=1');
    const visit = { hostname: 'www.acme.example', ip: '192.0.2.10', scan_date: `${daysAgo(3)} 04:05:06` };
    const issuer = { issuer_common_name: 'Test R1', issuer_organization: 'Test Certificates', serial_number: '01' };
    expect(scan_data).toEqual({
      certificates: [
        {
          ...visit,
          ...issuer,
          domain: 'www.acme.example',
          domains: ['www.acme.example', 'acme.example'],
          fingerprint_sha1: sha1.valid,
          fingerprint_sha256: '0'.repeat(64),
          is_expired: false,
          not_before: `${daysAgo(60)} 00:00:00`,
          not_after: `${daysAgo(-30)} 00:00:00`,
        },
        {
          ip: '192.0.2.10',
          ...issuer,
          domain: 'old.acme.example',
          domains: ['old.acme.example'],
          fingerprint_sha1: sha1.expired,
          fingerprint_sha256: '0'.repeat(64),
          is_expired: true,
          not_before: `${daysAgo(200)} 00:00:00`,
          not_after: `${daysAgo(100)} 00:00:00`,
          scan_date: `${daysAgo(90)} 00:00:00`,
        },
      ],
      favicon: [
        {
          ...visit,
          favicon_md5: '1'.repeat(32),
          favicon_mmh3: -5,
          favicon2_md5: '2'.repeat(32),
          favicon2_mmh3: '7',
          favicon2_path: '/i.png',
        },
        {
          hostname: '',
          ip: '192.0.2.10',
          favicon_md5: '3'.repeat(32),
          favicon_mmh3: 9,
          favicon2_md5: '',
          favicon2_mmh3: '',
          favicon2_path: '',
          scan_date: `${daysAgo(4)} 04:05:06`,
        },
      ],
      headers: [{ ...visit, headers: { server: 'nginx' }, response: '200 OK' }],
      html: [{ ...visit, html_title: 'Acme', html_body_murmur3: '1234', html_body_ssdeep: '3:a:b' }],
      jarm: [
        { hostname: '', ip: '192.0.2.10', jarm_hash: 'd'.repeat(62), scan_date: `${daysAgo(2)} 00:00:00` },
        { hostname: '', ip: '192.0.2.10', jarm_hash: 'b'.repeat(62), scan_date: `${daysAgo(60)} 00:00:00` },
      ],
      tls_fingerprints: [],
    });
  });

  it('says not found without a word about scans, and refuses IPv6', async () => {
    expect(await record('enrich/ipv4/198.18.0.6?scan_data=1')).toEqual({ ip: '198.18.0.6', error: 'Not found' });
    const { body } = await service.get('/explore/enrich/ipv4/2001:db8::1');
    expect(body['error']).toMatchObject({
      parameter: 'ipv4',
      message: expect.stringContaining('/explore/enrich/ipv6/'),
    });
  });
});

describe('enrichIpv6', () => {
  it('adds ip_is_ipfs_node to the record of ipv6Info', async () => {
    for (const query of ['', '?explain=1']) {
      const plain = await record(`ipv6/ipv6info/2001:db8:501::66${query}`);
      expect(await record(`enrich/ipv6/2001:db8:501::66${query}`)).toEqual({ ...plain, ip_is_ipfs_node: true });
    }
  });

  it('shows the scans with scan_data=1', async () => {
    const { scan_data } = await record('enrich/ipv6/2001:db8:500::10?scan_data=1');
    expect(scan_data).toEqual({
      certificates: [],
      favicon: [],
      headers: [
        { headers: {}, hostname: '', ip: '2001:db8:500::10', response: '404', scan_date: `${daysAgo(3)} 04:05:06` },
      ],
      html: [],
      jarm: [],
      tls_fingerprints: [],
    });
    expect(await record('enrich/ipv6/2001:db8:500::10')).not.toHaveProperty('scan_data');
  });

  it('says not found, and refuses IPv4', async () => {
    expect(await record('enrich/ipv6/2001:db8:ffff::1')).toEqual({ ip: '2001:db8:ffff::1', error: 'Not found' });
    const { body } = await service.get('/explore/enrich/ipv6/192.0.2.1');
    expect(body['error']).toMatchObject({
      parameter: 'ipv6',
      message: expect.stringContaining('/explore/enrich/ipv4/'),
    });
  });
});
