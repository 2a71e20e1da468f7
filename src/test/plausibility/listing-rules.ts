import { autonomousSystem } from '#sample/autonomous-systems.ts';
import { HISTORY_DAYS } from '#sample/clock.ts';
import type { PrefixRow } from '#sample/rows.ts';
import { registrable } from '#sample/moments.ts';
import { addDays, dayOf, daysBetween, plain, type Collection, type Rule } from './collection.ts';

type Days = [from: string, to: string];

const remembered = new WeakMap<Collection, Map<string, Days[]>>();

/** Days in which an address counts as active (seen within 30 days), overlapping ones united, oldest first. */
function activeDays(collection: Collection, address: string): Days[] {
  const known = remembered.get(collection) ?? new Map<string, Days[]>();
  remembered.set(collection, known);
  let united = known.get(address);
  if (united) return united;
  known.set(address, (united = []));
  const spans = (collection.byAddress.get(address) ?? [])
    .map(({ first_seen, last_seen }): Days => [dayOf(first_seen), addDays(dayOf(last_seen), 29)])
    .sort((a, b) => (a[0] < b[0] ? -1 : 1));
  for (const span of spans) {
    const last = united.at(-1);
    if (last && span[0] <= addDays(last[1], 1)) last[1] = last[1] > span[1] ? last[1] : span[1];
    else united.push([...span]);
  }
  return united;
}

/** Per network: how many addresses were active and how many listed on a day, as the reputation of networks counts. */
function countsOn(
  collection: Collection,
  day: string,
  listed: ReadonlySet<string>,
): Map<number, readonly [active: number, listed: number]> {
  const counts = new Map<number, readonly [active: number, listed: number]>();
  for (const address of collection.byAddress.keys()) {
    if (!activeDays(collection, address).some(([from, to]) => from <= day && day <= to)) continue;
    let origin: PrefixRow | undefined;
    for (const prefix of collection.covering(address)) {
      if (prefix.valid_from > day || day > prefix.valid_to) continue;
      if (!origin || prefix.length > origin.length) origin = prefix;
    }
    if (!origin) continue;
    const [active, bad] = counts.get(origin.asn) ?? [0, 0];
    counts.set(origin.asn, [active + 1, bad + (listed.has(address) ? 1 : 0)]);
  }
  return counts;
}

/** Addresses that count as listed on a day: a listing stays for 30 days after it was last confirmed. */
function listedOn({ listings }: Collection, day: string): Set<string> {
  const open = listings.filter(
    ({ ip, first_listed, last_listed }) => ip !== '::' && first_listed <= day && day <= addDays(last_listed, 30),
  );
  return new Set(open.map(({ ip }) => plain(ip)));
}

const firstDay = ({ anchor }: Collection): string => addDays(anchor, 1 - HISTORY_DAYS);

