import { addDays, dayOf, index, plain, records, type Collection, type Rule } from './collection.ts';

/** The texts of hostile pages stand where an analyst expects a product: there, and only there, they differ by page. */
const HOSTILE_ADDRESS = '192.0.2.195';

/** Whether a name led to an address at a time, over aliases. Last seen is when somebody last asked: a day is allowed. */
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
    demands: 'a name is scanned at an address that it led to at that time',
    basis: 'RFC 9110 4.2: a scanner resolves the name it asks for',
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
    basis: 'a listing shows what is there',
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
