import { dayOf, type Detector, endedRegistrations, registeredOf } from './detector.ts';

export const nameServerTakeover: Detector = {
  id: 'name-server-takeover',
  title: 'Name-server takeover path',
  meaning:
    'The domain depends on a name server whose own domain was not renewed or is listed: whoever controls that domain controls this one.',
  subject: 'domain',
  source: {
    title: 'Vissers et al., The Wolf of Name Street: Hijacking Domains Through Their Nameservers, CCS 2017',
    url: 'https://doi.org/10.1145/3133956.3133988',
  },
  needs: ['name-servers', 'endings'],
  thresholds: {
    usedDays: {
      title: 'Most days since the delegation was seen',
      value: 30,
      reason: 'A delegation not seen for longer may have changed.',
    },
    graceDays: {
      title: 'Fewest days from the end to the whois record',
      value: 1,
      reason: 'Whois must have been looked up after the end, and still show it.',
    },
    domains: {
      title: 'Most domains on the name server',
      value: 1000,
      reason: 'A name server of more domains is a provider: its listing is about customers.',
    },
  },
  sql: `
    SELECT domain AS subject, toDateTime(min(began), 'UTC') AS first, toDateTime(max(seen), 'UTC') AS last,
      argMin(concat('Depends on ', server, ': ', why), server) AS summary,
      arraySlice(arrayFlatten(arraySort(groupArray([
        ('Name server', server, '', ${dayOf('began')}, ${dayOf('seen')}), ('Its domain', owner, why, since, until)]))), 1, 12) AS evidence
    FROM (
      SELECT reverse(rname) AS domain, server, owner, why, since, until, toUnixTimestamp(min(first_seen)) AS began, toUnixTimestamp(max(last_seen)) AS seen
      FROM rev AS r
      INNER JOIN (
        SELECT arev, reverse(arev) AS server, ${registeredOf('reverse(arev)')} AS owner, why, since, until
        FROM (SELECT arev FROM rev WHERE rrtype = 'NS' GROUP BY arev HAVING uniqExact(rname) <= {domains:UInt32}) AS s
        INNER JOIN (
          SELECT domain, concat('registration ended on ', toString(ended)) AS why, '' AS since, toString(ended) AS until
          FROM (${endedRegistrations})
          UNION ALL
          SELECT host AS domain, concat('listed for ', arrayStringConcat(arraySort(groupUniqArray(toString(category))), ', ')) AS why,
            toString(min(first_listed)) AS since, toString(max(last_listed)) AS until
          FROM listings FINAL
          WHERE kind = 'host' AND ip = toIPv6('::') AND indicator = host AND category NOT IN ('spam', 'scan')
            AND expires >= toDate({until:UInt32}, 'UTC') AND host NOT IN (SELECT name FROM benign_names)
          GROUP BY host
        ) AS b ON b.domain = ${registeredOf('reverse(s.arev)')}
      ) AS s ON r.arev = s.arev
      WHERE rrtype = 'NS' AND last_seen >= toDateTime({until:UInt32}, 'UTC') - {usedDays:UInt32} * 86400
      GROUP BY rname, server, owner, why, since, until
      HAVING ${registeredOf('domain')} != owner
    )
    GROUP BY domain`,
};
