import { describe, expect, it } from 'vitest';
import { certificateKey } from '#model/certificate.ts';
import { useTestService } from '#test/server/use-test-service.ts';

// Certificates of which logs told the SHA-1, the SHA-256 or both: the key of the second kind is never shown.

const digests = {
  both: { sha1: 'a'.repeat(40), sha256: 'a1'.repeat(32) },
  sha1: { sha1: 'b'.repeat(40), sha256: '' },
  sha256: { sha1: '', sha256: 'c1'.repeat(32) },
  /** Shown, but described by no log. */
  shown: { sha1: '', sha256: 'd1'.repeat(32) },
};
const host = { both: '192.0.2.1', sha1: '192.0.2.2', sha256: '192.0.2.3', shown: '192.0.2.4' };
type Kind = keyof typeof digests;
const kinds = Object.keys(digests) as Kind[];
const described = kinds.filter((kind) => kind !== 'shown');

const rows = {
  asns: [{ asn: 64500, asname: 'ACME Acme Networks', import: 1 }],
  prefixes: [{ first: '::ffff:192.0.2.0', length: 120, asn: 64500, valid_from: '2026-01-01', import: 1 }],
  certificates: described.map((kind) => ({
    fingerprint_sha1: certificateKey(digests[kind]),
    fingerprint_sha256: digests[kind].sha256,
    fingerprint_md5: '',
    domains: [`${kind}.example.test`],
    issuer_common_name: 'Test R1',
    not_before: '2026-01-01 00:00:00',
    not_after: '2027-01-01 00:00:00',
    logged: '2026-10-01',
  })),
  scan_certificates: kinds.map((kind) => ({
    ip: `::ffff:${host[kind]}`,
    hostname: '',
    fingerprint_sha1: certificateKey(digests[kind]),
    scan_date: '2026-11-20 12:00:00',
  })),
};

const service = useTestService({ rows, now: new Date('2026-11-21T12:00:00Z') });

async function answer(path: string) {
  const { status, body, response } = await service.get(path);
  expect(status, JSON.stringify(body)).toBe(200);
  return response;
}
const shownAs = (kind: Kind) => ({
  fingerprint_sha1: digests[kind].sha1,
  fingerprint_sha256: kind === 'shown' ? '' : digests[kind].sha256,
});

describe.each(kinds)('a certificate that is known by %s', (kind) => {
  it('ipv4Info scan_data: shows its digests', async () => {
    const { ip2asn } = await answer(`/explore/ipv4/ipv4info/${host[kind]}?scan_data=1`);
    expect(ip2asn[0].scan_data.certificates).toEqual([{ ...shownAs(kind), scan_date: 20261120 }]);
  });

  it('scanCertificates: shows its digests', async () => {
    const { certificates } = await answer(`/explore/scandata/ipv4/certificates?ipv4=${host[kind]}`);
    expect(certificates).toMatchObject([{ [host[kind]]: [shownAs(kind)] }]);
  });

  it.each([
    ['sha1', digests[kind].sha1],
    ['sha256', digests[kind].sha256],
    ['colons', (digests[kind].sha256.toUpperCase().match(/../g) ?? []).join(':')],
  ])('scanCertificates fingerprint_sha1: finds it (%s)', async (_, fingerprint) => {
    if (fingerprint === '') return;
    const { certificates } = await answer(`/explore/scandata/ipv4/certificates?fingerprint_sha1=${fingerprint}`);
    expect(certificates.flatMap(Object.keys)).toEqual([host[kind]]);
  });
});

describe.each(described)('a certificate that is known by %s', (kind) => {
  it('enrichIpv4 scan_data: shows its digests', async () => {
    const path = `/explore/enrich/ipv4/${host[kind]}?scan_data=1`;
    const { ip2asn } = await answer(path);
    expect(ip2asn[0].scan_data.certificates).toMatchObject([shownAs(kind)]);
  });

  it('domainCertificates: shows its digests', async () => {
    const { domain_certificates } = await answer(`/explore/domain/certificates/${kind}.example.test`);
    const colons = (digests[kind].sha1.toUpperCase().match(/../g) ?? []).join(':');
    expect(domain_certificates).toMatchObject([{ ...shownAs(kind), fingerprint: colons, fingerprint_md5: '' }]);
  });
});

it.each(['a'.repeat(41), 'a'.repeat(63), `${'a'.repeat(63)}g`, 'sha256:'.padEnd(40, 'c1')])(
  'scanCertificates fingerprint_sha1: refuses %s',
  async (text) => {
    const { status, body } = await service.get(`/explore/scandata/ipv4/certificates?fingerprint_sha1=${text}`);
    expect([status, body['error']]).toMatchObject([
      400,
      {
        parameter: 'fingerprint_sha1',
        message: 'fingerprint_sha1 is not a valid SHA-1 or SHA-256 hash: send its 40 or 64 hexadecimal digits.',
      },
    ]);
  },
);
