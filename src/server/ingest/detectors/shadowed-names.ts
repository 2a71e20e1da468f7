import { asnOf, dayOf, type Detector, registeredOf } from './detector.ts';

/** SQL of the places, addresses and /24 networks, to which many names came within days, each with the first of these days. */
const bursts = `
  SELECT place, argMax(day, came) AS start
  FROM (
    SELECT place, day, n, sum(n) OVER (PARTITION BY place ORDER BY day RANGE BETWEEN CURRENT ROW AND 6 FOLLOWING) AS came
    FROM (SELECT arrayJoin([ip, net]) AS place, toUInt16(toDate(first_seen)) AS day, count() AS n FROM rev WHERE rrtype = 'A' GROUP BY place, day)
  )
  WHERE day >= (SELECT toUInt16(toDate(min(first_seen))) FROM fwd WHERE rrtype = 'A') + {startDays:UInt32}
  GROUP BY place
  HAVING max(came) >= {domains:UInt32}`;

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
        arraySlice(any(own), 1, 4),
        arrayMap(x -> ('Shadowed as well', x, '', '', ''), arraySlice(arraySort(arrayFilter(x -> x != domain, argMax(all, domains))), 1, 10))) AS evidence
    FROM (
      SELECT *, uniqExact(domain) OVER (PARTITION BY place) AS domains, groupUniqArray(domain) OVER (PARTITION BY place) AS all,
        count() OVER (PARTITION BY place) AS shadowed
      FROM (
        SELECT *, uniqExact(name) OVER (PARTITION BY domain) AS ofDomain
        FROM (
          SELECT s.place AS place, s.name AS name, any(s.domain) AS domain, any(s.address) AS address, any(s.began) AS began, any(s.seen) AS seen,
            any(s.inUse) AS inUse, any(s.own) AS own
          FROM fwd AS k
          INNER JOIN (
            SELECT n.*, o.own AS own, reverse(n.name) AS rname
            FROM (
              SELECT *, count() OVER (PARTITION BY place) AS inUse
              FROM (
                SELECT b.place AS place, toUInt32(any(b.start)) * 86400 AS start, reverse(r.rname) AS name, ${registeredOf('name')} AS domain,
                  substring(toString(any(ip)), 8) AS address, toUnixTimestamp(min(first_seen)) AS began, toUnixTimestamp(max(last_seen)) AS seen
                FROM (SELECT rname, ip, first_seen, last_seen, arrayJoin([ip, net]) AS place FROM rev WHERE rrtype = 'A') AS r
                INNER JOIN (${bursts}) AS b ON r.place = b.place
                GROUP BY b.place, r.rname
                HAVING seen >= start
              )
            ) AS n
            INNER JOIN (
              SELECT ${registeredOf('reverse(rname)')} AS domain, toUnixTimestamp(min(first_seen)) AS since, toUnixTimestamp(max(last_seen)) AS until,
                groupUniqArray(${asnOf('toIPv6OrDefault(answer)')}) AS systems,
                arraySlice(groupUniqArray(('Own address', answer, concat('AS', toString(${asnOf('toIPv6OrDefault(answer)')})), ${dayOf('first_seen')}, ${dayOf('last_seen')})), 1, 4) AS own
              FROM fwd
              WHERE rrtype = 'A' AND reverse(rname) IN (domain, concat('www.', domain))
              GROUP BY domain
            ) AS o ON n.domain = o.domain
            WHERE n.name NOT IN (n.domain, concat('www.', n.domain)) AND n.began BETWEEN n.start AND n.start + 7 * 86400
              AND o.since + {ageDays:UInt32} * 86400 <= n.began AND o.until >= n.began
              AND ${asnOf('n.place')} != 0 AND NOT has(o.systems, ${asnOf('n.place')}) AND NOT has(o.systems, 0)
          ) AS s ON k.rname = s.rname
          WHERE k.rrtype IN ('A', 'CNAME')
          GROUP BY place, name
          HAVING toUnixTimestamp(min(k.first_seen)) >= began - 86400
        )
      )
      WHERE ofDomain >= {names:UInt32}
    )
    WHERE domains >= {domains:UInt32} AND shadowed * 100 >= inUse * {share:UInt32}
    GROUP BY domain`,
};
