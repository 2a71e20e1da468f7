import type { WhoisRow } from '#sample/rows.ts';
import { addDays, type Collection, dayOf, daysBetween, index, plain, type Rule } from './collection.ts';

const latest = ({ whoisOf }: Collection): WhoisRow[] => [...whoisOf.values()].map((rows) => rows.at(-1) as WhoisRow);

/** Whole calendar years from one day to the other, if they are whole; 29 February is renewed to the 28th. */
function wholeYears(from: string, to: string): number | undefined {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  const rest = to.slice(4);
  const fits = rest === from.slice(4) || (from.slice(4, 10) === '-02-29' && rest === `-02-28${from.slice(10)}`);
  return fits ? years : undefined;
}

/** Expired domains, and when they expired. */
const expiries = ({ facts }: Collection): { domain: string; expired_from: string }[] =>
  facts
    .filter(({ kind }) => kind === 'expired')
    .map(({ key, valid_from }) => ({ domain: key, expired_from: valid_from }));

export const REGISTRATION_RULES: readonly Rule[] = [
  {
    id: 'term-in-years',
    demands: 'a domain is registered for one to ten whole calendar years at a time, leap years included',
    basis: 'RFC 5731 3.2.1 (period), ICANN registry agreements: ten years at most',
    *violations({ whois }) {
      for (const { domain, date, created, expires } of whois) {
        const years = wholeYears(created, expires);
        if (years === undefined || years < 1 || daysBetween(date, dayOf(expires)) > 3653) {
          yield `${domain} of ${date}: ${created} to ${expires}`;
        }
      }
    },
  },
  {
    id: 'whois-order',
    demands: 'a domain is created, then updated, then the record is collected, and the creation never changes',
    basis: 'RFC 9083 4.5 (events), RFC 5731',
    *violations({ whoisOf }) {
      for (const [domain, rows] of whoisOf) {
        for (const { created, updated, expires, date } of rows) {
          const inOrder = created <= updated && dayOf(updated) <= date && created < expires;
          if (!inOrder || created !== rows[0]?.created)
            yield `${domain} of ${date}: ${created}, ${updated}, ${expires}`;
        }
      }
    },
  },
  {
    id: 'updated-has-its-own-time',
    demands: 'what is updated later than created is not updated at the same second of the day',
    basis: 'RFC 5731: the date of an update is the time of a command, not of a calendar',
    *violations({ whois }) {
      const later = whois.filter(({ created, updated }) => dayOf(created) !== dayOf(updated));
      const same = later.filter(({ created, updated }) => created.slice(11) === updated.slice(11));
      if (same.length * 1000 > later.length) yield `${same.length} of ${later.length}, ${same[0]?.domain}`;
    },
  },
  {
    id: 'live-is-not-expired',
    demands: 'a domain that is not on expiry name servers has not expired according to its newest whois record',
    basis: 'ICANN Expired Registration Recovery Policy 2.2: DNS is interrupted after expiry',
    *violations(collection) {
      const expired = new Set(expiries(collection).map(({ domain }) => domain));
      for (const { domain, date, expires } of latest(collection)) {
        if (dayOf(expires) <= collection.anchor !== expired.has(domain)) yield `${domain} of ${date}: ${expires}`;
      }
    },
  },
  {
    id: 'expired-is-moved',
    demands: 'a domain serves its own records until it expires, and only expiry servers after',
    basis: 'ICANN Expired Registration Recovery Policy 2.2',
    *violations(collection) {
      const expiry = new Set(collection.facts.filter(({ kind }) => kind === 'expiry').map(({ key }) => key));
      for (const { domain, expired_from } of expiries(collection)) {
        for (const row of collection.byDomain.get(domain) ?? []) {
          if (row.rrtype !== 'NS') continue;
          const onExpiry = expiry.has(row.rdata.split('.').slice(-2).join('.'));
          // the registrar may take a few days
          const fits = onExpiry
            ? dayOf(row.first_seen) >= expired_from
            : dayOf(row.last_seen) <= addDays(expired_from, 5);
          if (!fits) yield `${domain} expired ${expired_from}: ${row.rdata} ${row.first_seen} to ${row.last_seen}`;
        }
      }
    },
  },
  {
    id: 'deleted-in-time',
    demands: 'no expired domain is delegated for more than 80 days after it expired',
    basis: 'ICANN: 45 days of auto-renew grace, 30 of redemption (RFC 3915), 5 of pending delete',
    *violations(collection) {
      for (const { domain, expired_from } of expiries(collection)) {
        if (daysBetween(expired_from, collection.anchor) > 80) yield `${domain} ${expired_from}`;
      }
    },
  },
  {
    id: 'transfer-lock',
    demands: 'no domain changes its registrar within 60 days of its registration or of its last transfer',
    basis: 'ICANN Transfer Policy I.A.3.7',
    *violations({ whoisOf }) {
      for (const [domain, rows] of whoisOf) {
        let since = dayOf(rows[0]?.created ?? '');
        for (const [i, row] of rows.slice(1).entries()) {
          if (row.registrar === rows[i]?.registrar) continue;
          // transferred at the latest when the record was collected
          if (daysBetween(since, row.date) < 60)
            yield `${domain}: to ${row.registrar} on ${row.date}, locked since ${since}`;
          since = row.date;
        }
      }
    },
  },
  {
    id: 'whois-agrees-with-dns',
    demands: 'the name servers of a whois record are those that DNS had around that day',
    basis: 'RFC 5731: the registry delegates to what it lists',
    *violations({ whois, byDomain }) {
      for (const { domain, date, nameservers } of whois) {
        const sets = (byDomain.get(domain) ?? []).filter(({ rrtype, rrname }) => rrtype === 'NS' && rrname === domain);
        const near = sets.filter(
          ({ first_seen, last_seen }) => dayOf(first_seen) <= addDays(date, 2) && dayOf(last_seen) >= addDays(date, -2),
        );
        const fits = near.length === 0 || near.some(({ rrset }) => rrset.join() === [...nameservers].sort().join());
        if (!fits) yield `${domain} of ${date}: ${nameservers.join(' ')}`;
      }
    },
  },
  {
    id: 'registrar-server',
    demands: 'every registrar answers whois at one server',
    basis: 'ICANN Registrar Accreditation Agreement, registration data directory services',
    *violations({ whois }) {
      for (const [registrar, rows] of index(whois, (row) => row.registrar)) {
        const servers = new Set(rows.map(({ whois_server }) => whois_server));
        if (servers.size !== 1) yield `${registrar}: ${[...servers].join(' ')}`;
      }
    },
  },
  {
    id: 'registrations-all-day',
    demands: 'registrations come at all hours: none has more than a fifth of them',
    basis: 'registries take commands around the clock',
    *violations({ whoisOf }) {
      const hours = index([...whoisOf.values()], (rows) => (rows[0]?.created ?? '').slice(11, 13));
      for (const [hour, rows] of hours) if (rows.length > whoisOf.size / 5) yield `${hour} h: ${rows.length}`;
    },
  },
];

