import type { ObsRow } from '#sample/rows.ts';
import { index, overlaps, plain, records, together, type Collection, type Rule } from './collection.ts';

const REVERSE = new Set(['PTR4', 'PTR6']);
const forward = ({ obs }: Collection): ObsRow[] => obs.filter(({ rrtype }) => !REVERSE.has(rrtype));

/** The first row of each name. */
function* names(found: Iterable<string>): Generator<string> {
  yield* new Set(found);
}

function* inOrder(rows: readonly ObsRow[]): Generator<[ObsRow, ObsRow]> {
  const sorted = [...rows].sort((a, b) => (a.first_seen < b.first_seen ? -1 : 1));
  for (const [i, row] of sorted.slice(1).entries()) {
    const before = sorted[i];
    if (before) yield [before, row];
  }
}

export const DNS_RULES: readonly Rule[] = [
  {
    id: 'dns-after-registration',
    demands: 'no record of a domain is seen before the domain is registered',
    basis: 'RFC 5731: a domain is delegated by the registry that created it',
    *violations({ byDomain, whoisOf }) {
      for (const [domain, rows] of byDomain) {
        const created = whoisOf.get(domain)?.[0]?.created;
        const early = created && rows.find((row) => row.first_seen < created);
        if (early) yield `${early.rrtype} ${early.rrname} ${early.first_seen}, registered ${created}`;
      }
    },
  },
  {
    id: 'delegated-is-registered',
    demands: 'every registrable domain with records has a delegation and a whois record',
    basis: 'RFC 5731, RFC 1034 4.2: no zone without a registration and name servers',
    *violations({ byDomain, whoisOf }) {
      for (const [domain, rows] of byDomain) {
        if (!whoisOf.has(domain)) yield `${domain} has no whois record`;
        if (!rows.some(({ rrtype, rrname }) => rrtype === 'NS' && rrname === domain)) yield `${domain} has no NS`;
      }
    },
  },
  {
    id: 'cname-alone',
    demands: 'a name with a CNAME has no other record, and no second CNAME, at the same time',
    basis: 'RFC 1034 3.6.2, RFC 2181 10.1',
    *violations(collection) {
      for (const alias of collection.obs.filter(({ rrtype }) => rrtype === 'CNAME')) {
        const beside = collection.byName.get(alias.rrname)?.find((row) => row !== alias && overlaps(row, alias));
        if (beside) yield `${alias.rrname}: CNAME beside ${beside.rrtype} ${beside.rdata}`;
      }
    },
  },
  {
    id: 'exchange-is-no-alias',
    demands: 'no MX and no NS record points to a name that is an alias',
    basis: 'RFC 2181 10.3',
    violations: (collection) =>
      names(
        forward(collection)
          .filter(({ rrtype, rdata }) => (rrtype === 'MX' || rrtype === 'NS') && records(collection, rdata, 'CNAME')[0])
          .map(({ rrtype, rdata }) => `${rrtype} to the alias ${rdata}`),
      ),
  },
  {
    id: 'exchange-resolves',
    demands: 'the target of every MX record has an address at the same time',
    basis: 'RFC 5321 5.1',
    violations: (collection) => unresolved(collection, 'MX'),
  },
  {
    id: 'name-server-resolves',
    demands: 'every name server has an address (glue where it is inside the zone) while it serves',
    basis: 'RFC 1034 4.2.1',
    violations: (collection) => unresolved(collection, 'NS'),
  },
  {
    id: 'alias-resolves',
    demands: 'the target of every alias has an address while the alias exists',
    basis: 'RFC 1912 2.4: no dangling aliases but the ones that are a story',
    violations: (collection) => unresolved(collection, 'CNAME'),
  },
  {
    id: 'two-name-servers',
    demands: 'every zone has at least two name servers',
    basis: 'RFC 1034 4.1, RFC 2182 5',
    violations: ({ obs }) =>
      obs.filter(({ rrtype, rrset }) => rrtype === 'NS' && rrset.length < 2).map(({ rrname }) => rrname),
  },
  {
    id: 'ttl-range',
    demands: 'a TTL is between 30 seconds and a week',
    basis: 'RFC 2181 8, RFC 8767 4 (caps at 7 days), practice of operators at the lower end',
    violations: ({ obs }) =>
      obs
        .filter(({ ttl }) => !Number.isInteger(ttl) || ttl < 30 || ttl > 604_800)
        .map(({ rrname, ttl }) => `${rrname} ${ttl}`),
  },
  {
    id: 'one-ttl-per-set',
    demands: 'all records of one answer have the same TTL',
    basis: 'RFC 2181 5.2',
    *violations({ obs }) {
      const sets = index(obs, ({ rrtype, rrname, first_seen }) => `${rrtype} ${rrname} ${first_seen}`);
      for (const [set, rows] of sets) if (rows.some(({ ttl }) => ttl !== rows[0]?.ttl)) yield set;
    },
  },
  {
    id: 'serial-moves-on',
    demands: 'the SOA serial number of a zone only grows',
    basis: 'RFC 1982 3.2, RFC 1912 2.2',
    *violations({ obs }) {
      const zones = index(
        obs.filter(({ rrtype }) => rrtype === 'SOA'),
        ({ rrname }) => rrname,
      );
      for (const [zone, rows] of zones) {
        for (const [before, row] of inOrder(rows)) {
          const [old, now] = [before, row].map(({ rdata }) => Number(rdata.split(' ')[2]));
          const step = ((now ?? 0) - (old ?? 0) + 2 ** 32) % 2 ** 32;
          if (step === 0 || step >= 2 ** 31) yield `${zone}: ${old} then ${now}`;
        }
      }
    },
  },
  {
    id: 'soa-timers',
    demands: 'a zone is retried sooner than it is refreshed, and expires later',
    basis: 'RFC 1912 2.2, RFC 1035 3.3.13',
    *violations({ obs }) {
      for (const { rrname, rdata } of obs.filter(({ rrtype }) => rrtype === 'SOA')) {
        const [refresh = 0, retry = 0, expire = 0, minimum = 0] = rdata.split(' ').slice(3).map(Number);
        if (retry >= refresh || expire <= refresh + retry || minimum > 86_400) yield `${rrname} ${rdata}`;
      }
    },
  },
  {
    id: 'primary-serves',
    demands: 'the primary of a start of authority is one of the zone’s name servers of that time',
    basis: 'RFC 1035 3.3.13',
    *violations(collection) {
      for (const soa of collection.obs.filter(({ rrtype }) => rrtype === 'SOA')) {
        const primary = soa.rdata.split(' ')[0] ?? '';
        const serves = records(collection, soa.rrname, 'NS').some((ns) => ns.rdata === primary && together(ns, soa));
        if (!serves) yield `${soa.rrname}: ${primary} from ${soa.first_seen}`;
      }
    },
  },
  {
    id: 'one-pointer',
    demands: 'an address has one pointer at a time',
    basis: 'RFC 1912 2.1',
    *violations({ obs, byName }) {
      for (const pointer of obs.filter(({ rrtype }) => REVERSE.has(rrtype))) {
        const other = byName.get(pointer.rrname)?.find((row) => row !== pointer && overlaps(row, pointer));
        if (other) yield `${pointer.rrname}: ${pointer.rdata} and ${other.rdata}`;
      }
    },
  },
  {
    id: 'pointer-agrees',
    demands: 'the stored pointer name of an address is the last one in DNS',
    basis: 'RFC 1035 3.5: reverse zones hold the name of an address',
    *violations({ facts, byName }) {
      for (const { first, kind, value } of facts) {
        if (kind !== 'ptr') continue;
        const rows = byName.get(plain(first)) ?? [];
        const last = [...rows].sort((a, b) => (a.last_seen < b.last_seen ? 1 : -1))[0];
        if (last?.rdata !== value) yield `${first}: ${value} is stored, DNS has ${last?.rdata ?? 'nothing'}`;
      }
    },
  },
  {
    id: 'pointer-resolves-back',
    demands: 'the pointer of a server is a name that has had this address; pools of customers need none',
    basis: 'RFC 1912 2.1: PTR and A records must match; RFC 8501 for pools',
    *violations(collection) {
      for (const { rrtype, rrname, rdata } of collection.obs) {
        if (!REVERSE.has(rrtype) || /^(dyn|unassigned)-/.test(rdata)) continue;
        const back = records(collection, rdata, 'A', 'AAAA').some((row) => row.rdata === rrname);
        if (!back) yield `${rrname} ${rdata}`;
      }
    },
  },
  {
    id: 'pools-are-dynamic',
    demands: 'every address whose name is of a dynamic pool is marked as dynamic',
    basis: 'naming practice of access networks (draft-msullivan-dnsop-generic-naming-schemes)',
    *violations({ obs, facts }) {
      const dynamic = new Set(facts.filter(({ kind }) => kind === 'dsl_dynamic').map(({ first }) => first));
      for (const { rrtype, rrname, rdata } of obs) {
        if (rrtype === 'PTR4' && /(^|[.-])(dyn|dynamic|dsl|pool)[.-]/.test(rdata) && !dynamic.has(`::ffff:${rrname}`)) {
          yield `${rrname} ${rdata}`;
        }
      }
    },
  },
];

function* unresolved(collection: Collection, rrtype: 'MX' | 'NS' | 'CNAME'): Generator<string> {
  const said = new Set<string>();
  for (const row of collection.obs.filter((candidate) => candidate.rrtype === rrtype)) {
    const target = records(collection, row.rdata, 'A', 'AAAA', 'CNAME');
    if (target.some((address) => together(address, row)) || said.has(row.rdata)) continue;
    said.add(row.rdata);
    yield `${row.rrname} ${rrtype} ${row.rdata}: no address`;
  }
}
