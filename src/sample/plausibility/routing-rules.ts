import { addDays, dayOf, plain, type Collection, type Rule } from './collection.ts';

/** Everything that is known of an address, with the day of it. */
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
    basis: 'RFC 4271: an address without a route answers nobody',
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