/** Everything known about an address, with its day. */
function* sightings({ obs, listings, ...scans }: Collection): Generator<[address: string, day: string, what: string]> {
  for (const { rrtype, rrname, rdata, first_seen } of obs) {
    if (rrtype === 'A' || rrtype === 'AAAA') yield [rdata, dayOf(first_seen), `${rrtype} of ${rrname}`];
    if (rrtype.startsWith('PTR')) yield [rrname, dayOf(first_seen), `PTR ${rdata}`];
  }
  for (const { ip, indicator, first_listed } of listings) {
    if (ip !== '::') yield [plain(ip), first_listed, `listing ${indicator}`];
  }
  for (const { ip, first_seen } of scans.scan_jarm) yield [plain(ip), first_seen, 'JARM'];
  for (const { ip, scan_date } of scans.scan_opendir) yield [plain(ip), scan_date, 'open directory'];
  for (const { ip, scan_date } of scans.scan_headers) yield [plain(ip), dayOf(scan_date), 'scan'];
}

export const ROUTING_RULES: readonly Rule[] = [
  {
    id: 'network-before-route',
    demands: 'a network announces nothing before its number was allocated',
    basis: 'RFC 7607 and RIR policy: origin AS numbers are allocated ones',
    *violations({ asns, prefixes }) {
      const allocated = new Map(asns.map((row) => [row.asn, row.allocated]));
      for (const { first, length, asn, valid_from } of prefixes) {
        const since = allocated.get(asn);
        if (since === undefined || valid_from < since)
          yield `${first}/${length} by AS${asn} on ${valid_from}, ${since}`;
      }
    },
  },
  {
    id: 'allocation-before-route',
    demands: 'a prefix is announced after its address space was allocated, and allocated once',
    basis: 'RIR allocation policy, RFC 7020',
    *violations({ prefixes }) {
      const allocations = new Map<string, string>();
      for (const { first, length, allocated, valid_from, valid_to } of prefixes) {
        if (valid_from < allocated || valid_to < valid_from) yield `${first}/${length}: ${allocated}, ${valid_from}`;
        const known = allocations.get(`${first}/${length}`) ?? allocated;
        if (known !== allocated) yield `${first}/${length}: allocated ${known} and ${allocated}`;
        allocations.set(`${first}/${length}`, allocated);
      }
    },
  },
  {
    id: 'one-origin',
    demands: 'a prefix has one origin at a time',
    basis: 'RFC 1930 7: multiple origins are an exception, and none of the stories is about one',
    *violations({ prefixes }) {
      for (const [i, a] of prefixes.entries()) {
        for (const b of prefixes.slice(i + 1)) {
          if (a.first !== b.first || a.length !== b.length) continue;
          if (a.valid_from <= b.valid_to && b.valid_from <= a.valid_to)
            yield `${a.first}/${a.length}: ${a.asn}, ${b.asn}`;
        }
      }
    },
  },
  {
    id: 'route-before-use',
    demands: 'nothing is seen at, listed for or scanned on an address before its prefix was announced',
    basis: 'RFC 4271: an address without a route is unreachable',
    *violations(collection) {
      const known = new Map<string, string>();
      for (const [address, day, what] of sightings(collection)) {
        let announced = known.get(address);
        if (announced === undefined) {
          announced =
            collection
              .covering(address)
              .map(({ valid_from }) => valid_from)
              .sort()[0] ?? 'never';
          known.set(address, announced);
        }
        if (day < announced) yield `${what} at ${address} on ${day}, announced ${announced}`;
      }
    },
  },
  {
    id: 'pointer-of-its-network',
    demands: 'the pointer of an address that changed hands does not outlive the network that set it',
    basis: 'RFC 2317: the reverse zone goes with the address space',
    *violations(collection) {
      const moved = new Set<string>();
      for (const { first, length, valid_to } of collection.prefixes) {
        if (valid_to < collection.anchor) moved.add(`${first}/${length} ${valid_to}`);
      }
      const stays = new Set(
        collection.prefixes
          .filter((p) => p.valid_to > collection.anchor)
          .map(({ first, length }) => `${first}/${length}`),
      );
      for (const { rrtype, rrname, rdata, first_seen, last_seen } of collection.obs) {
        if (rrtype !== 'PTR4') continue;
        for (const { first, length, valid_to } of collection.covering(rrname)) {
          if (!moved.has(`${first}/${length} ${valid_to}`) || !stays.has(`${first}/${length}`)) continue;
          // handed over within a day
          if (dayOf(first_seen) < valid_to && dayOf(last_seen) > addDays(valid_to, 1)) yield `${rrname} ${rdata}`;
        }
      }
    },
  },
];
