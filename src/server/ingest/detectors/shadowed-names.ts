import { asnOf, dayOf, type Detector, registeredOf } from './detector.ts';

/** SQL of the records of addresses, for the address and for its /24 network. */
const arrivals = "SELECT rname, ip, first_seen, last_seen, arrayJoin([ip, net]) AS place FROM rev WHERE rrtype = 'A'";

const counted = (place: string): string =>
  `SELECT ${place} AS place, toUInt16(toDate(first_seen)) AS day, count() AS n FROM rev WHERE rrtype = 'A' GROUP BY ${place}, day`;

/** SQL of the addresses and /24 networks to which many names came within days, each with the first of these days. */
const bursts = `
  SELECT place, toUInt32(argMax(day, came)) * 86400 AS start
  FROM (
    SELECT place, day, sum(n) OVER (PARTITION BY place ORDER BY day RANGE BETWEEN CURRENT ROW AND 6 FOLLOWING) AS came
    FROM (${counted('ip')} UNION ALL ${counted('net')})
  )
  WHERE day >= (SELECT toUInt16(toDate(min(first_seen))) FROM fwd WHERE rrtype = 'A') + {startDays:UInt32} AND came >= {domains:UInt32}
  GROUP BY place`;

/** SQL of those where the names that came are a large share of the names in use. The rest, nearly all, need no look at names. */
const places = `
  SELECT r.place AS place, any(b.start) AS start, uniqIf(rname, toUnixTimestamp(last_seen) >= b.start) AS inUse
  FROM (${arrivals}) AS r
  INNER JOIN (${bursts}) AS b ON r.place = b.place
  GROUP BY r.place
  HAVING countIf(toUnixTimestamp(first_seen) BETWEEN b.start AND b.start + 7 * 86400) * 100 >= inUse * {share:UInt32}`;

/** SQL of the names that came there in these days, below another domain. */
const newcomers = `
  SELECT p.place AS place, any(p.inUse) AS inUse, reverse(r.rname) AS name, ${registeredOf('name')} AS domain,
    substring(toString(min(ip)), 8) AS address, toUnixTimestamp(min(first_seen)) AS began, toUnixTimestamp(max(last_seen)) AS seen
  FROM (${arrivals}) AS r
  INNER JOIN (${places}) AS p ON r.place = p.place
  WHERE ${asnOf('p.place')} != 0
  GROUP BY p.place, r.rname
  HAVING seen >= any(p.start) AND began BETWEEN any(p.start) AND any(p.start) + 7 * 86400 AND name NOT IN (domain, concat('www.', domain))`;

export const shadowedNames: Detector = {
  id: 'shadowed-names',
  title: 'Shadowed names',
  meaning:
    'New names below the domain point to a network that is not its own, at the same time as names below other established domains: as when the DNS accounts of their owners are abused.',
  subject: 'domain',
  source: {
    title: "Liu et al., Don't Let One Rotten Apple Spoil the Whole Barrel, CCS 2017; Unit 42, Domain Shadowing, 2022",
    url: 'https://doi.org/10.1145/3133956.3134049',
  },
  needs: ['addresses', 'origin-as'],
  thresholds: {
    domains: {
      title: 'Fewest domains within 7 days',
      value: 5,
      reason: 'Fewer domains on one address or /24 may belong to one owner.',
    },
    names: {
      title: 'Fewest new names of a domain',
      value: 2,
      reason: 'A customer of a platform has one name there. Who abuses an account makes several.',
    },
    share: {
      title: 'Lowest share of the names in use there (%)',
      value: 50,
      reason: 'The customers of a platform come over months: its new ones are few among all.',
    },
    ageDays: {
      title: 'Fewest days that the domain is known',
      value: 90,
      reason: 'Established domains are shadowed for their reputation.',
    },
    startDays: {
      title: 'Days from the first record that are left out',
      value: 30,
      reason: 'When the records of a collection begin, every name in it looks new.',
    },
  },
  sql: `
    SELECT domain AS subject, toDateTime(min(began), 'UTC') AS first, toDateTime(max(seen), 'UTC') AS last,
      concat(toString(uniqExact(name)), ' new names below it on ', if(uniqExact(address) = 1, any(address), concat(toString(uniqExact(address)), ' addresses')),
        ', with names of ', toString(max(domains) - 1), ' other domains') AS summary,
      arrayConcat(
        arraySlice(arraySort(groupUniqArray(('Shadowed name', name, concat('on ', address), ${dayOf('began')}, ${dayOf('seen')}))), 1, 10),
        arraySlice(argMin(own, name), 1, 4),
        arrayMap(x -> ('Shadowed as well', x, '', '', ''), arraySlice(arraySort(arrayFilter(x -> x != domain, argMax(all, (domains, place)))), 1, 10))) AS evidence
    FROM (
      SELECT *, uniqExact(domain) OVER (PARTITION BY place) AS domains, groupUniqArray(domain) OVER (PARTITION BY place) AS all,
        count() OVER (PARTITION BY place) AS shadowed
      FROM (
        SELECT *, uniqExact(name) OVER (PARTITION BY domain) AS ofDomain
        FROM (
          SELECT place, name, any(n.domain) AS domain, any(n.address) AS address, any(n.began) AS began, any(n.seen) AS seen, any(n.inUse) AS inUse,
            minIf(toUnixTimestamp(k.first_seen), n.isName) AS known,
            minIf(toUnixTimestamp(k.first_seen), NOT n.isName) AS since, maxIf(toUnixTimestamp(k.last_seen), NOT n.isName) AS until,
            groupUniqArrayIf(${asnOf('toIPv6OrDefault(k.answer)')}, NOT n.isName) AS systems,
            arraySlice(arraySort(groupUniqArrayIf(('Own address', k.answer, concat('AS', toString(${asnOf('toIPv6OrDefault(k.answer)')})),
              ${dayOf('k.first_seen')}, ${dayOf('k.last_seen')}), NOT n.isName)), 1, 4) AS own
          FROM fwd AS k
          INNER JOIN (
            SELECT *, arrayJoin([name, domain, concat('www.', domain)]) AS of, reverse(of) AS rname, of = name AS isName
            FROM (${newcomers})
          ) AS n ON k.rname = n.rname
          WHERE k.rrtype = 'A' OR n.isName AND k.rrtype = 'CNAME'
          GROUP BY place, name
          HAVING known >= began - 86400 AND since > 0 AND since + {ageDays:UInt32} * 86400 <= began AND until >= began
            AND NOT has(systems, ${asnOf('place')}) AND NOT has(systems, 0)
        )
      )
      WHERE ofDomain >= {names:UInt32}
    )
    WHERE domains >= {domains:UInt32} AND shadowed * 100 >= inUse * {share:UInt32}
    GROUP BY domain`,
};
