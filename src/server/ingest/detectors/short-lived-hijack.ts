import { asnOf, dayOf, type Detector, registeredOf } from './detector.ts';

const asn = asnOf('toIPv6OrDefault(x.1)');
/** SQL of the network that an answer leads to: its AS, or the domain of a name server; empty when unknown. */
const network = `if(rrtype = 'A', if(${asn} = 0, '', concat('AS', toString(${asn}))), ${registeredOf('x.1')})`;

/** SQL of whether a certificate names the name, by itself or as a wildcard; any name of the domain for its name servers. */
const covers = `(rrtype = 'NS' OR has(c.5, name) OR has(c.5, concat('*', substring(name, position(name, '.')))))`;

export const shortLivedHijack: Detector = {
  id: 'short-lived-hijack',
  title: 'Short-lived hijack',
  meaning:
    'An address or name server of the domain led to another network for a short time, an unusual certificate was issued meanwhile, and then everything returned.',
  subject: 'domain',
  source: {
    title: 'Akiwate et al., Retroactive Identification of Targeted DNS Infrastructure Hijacking, IMC 2022',
    url: 'https://doi.org/10.1145/3517745.3561425',
  },
  needs: ['addresses', 'origin-as', 'certificates'],
  thresholds: {
    briefDays: {
      title: 'Longest stay in the other network (days)',
      value: 7,
      reason: 'The hijacks of the paper lasted from hours to a few days.',
    },
    stableDays: {
      title: 'Shortest stay in the usual network (days)',
      value: 30,
      reason: 'A name that moves every few weeks has no usual network to return to.',
    },
    marginDays: {
      title: 'Most days between certificate and stay',
      value: 1,
      reason: 'Logs and scans see a certificate up to a day before or after it is used.',
    },
    remainingDays: {
      title: 'Most days left for a renewal',
      value: 35,
      reason:
        'Automatic renewals begin about 30 days before the end: a certificate issued earlier, or by another issuer, is unusual.',
    },
    answers: {
      title: 'Most addresses or name servers of the name',
      value: 12,
      reason: 'Names with more are balanced over networks all the time.',
    },
  },
  sql: `
    SELECT domain AS subject, toDateTime(min(from), 'UTC') AS first, toDateTime(max(to), 'UTC') AS last,
      concat('Led to ', argMin(brief.2, from), ' for ', if(days = 1, '1 day', concat(toString(days), ' days')), ' while a certificate was issued') AS summary,
      arraySlice(arrayDistinct(arrayFlatten(arraySort(groupArray(evidence)))), 1, 20) AS evidence, intDiv(max(to) - min(from), 86400) + 1 AS days
    FROM (
      SELECT domain, brief, brief.3 AS from, brief.4 AS to,
        arrayFilter(c -> c.1 BETWEEN from - {marginDays:UInt32} * 86400 AND to + {marginDays:UInt32} * 86400 AND ${covers}, issued) AS meanwhile,
        arrayFilter(e -> e.1 < from - {marginDays:UInt32} * 86400, issued) AS earlier,
        arrayFilter(c -> arrayExists(e -> hasAny(e.5, c.5), earlier)
          AND NOT arrayExists(e -> hasAny(e.5, c.5) AND e.3 = c.3 AND e.2 <= c.1 + {remainingDays:UInt32} * 86400 AND e.2 + {remainingDays:UInt32} * 86400 >= c.1, earlier), meanwhile) AS odd,
        arrayConcat(
          [(if(rrtype = 'A', 'Brief address', 'Brief name server'), brief.1, if(rrtype = 'A', concat(brief.2, ', for ', name), concat('for ', name)), ${dayOf('from')}, ${dayOf('to')})],
          arrayMap(x -> (if(rrtype = 'A', 'Usual address', 'Usual name server'), x.1, if(rrtype = 'A', x.2, ''), ${dayOf('x.3')}, ${dayOf('x.4')}), arraySlice(stable, 1, 4)),
          arrayMap(c -> ('Certificate', c.4, concat('issued by ', c.3), ${dayOf('c.1')}, ${dayOf('c.2')}), arraySlice(odd, 1, 3))) AS evidence
      FROM (
        SELECT d.domain AS domain, name, rrtype, brief, stable,
          arraySort(groupUniqArray((toUnixTimestamp(not_before), toUnixTimestamp(not_after), if(issuer_organization = '', issuer_common_name, issuer_organization),
            toString(fingerprint_sha1), names))) AS issued
        FROM (
          SELECT not_before, not_after, issuer_organization, issuer_common_name, fingerprint_sha1, domains AS names,
            ${registeredOf("arrayJoin(arrayMap(x -> replaceOne(x, '*.', ''), domains))")} AS domain
          FROM certificates
        ) AS c
        INNER JOIN (
          SELECT ${registeredOf('name')} AS domain, reverse(rname) AS name, toString(rrtype) AS rrtype, stable, arrayJoin(briefs) AS brief
          FROM (
            SELECT rname, rrtype, arrayMap(x -> (x.1, ${network}, x.2, x.3), answers) AS seen,
              arrayFilter(x -> x.4 - x.3 >= {stableDays:UInt32} * 86400, seen) AS stable,
              arrayMap(x -> x.2, stable) AS usual,
              arrayFilter(x -> x.4 - x.3 <= {briefDays:UInt32} * 86400 AND x.2 != '' AND NOT has(usual, x.2)
                AND arrayExists(y -> y.3 + {stableDays:UInt32} * 86400 <= x.3 AND y.4 > x.4, stable), seen) AS briefs
            FROM (
              SELECT rname, rrtype, arraySort(groupArray((answer, toUnixTimestamp(first), toUnixTimestamp(last)))) AS answers
              FROM (
                SELECT rname, rrtype, answer, min(first_seen) AS first, max(last_seen) AS last FROM fwd
                WHERE rrtype IN ('A', 'NS') GROUP BY rname, rrtype, answer
              )
              GROUP BY rname, rrtype
              HAVING length(answers) BETWEEN 2 AND {answers:UInt32}
                AND arrayExists(x -> x.3 - x.2 <= {briefDays:UInt32} * 86400, answers)
                AND arrayExists(x -> x.3 - x.2 >= {stableDays:UInt32} * 86400, answers)
            )
          )
          WHERE notEmpty(briefs) AND length(briefs) <= 4
        ) AS d ON c.domain = d.domain
        GROUP BY domain, name, rrtype, brief, stable
      )
      WHERE notEmpty(odd)
    )
    GROUP BY domain`,
};
