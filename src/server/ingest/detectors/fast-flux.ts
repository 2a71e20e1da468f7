import { asnOf, dayOf, type Detector } from './detector.ts';

export const fastFlux: Detector = {
  id: 'fast-flux',
  title: 'Fast flux',
  meaning:
    'The name changes its addresses over many networks, with a short TTL, and hardly shares them with other names: unlike a CDN, like a botnet.',
  subject: 'domain',
  source: {
    title: 'Holz et al., Measuring and Detecting Fast-Flux Service Networks, NDSS 2008',
    url: 'https://www.ndss-symposium.org/ndss2008/measuring-and-detecting-fast-flux-service-networks/',
  },
  needs: ['addresses', 'ttl', 'origin-as'],
  thresholds: {
    days: {
      title: 'Days looked back',
      value: 30,
      reason: 'Long enough for rare look-ups, short enough to exclude ordinary moves.',
    },
    addresses: { title: 'Fewest addresses', value: 10, reason: 'Fewer addresses are ordinary load balancing.' },
    systems: { title: 'Fewest AS', value: 5, reason: 'CDNs spread one name over fewer AS within a region.' },
    ttl: { title: 'Longest TTL (seconds)', value: 1800, reason: 'The paper found TTLs of minutes.' },
    lifeDays: {
      title: 'Longest mean use of an address (days)',
      value: 7,
      reason: 'Customers’ routers are replaced within days.',
    },
    names: {
      title: 'Most names on an address (median)',
      value: 20,
      reason: 'The addresses of a CDN carry many.',
    },
  },
  // the flux score of the paper: 1.32 per address and 18.54 per AS, above 142.38
  sql: `
    SELECT name AS subject, toDateTime(min(x.2), 'UTC') AS first, toDateTime(max(x.3), 'UTC') AS last,
      concat(toString(any(total)), ' addresses in ', toString(any(systems)), ' AS within ', toString({days:UInt32}), ' days') AS summary,
      arrayConcat([('TTL', toString(any(life)), 'seconds', '', '')],
        arraySlice(arraySort(e -> (e.4, e.2), groupArray(('Address', x.1, concat('AS', toString(${asnOf('ip')})), ${dayOf('x.2')}, ${dayOf('x.3')}))), -20)) AS evidence
    FROM (
      SELECT name, total, systems, life, x, toIPv6OrDefault(x.1) AS ip
      FROM (
        SELECT reverse(rname) AS name, groupArray((answer, toUnixTimestamp(first), toUnixTimestamp(last))) AS seen, length(seen) AS total, max(ttl) AS life,
          uniqExact(${asnOf('toIPv6OrDefault(answer)')}) AS systems
        FROM (
          SELECT rname, answer, min(first_seen) AS first, max(last_seen) AS last, max(ttl) AS ttl FROM fwd
          WHERE rrtype = 'A' AND last_seen >= toDateTime({until:UInt32}, 'UTC') - {days:UInt32} * 86400
          GROUP BY rname, answer
        )
        GROUP BY rname
        HAVING count() >= {addresses:UInt32} AND life BETWEEN 1 AND {ttl:UInt32}
          AND avg(last - first) <= {lifeDays:UInt32} * 86400
          AND systems >= {systems:UInt32} AND 1.32 * total + 18.54 * systems > 142.38
      )
      ARRAY JOIN seen AS x
      WHERE name NOT IN (SELECT name FROM benign_names)
    ) AS c
    LEFT JOIN (
      SELECT ip, uniq(rname) AS names FROM rev
      WHERE rrtype = 'A' AND last_seen >= toDateTime({until:UInt32}, 'UTC') - {days:UInt32} * 86400
      GROUP BY ip
    ) AS d ON c.ip = d.ip
    GROUP BY name
    HAVING quantileExact(0.5)(names) <= {names:UInt32}`,
};
