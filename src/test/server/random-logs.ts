import fc from 'fast-check';

// Small logs that name the same few names, hosts and certificates, so that every import shares most of its rows with others.

/** A log as a file or a push: its format and content. */
export interface RandomLog {
  readonly format: string;
  readonly content: string;
}

const [names, hosts] = [
  ['a.test', 'www.a.test', 'b.test', 'c.b.test'],
  ['198.51.100.1', '198.51.100.2', '2001:db8::1'],
];
const begin = 1_792_497_600;
const name = fc.constantFrom(...names);
const host = fc.constantFrom(...hosts);
const time = fc.integer({ min: 0, max: 400 }).map((hours) => begin + hours * 3600 + hours);
const digit = fc.constantFrom('a', 'b', 'c');
const sha1 = (of: string) => of.repeat(40);
const sha256 = (of: string) => `${of}0`.repeat(32);
/** Some sensors name a certificate by one digest only. */
const fingerprintOf = (of: string, isShort: boolean) => (isShort ? sha1(of) : sha256(of));
const fingerprint = fc.tuple(digit, fc.boolean()).map(([of, isShort]) => fingerprintOf(of, isShort));
/** What a certificate says follows from its fingerprint. */
const namesOn: Readonly<Record<string, readonly string[]>> = {
  a: ['a.test', 'www.a.test'],
  b: ['b.test', 'c.b.test'],
  c: ['c.b.test', 'a.test', 'b.test'],
};

const dnsLine = fc
  .tuple(
    time,
    name,
    fc.constantFrom('A', 'NS', 'MX', 'CNAME', 'TXT', 'PTR'),
    fc.subarray(names, { minLength: 1 }),
    host,
  )
  .map(([at, query, type, targets, ip]) => {
    const address = ip.includes(':') ? '198.51.100.3' : ip;
    const owner = type === 'PTR' ? '1.100.51.198.in-addr.arpa' : query;
    const single = new Map([
      ['A', address],
      ['TXT', 'TXT 6 v=spf1'],
      ['CNAME', targets[0]],
      ['PTR', query],
    ]);
    const answers = single.get(type) ?? targets.join(',');
    const ttls = answers.split(',').map(() => '60.000000');
    return [`${at}.000000`, owner, type, answers, ttls.join(',')].join('\t');
  });
const sslLine = fc
  .tuple(time, host, name, fingerprint, digit)
  .map(([at, ip, hostname, seen, ja]) =>
    [`${at}.000000`, '192.0.2.9', ip, hostname, 'F', seen, ja.repeat(32)].join('\t'),
  );
const x509Line = fc
  .tuple(time, digit, fc.boolean())
  .map(([at, of, isShort]) =>
    [
      `${at}.000000`,
      fingerprintOf(of, isShort),
      `0${of}`,
      `CN=${namesOn[of]?.[0]}`,
      `CN=R${of}`,
      '1790000000.000000',
      '1800000000.000000',
      namesOn[of]?.join(','),
    ].join('\t'),
  );
const httpLine = fc
  .tuple(time, host, name, fc.constantFrom(200, 301, 404))
  .map(([at, ip, hostname, status]) =>
    [`${at}.000000`, ip, 'GET', hostname, '/', status, 'OK', 'text/html'].join('\t'),
  );

