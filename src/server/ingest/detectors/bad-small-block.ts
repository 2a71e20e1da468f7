import { listedNames, notExempt } from '#server/ingest/scores/sql-parts.ts';
import { asnOf, dayOf, type Detector, registeredOf } from './detector.ts';

/** SQL of names that are on a list now. */
const namesOnLists = `SELECT host FROM listings FINAL WHERE ${listedNames} AND expires >= toDate({until:UInt32}, 'UTC')`;

export const badSmallBlock: Detector = {
  id: 'bad-small-block',
  title: 'Bad small block',
  meaning:
    'Most active addresses of the /26 are listed or host listed names, most of its names are listed, and names come and go quickly: like a network that is rented out for abuse.',
  subject: 'subnet',
  source: {
    title: 'Alrwais et al., Under the Shadow of Sunshine: Understanding and Detecting Bulletproof Hosting, S&P 2017',
    url: 'https://doi.org/10.1109/SP.2017.32',
  },
  needs: ['addresses', 'listings'],
  thresholds: {
    days: {
      title: 'Days looked back',
      value: 90,
      reason: 'The paper found such blocks to be used for weeks to months.',
    },
    active: { title: 'Fewest active addresses', value: 8, reason: 'Fewer addresses may be one customer.' },
    badShare: {
      title: 'Lowest share of bad addresses (%)',
      value: 75,
      reason: 'Ordinary networks that are slow to react reach half of their active addresses.',
    },
    nameShare: {
      title: 'Lowest share of listed names (%)',
      value: 50,
      reason:
        'On an address, it makes the address bad; of the block, it excludes networks with listed addresses and ordinary sites.',
    },
    briefDays: {
      title: 'Most days a name of short stay was seen',
      value: 60,
      reason: 'Names of ordinary hosts stay for longer than two months.',
    },
    briefShare: {
      title: 'Lowest share of names of short stay (%)',
      value: 40,
      reason: 'Customers of such blocks change their names when these are listed.',
    },
  },
  sql: `
    SELECT concat(substring(toString(block), 8), '/26') AS subject, toDateTime(min(began), 'UTC') AS first, toDateTime(max(seen), 'UTC') AS last,
      concat(toString(countIf(bad)), ' of ', toString(count()), ' active addresses are bad; ', toString(sum(listed)), ' of ', toString(sum(names)),
        ' names listed, ', toString(sum(brief)), ' short-lived') AS summary,
      arrayConcat(
        [('Announced by', concat('AS', toString(any(${asnOf('ip')}))), '', '', '')],
        arraySlice(arraySort(e -> e.2, groupArrayIf(('Bad address', substring(toString(ip), 8),
          concat(if(isListed, 'on a list, ', ''), toString(listed), ' of ', toString(names), ' names listed'), ${dayOf('began')}, ${dayOf('seen')}), bad)), 1, 20),
        arraySlice(arraySort(e -> e.2, groupArrayIf(('Other address', substring(toString(ip), 8), concat(toString(names), ' names'),
          ${dayOf('began')}, ${dayOf('seen')}), NOT bad)), 1, 8)) AS evidence
    FROM (
      SELECT ip, tupleElement(IPv6CIDRToRange(ip, 122), 1) AS block, count() AS names, countIf(isBadName) AS listed,
        countIf(last - first <= {briefDays:UInt32} * 86400) AS brief, toUnixTimestamp(min(first)) AS began, toUnixTimestamp(max(last)) AS seen,
        ip IN (
          SELECT ip FROM listings FINAL
          WHERE kind = 'host' AND ip != toIPv6('::') AND category != 'scan' AND expires >= toDate({until:UInt32}, 'UTC')
        ) AS isListed,
        isListed OR listed * 100 >= names * {nameShare:UInt32} AS bad
      FROM (
        SELECT ip, reverse(rname) AS name, min(first_seen) AS first, max(last_seen) AS last,
          name IN (${namesOnLists}) OR ${registeredOf('name')} IN (${namesOnLists}) AS isBadName
        FROM rev
        WHERE rrtype = 'A' AND last_seen >= toDateTime({until:UInt32}, 'UTC') - {days:UInt32} * 86400
          AND ${notExempt('ip')}
        GROUP BY ip, rname
      )
      GROUP BY ip
    )
    GROUP BY block
    HAVING count() >= {active:UInt32} AND countIf(bad) * 100 >= count() * {badShare:UInt32}
      AND sum(listed) * 100 >= sum(names) * {nameShare:UInt32} AND sum(brief) * 100 >= sum(names) * {briefShare:UInt32}`,
};
