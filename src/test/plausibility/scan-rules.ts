import { registrable } from '#sample/moments.ts';
import type { CertificateRow } from '#sample/rows.ts';
import { addDays, type Collection, DAY, dayOf, index, moment, plain, records, type Rule } from './collection.ts';

/** Hostile pages put text in place of a product name: only there does it differ by page. */
const HOSTILE_ADDRESS = '192.0.2.195';

/** Whether a name resolved to an address at a time, through aliases. Last seen is the time of the last query, so a day of tolerance is allowed. */
function leadsTo(collection: Collection, name: string, address: string, time: string, depth = 0): boolean {
  return records(collection, name, 'A', 'AAAA', 'CNAME').some(({ rrtype, rdata, first_seen, last_seen }) => {
    if (first_seen > time || addDays(last_seen, 1) < time) return false;
    return rrtype === 'CNAME' ? depth < 4 && leadsTo(collection, rdata, address, time, depth + 1) : rdata === address;
  });
}

const covers = (pattern: string, name: string): boolean =>
  pattern === name || (pattern.startsWith('*.') && name.slice(name.indexOf('.')) === pattern.slice(1));

function products({ scan_headers, scan_jarm }: Collection): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const add = (ip: string, product: string | null | undefined): void => {
    if (product) found.set(ip, (found.get(ip) ?? new Set()).add(product));
  };
  for (const { ip, headers } of scan_headers) add(ip, headers['server']);
  for (const { ip, server_banner } of scan_jarm) add(ip, server_banner);
  found.delete(`::ffff:${HOSTILE_ADDRESS}`);
  return found;
}

export const SCAN_RULES: readonly Rule[] = [
  {
    id: 'scan-after-record',
    demands: 'a name is scanned at an address that it resolved to at that time',
    basis: 'RFC 9110 4.2: a scanner resolves the name it requests',
    *violations(collection) {
      for (const { ip, hostname, scan_date } of collection.scan_headers) {
        if (hostname && !leadsTo(collection, hostname, plain(ip), scan_date)) yield `${hostname} at ${ip} ${scan_date}`;
      }
    },
  },
  {
    id: 'shown-certificate',
    demands: 'a certificate is shown after it was issued, for a name that it covers',
    basis: 'RFC 5280 4.1.2.5, RFC 9525 6.3',
    *violations({ scan_certificates, certificates }) {
      const known = new Map(certificates.map((row) => [row.fingerprint_sha1, row]));
      for (const { fingerprint_sha1, hostname, scan_date } of scan_certificates) {
        const shown = known.get(fingerprint_sha1);
        if (!shown || scan_date < shown.not_before) yield `${hostname} ${scan_date}: ${shown?.not_before}`;
        else if (hostname && !shown.domains.some((name) => covers(name, hostname))) yield `${hostname} ${scan_date}`;
      }
    },
  },
  {
    id: 'one-server-product',
    demands: 'one server product answers at an address, in headers and in banners',
    basis: 'RFC 9110 10.2.4: the Server field names the software of the origin',
    *violations(collection) {
      for (const [ip, names] of products(collection)) if (names.size > 1) yield `${ip}: ${[...names].join(', ')}`;
    },
  },
  {
    id: 'not-all-is-well',
    demands: 'between 5 and 35 percent of the answers are something else than 200 OK, of at least four kinds',
    basis: 'surveys of the public web: redirects, refusals and errors are part of it',
    *violations({ scan_headers }) {
      const kinds = index(scan_headers, ({ response }) => response);
      const share = 1 - (kinds.get('200 OK')?.length ?? 0) / scan_headers.length;
      if (share < 0.05 || share > 0.35 || kinds.size < 5) yield `${share}, ${[...kinds.keys()].join(', ')}`;
    },
  },
  {
    id: 'status-and-fields',
    demands: 'a redirect says where to, a 401 says how to authenticate',
    basis: 'RFC 9110 15.4 and 11.6.1',
    *violations({ scan_headers }) {
      for (const { hostname, response, headers } of scan_headers) {
        const missing =
          (/^30[1278]/.test(response) && !headers['location']) ||
          (response.startsWith('401') && !headers['www-authenticate']);
        if (missing) yield `${hostname} ${response}`;
      }
    },
  },
  {
    id: 'jarm-form',
    demands:
      'a JARM is ten groups of cipher and version, 000 where nothing was chosen, and a digest; all zero without TLS',
    basis: 'JARM: cipher numbers 01 to 45 (hexadecimal), versions a to e',
    *violations({ scan_jarm }) {
      for (const { ip, jarm_hash } of scan_jarm) {
        const groups = jarm_hash.slice(0, 30).match(/.{3}/g) ?? [];
        const right = groups.every((group) => group === '000' || /^(0[1-9a-f]|[123][0-9a-f]|4[0-5])[a-e]$/.test(group));
        const silent = groups.every((group) => group === '000');
        const digest = silent ? /^0{32}$/ : /^(?!0{32})[0-9a-f]{32}$/;
        if (jarm_hash.length !== 62 || !right || !digest.test(jarm_hash.slice(30))) yield `${ip} ${jarm_hash}`;
      }
    },
  },
  {
    id: 'jarm-span',
    demands: 'a JARM is first seen, then last seen, and not in the future',
    basis: 'a span of days',
    violations: ({ scan_jarm, anchor }) =>
      scan_jarm
        .filter(({ first_seen, last_seen }) => first_seen > last_seen || last_seen > anchor)
        .map(({ ip, first_seen, last_seen }) => `${ip} ${first_seen} ${last_seen}`),
  },
  {
    id: 'file-before-scan',
    demands: 'no file of an open directory is newer than the scan that saw it',
    basis: 'a listing shows existing files',
    violations: ({ scan_opendir }) =>
      scan_opendir
        .filter(({ modified, scan_date }) => dayOf(modified) >= scan_date)
        .map(({ ip, filename, modified, scan_date }) => `${ip} ${filename}: ${modified}, scanned ${scan_date}`),
  },
  {
    id: 'scan-in-the-past',
    demands: 'nothing was scanned after the collection was closed',
    basis: 'the load day is the last day of the collection',
    *violations({ scan_headers, scan_html, scan_favicon, scan_certificates, anchor }) {
      const close = `${anchor} 00:01:00`;
      for (const { hostname, scan_date } of [...scan_headers, ...scan_html, ...scan_favicon, ...scan_certificates]) {
        if (scan_date >= close) yield `${hostname} ${scan_date}`;
      }
    },
  },
];