const section = (path: string, fields: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [`#path\t${path}`, `#fields\t${fields}`, ...lines];
const some = <Line>(line: fc.Arbitrary<Line>) => fc.array(line, { maxLength: 4 });

const zeek = fc
  .tuple(fc.array(dnsLine, { minLength: 1, maxLength: 6 }), some(sslLine), some(x509Line), some(httpLine))
  .map(([dns, ssl, x509, http]) => ({
    format: 'zeek',
    content: [
      '#separator \\x09',
      ...section('dns', 'ts\tquery\tqtype_name\tanswers\tTTLs', dns),
      ...section('ssl', 'ts\tid.orig_h\tid.resp_h\tserver_name\tresumed\tcert_chain_fps\tja3s', ssl),
      ...section(
        'x509',
        'ts\tfingerprint\tcertificate.serial\tcertificate.subject\tcertificate.issuer\tcertificate.not_valid_before\tcertificate.not_valid_after\tsan.dns',
        x509,
      ),
      ...section('http', 'ts\tid.resp_h\tmethod\thost\turi\tstatus_code\tstatus_msg\tresp_mime_types', http),
      '',
    ].join('\n'),
  }));

const probe = fc.tuple(time, host, name, digit, fc.boolean(), fc.boolean());
const httpx = fc.array(probe, { minLength: 1, maxLength: 4 }).map((probes) => ({
  format: 'httpx',
  content: probes
    .map(([at, ip, input, of, hasIcon, hasJarm]) => {
      const timestamp = new Date(at * 1000).toISOString();
      const page = {
        timestamp,
        port: '443',
        url: `https://${input}`,
        input,
        title: of,
        scheme: 'https',
        webserver: 'nginx',
      };
      const icon = { favicon: `${of.charCodeAt(0)}`, favicon_md5: of.repeat(32), favicon_path: '/favicon.ico' };
      return JSON.stringify({
        ...page,
        host: ip,
        status_code: 200,
        failed: false,
        ...(hasIcon && icon),
        ...(hasJarm && { jarm_hash: `${of}1`.repeat(31) }),
      });
    })
    .map((line) => `${line}\n`)
    .join(''),
}));
/** Names certificates by both digests, which joins what other logs know by one of them. */
const tlsx = fc.array(probe, { minLength: 1, maxLength: 3 }).map((probes) => ({
  format: 'tlsx',
  content: probes
    .map(([at, ip, input, of]) => {
      const hashes = { sha1: sha1(of), sha256: sha256(of) };
      const valid = { not_before: '2026-09-21T15:06:40Z', not_after: '2027-01-15T08:00:00Z' };
      return JSON.stringify({
        timestamp: new Date(at * 1000).toISOString(),
        host: input,
        ip,
        port: '443',
        probe_status: true,
        tls_version: 'tls13',
        ...valid,
        subject_cn: namesOn[of]?.[0],
        issuer_cn: `R${of}`,
        fingerprint_hash: hashes,
      });
    })
    .map((line) => `${line}\n`)
    .join(''),
}));

export const randomLog: fc.Arbitrary<RandomLog> = fc.oneof(zeek, zeek, httpx, tlsx);

/** Rows that come with the installation, as the sample collection does, by table: of the same names, hosts and certificates. */
export type RandomPackage = Readonly<Record<string, readonly object[]>>;

const stamp = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
const scanned = fc.tuple(host, name, time, digit).map(([ip, hostname, at, of]) => ({
  of,
  at,
  ip: ip.includes(':') ? ip : `::ffff:${ip}`,
  hostname,
  scan_date: stamp(at),
}));
const valid = { not_before: '2026-09-21 15:06:40', not_after: '2027-01-15 08:00:00', logged: '2026-10-20' };

export const randomPackage: fc.Arbitrary<RandomPackage> = fc
  .tuple(
    fc.array(fc.tuple(name, host, time), { minLength: 1, maxLength: 3 }),
    fc.uniqueArray(digit),
    fc.uniqueArray(scanned, {
      maxLength: 5,
      selector: ({ ip, hostname, scan_date }) => `${ip} ${hostname} ${scan_date}`,
    }),
  )
  .map(([records, certificates, scans]) => {
    const eachScan = (more: (of: string) => object) =>
      scans.map(({ ip, hostname, scan_date, of }) => ({ ip, hostname, scan_date, ...more(of) }));
    return {
      obs: records.map(([rrname, ip, at]) => ({
        rrtype: ip.includes(':') ? 'AAAA' : 'A',
        rrname,
        rdata: ip,
        rrset: [ip],
        first_seen: at,
        last_seen: at + 3600,
        count: 3,
        ttl: 60,
        sources: 1,
      })),
      certificates: certificates.map((of) => ({
        fingerprint_sha1: sha1(of),
        fingerprint_sha256: sha256(of),
        fingerprint_md5: '',
        ...valid,
        subject_common_name: namesOn[of]?.[0],
        domains: namesOn[of],
        issuer_common_name: `R${of}`,
        chain: ['root'],
      })),
      scan_certificates: eachScan((of) => ({ fingerprint_sha1: sha1(of) })),
      scan_headers: eachScan((of) => ({ response: '200 OK', headers: { server: of } })),
      scan_html: eachScan((of) => ({ html_title: of, html_body_murmur3: of })),
      scan_favicon: eachScan((of) => ({ favicon_md5: of.repeat(32), favicon_mmh3: of.charCodeAt(0) })),
      scan_jarm: scans.map(({ ip, hostname, at, of }) => ({
        ip,
        hostname,
        jarm_hash: `${of}1`.repeat(31),
        server_banner: of,
        first_seen: stamp(at).slice(0, 10),
        last_seen: stamp(at + 86_400).slice(0, 10),
      })),
      tls_fingerprints: scans.map(({ ip, hostname, at, of }) => ({
        kind: 'ja3s',
        value: of.repeat(32),
        ip,
        hostname,
        first_seen: stamp(at).slice(0, 10),
        last_seen: stamp(at).slice(0, 10),
      })),
    };
  });
