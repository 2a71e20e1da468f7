import { asnOf, dayOf, type Detector } from './detector.ts';

export const badSmallBlock: Detector = {
  id: 'bad-small-block',
  title: 'Bad small block',
  meaning: 'Most active addresses of the small network are listed or host listed names, and names come and go quickly.',
  subject: 'subnet',
  source: {
    title: 'Alrwais et al., Under the Shadow of Sunshine: Understanding and Detecting Bulletproof Hosting, S&P 2017',
    url: 'https://doi.org/10.1109/SP.2017.32',
  },
  needs: ['addresses', 'listings'],
  thresholds: {
    days: { value: 90, reason: 'The paper found such blocks to be used for weeks to months.' },
    active: { value: 5, reason: 'Fewer addresses may be one customer.' },
    listedShare: {
      value: 50,
      reason: 'Percent of the active addresses: below half, the block has other customers as well.',
    },
    nameShare: {
      value: 50,
      reason: 'Percent of the names on an address that must be listed: one bad site on a shared host is not enough.',
    },
    briefDays: { value: 60, reason: 'Names of ordinary hosts stay for longer than two months.' },
    briefShare: { value: 30, reason: 'Percent of the names that were seen for a short time only: the churn.' },
  },
  sql: `
    SELECT concat(toString(toIPv4OrDefault(substring(toString(block), 8))), '/26') AS subject,
      toDateTime(min(began), 'UTC') AS first, toDateTime(max(seen), 'UTC') AS last,
      concat(toString(countIf(bad)), ' of ', toString(count()), ' active addresses are listed or host listed names') AS summary,
      arrayConcat(
        arraySlice(arraySort(e -> e.2, groupArrayIf(('Listed', substring(toString(ip), 8), if(listed, 'on a list', concat(toString(listedNames), ' of ', toString(names), ' names listed')), ${dayOf('began')}, ${dayOf('seen')}), bad)), 1, 20),
        arraySlice(arraySort(e -> e.2, groupArrayIf(('Not listed', substring(toString(ip), 8), concat(toString(names), ' names'), ${dayOf('began')}, ${dayOf('seen')}), NOT bad)), 1, 8),
        [('Announced by', concat('AS', toString(any(${asnOf('ip')}))), '', '', '')]) AS evidence
    FROM (
      SELECT ip, tupleElement(IPv6CIDRToRange(ip, 122), 1) AS block, count() AS names, countIf(isListed) AS listedNames,
        countIf(last - first <= {briefDays:UInt32} * 86400) AS brief, toUnixTimestamp(min(first)) AS began, toUnixTimestamp(max(last)) AS seen,
        ip IN (
          SELECT ip FROM listings
          WHERE kind = 'host' AND ip != toIPv6('::') AND category != 'scan' AND expires >= toDate({until:UInt32}, 'UTC')
        ) AND ip NOT IN (SELECT ip FROM exempt_addresses) AS listed,
        listed OR listedNames * 100 >= names * {nameShare:UInt32} AS bad
      FROM (
        SELECT ip, rname, min(first_seen) AS first, max(last_seen) AS last,
          rname IN (SELECT reverse(host) FROM listings WHERE kind = 'host' AND ip = toIPv6('::') AND expires >= toDate({until:UInt32}, 'UTC')) AS isListed
        FROM rev
        WHERE rrtype = 'A' AND last_seen >= toDateTime({until:UInt32}, 'UTC') - {days:UInt32} * 86400
        GROUP BY ip, rname
      )
      GROUP BY ip
    )
    GROUP BY block
    HAVING count() >= {active:UInt32} AND countIf(bad) * 100 >= count() * {listedShare:UInt32} AND sum(brief) * 100 >= sum(names) * {briefShare:UInt32}`,
};