export const LISTING_RULES: readonly Rule[] = [
  {
    id: 'listed-is-active',
    demands: 'an address is active on every day on which it counts as listed: never more listed than active addresses',
    basis: 'a blocklist lists active threats; the reputation of a network is a share',
    *violations(collection) {
      const start = firstDay(collection);
      for (const { ip, first_listed, last_listed } of collection.listings) {
        if (ip === '::') continue;
        const from = first_listed < start ? start : first_listed;
        const end = addDays(last_listed, 30);
        const to = end < collection.anchor ? end : collection.anchor;
        if (from > to) continue;
        const active = activeDays(collection, plain(ip)).some((days) => days[0] <= from && to <= days[1]);
        if (!active) yield `${plain(ip)} listed ${first_listed} to ${last_listed}`;
      }
    },
  },
  {
    id: 'populated-past',
    demands:
      'networks are already in use when scores begin: on the first of the 400 days a network has at least two fifths of its addresses of today',
    basis: 'a share of few addresses is not meaningful: a score needs a population',
    *violations(collection) {
      const [then, now] = [firstDay(collection), collection.anchor].map((day) => countsOn(collection, day, new Set()));
      for (const [asn, [active]] of now ?? []) {
        const before = then?.get(asn)?.[0] ?? 0;
        // the flux campaign of these weeks adds to eleven of them
        if (before * 5 < active * 2) yield `AS${asn}: ${before} active on the first day, ${active} today`;
      }
    },
  },
  {
    id: 'scores-fit-the-network',
    demands: 'no access network, cloud or university ever has more than two thirds of its addresses listed',
    basis: 'public blocklist statistics by AS: only networks that host abuse come close to all',
    *violations(collection) {
      for (let daysAgo = 0; daysAgo < HISTORY_DAYS; daysAgo += 57) {
        const day = addDays(collection.anchor, -daysAgo);
        for (const [asn, [active, listed]] of countsOn(collection, day, listedOn(collection, day))) {
          const { kind } = autonomousSystem(asn);
          if (kind === 'hoster' || kind === 'bulletproof') continue;
          if (active < 5 || listed * 3 > active * 2) yield `AS${asn} on ${day}: ${listed} of ${active}`;
        }
      }
    },
  },
  {
    id: 'bulletproof-is-bulletproof',
    demands: 'nearly every active address of the bulletproof networks is listed, on every day',
    basis: 'the story of AS64666 in the README',
    *violations(collection) {
      for (let daysAgo = 0; daysAgo < HISTORY_DAYS; daysAgo += 57) {
        const day = addDays(collection.anchor, -daysAgo);
        const [active, listed] = countsOn(collection, day, listedOn(collection, day)).get(64666) ?? [0, 0];
        if (listed * 10 < active * 8) yield `${day}: ${listed} of ${active}`;
      }
    },
  },
  {
    id: 'listed-after-registration',
    demands: 'no name is listed before its domain is registered and seen',
    basis: 'a feed lists only names it has seen',
    *violations({ listings, whoisOf, byDomain }) {
      for (const { host, ip, first_listed } of listings) {
        if (ip !== '::') continue;
        const domain = registrable(host);
        const created = dayOf(whoisOf.get(domain)?.[0]?.created ?? '9999');
        const seen = byDomain.get(domain)?.map(({ first_seen }) => dayOf(first_seen)) ?? [];
        if (first_listed < created || !seen.some((day) => day <= first_listed)) {
          yield `${host} listed ${first_listed}, registered ${created}`;
        }
      }
    },
  },
  {
    id: 'listing-names-its-host',
    demands: 'the host of a listed URL is the host that is listed',
    basis: 'RFC 3986 3.2.2',
    *violations({ listings }) {
      for (const { indicator, host } of listings) {
        const named = indicator.includes('://') ? new URL(indicator).hostname.replace(/^\[|\]$/g, '') : indicator;
        if (named !== host) yield `${indicator} of ${host}`;
      }
    },
  },
  {
    id: 'listings-end-anyhow',
    demands:
      'the days between the last record and the end of a listing are the same for less than a tenth of all listings',
    basis: 'feeds check again on their own schedules',
    *violations({ listings, byName, anchor }) {
      const lags = new Map<number, number>();
      let ended = 0;
      for (const { host, ip, last_listed } of listings) {
        const rows = byName.get(host)?.filter(({ rrtype }) => rrtype === 'A' || rrtype === 'AAAA') ?? [];
        const lastSeen = rows
          .map(({ last_seen }) => dayOf(last_seen))
          .sort()
          .at(-1);
        if (ip !== '::' || last_listed >= anchor || !lastSeen || lastSeen >= last_listed) continue;
        const lag = daysBetween(lastSeen, last_listed);
        lags.set(lag, (lags.get(lag) ?? 0) + 1);
        ended++;
      }
      for (const [lag, count] of lags) if (ended > 50 && count * 10 > ended) yield `${lag} days: ${count} of ${ended}`;
    },
  },
];