/** Longest life in days of a public certificate that is issued from that day on. */
const LIFETIME_LIMITS = [
  ['2029-03-15', 47],
  ['2027-03-15', 100],
  ['2026-03-15', 200],
  ['2020-09-01', 398],
] as const;

const isSelfSigned = ({ subject_common_name, issuer_common_name, chain }: CertificateRow): boolean =>
  subject_common_name === issuer_common_name && chain.length < 2;

export const CERTIFICATE_RULES: readonly Rule[] = [
  {
    id: 'certificate-lifetime',
    demands: 'a public certificate lives no longer than was allowed on the day of its issue: 398, 200, 100, 47 days',
    basis: 'CA/Browser Forum Baseline Requirements 6.3.2, ballot SC-081v3',
    *violations({ certificates }) {
      for (const certificate of certificates) {
        const { not_before, not_after, subject_common_name } = certificate;
        if (isSelfSigned(certificate)) continue;
        const limit = LIFETIME_LIMITS.find(([since]) => not_before >= since)?.[1] ?? 0;
        const days = (moment(not_after) - moment(not_before) + 1000) / DAY;
        if (days <= 0 || days > limit) yield `${subject_common_name} ${not_before}: ${days} days`;
      }
    },
  },
  {
    id: 'log-takes-public-ones',
    demands: 'a self-signed certificate is in no transparency log, a public one is in one',
    basis: 'RFC 6962 3.1: logs accept chains to a known root',
    *violations({ certificates }) {
      for (const certificate of certificates) {
        const inLog = certificate.source_name.includes('Log') || certificate.cert_index > 0;
        if (isSelfSigned(certificate) === inLog) yield certificate.subject_common_name;
      }
    },
  },
  {
    id: 'logged-after-issue',
    demands: 'a certificate is logged on the day of its issue or the next',
    basis: 'RFC 6962 3: maximum merge delay of 24 hours, not before the certificate exists',
    *violations({ certificates }) {
      for (const { subject_common_name, not_before, logged } of certificates) {
        const issued = dayOf(not_before);
        if (logged < issued || logged > addDays(issued, 1))
          yield `${subject_common_name} ${not_before}, logged ${logged}`;
      }
    },
  },
  {
    id: 'log-grows',
    demands: 'the entry numbers of the log grow with time',
    basis: 'RFC 6962 2.1: a log is append-only',
    *violations({ certificates }) {
      const logged = certificates.filter(({ cert_index }) => cert_index > 0);
      logged.sort((a, b) => a.cert_index - b.cert_index);
      for (const [i, { logged: day, cert_index }] of logged.slice(1).entries()) {
        if (day < (logged[i]?.logged ?? '')) yield `entry ${cert_index} of ${day}`;
      }
    },
  },
  {
    id: 'certificate-after-registration',
    demands: 'no certificate is issued before the domains of its names are registered',
    basis: 'CA/Browser Forum Baseline Requirements 3.2.2.4: control of the domain is validated',
    *violations({ certificates, whoisOf }) {
      for (const { domains, not_before } of certificates) {
        for (const name of domains) {
          const created = whoisOf.get(registrable(name))?.[0]?.created;
          if (created && not_before < created) yield `${name} ${not_before}, registered ${created}`;
        }
      }
    },
  },
  {
    id: 'validated-in-dns',
    demands: 'a public certificate is issued while its domain has records',
    basis: 'CA/Browser Forum Baseline Requirements 3.2.2.4',
    *violations({ certificates, byDomain }) {
      for (const certificate of certificates) {
        const { subject_common_name, not_before } = certificate;
        if (isSelfSigned(certificate)) continue;
        const found = byDomain
          .get(registrable(subject_common_name))
          ?.some(({ first_seen, last_seen }) => first_seen <= not_before && not_before <= addDays(last_seen, 1));
        if (!found) yield `${subject_common_name} ${not_before}`;
      }
    },
  },
  {
    id: 'names-on-certificate',
    demands: 'the common name is one of the names, and a certificate has names',
    basis: 'CA/Browser Forum Baseline Requirements 7.1.4.3',
    violations: ({ certificates }) =>
      certificates
        .filter(({ domains, subject_common_name }) => !domains.includes(subject_common_name))
        .map(({ subject_common_name }) => subject_common_name),
  },
  {
    id: 'serial-number',
    demands: 'a serial number is positive, of at most 20 octets, and used once by its issuer',
    basis: 'RFC 5280 4.1.2.2',
    *violations({ certificates }) {
      const used = new Set<string>();
      for (const { serial_hex, issuer_common_name } of certificates) {
        const key = `${issuer_common_name} ${serial_hex}`;
        if (!/^[0-7][0-9a-f]{1,39}$/.test(serial_hex) || /^0+$/.test(serial_hex) || used.has(key)) yield serial_hex;
        used.add(key);
      }
    },
  },
];
