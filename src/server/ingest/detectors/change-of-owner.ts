import { dayOf, type Detector } from './detector.ts';

/** SQL of whether a record of the domain (type, answer, began, seen) was in use before and after a time. */
const spans = (time: string): string =>
  `(r.3 + {overlapDays:UInt32} * 86400 < ${time} AND r.4 > ${time} + {overlapDays:UInt32} * 86400)`;

export const changeOfOwner: Detector = {
  id: 'change-of-owner',
  title: 'Change of owner',
  meaning:
    'The domain expired and was registered again, or it moved to another registrar and registrant, and none of its DNS records stayed. Its earlier reputation says nothing about the present owner.',
  subject: 'domain',
  source: {
    title: 'Lever et al., Domain-Z: 28 Registrations Later, S&P 2016',
    url: 'https://doi.org/10.1109/SP.2016.47',
  },
  needs: ['addresses', 'registrations'],
  thresholds: {
    days: {
      title: 'Days looked back',
      value: 400,
      reason: 'Older changes are history that the present reputation already reflects.',
    },
    overlapDays: {
      title: 'Most days a former record is still seen',
      value: 3,
      reason: 'Caches and late look-ups show a former address for a few days.',
    },
    lateDays: {
      title: 'Most days from a transfer to the new addresses',
      value: 7,
      reason: 'A new owner may point the domain elsewhere some days after the transfer.',
    },
  },
  // of two whois records in a row; a change of the registration date names the day, a transfer is dated by the addresses
  sql: `
    SELECT domain AS subject, toDateTime(at, 'UTC') AS first, toDateTime({until:UInt32}, 'UTC') AS last,
      if(isNew, concat('Registered again on ', ${dayOf('at')}, ', before that on ', ${dayOf('old.2')}),
        concat('Moved from ', old.4, ' to ', new.4, ' with all its records on ', ${dayOf('at')})) AS summary,
      arrayConcat(
        [('Former registration', old.4, old.7, ${dayOf('old.2')}, if(isNew AND old.3 > 0, ${dayOf('old.3')}, '')),
         ('Present registration', new.4, new.7, ${dayOf('new.2')}, '')],
        arrayMap(x -> ('Former name server', x, '', '', ''), arraySlice(old.5, 1, 4)),
        arrayMap(x -> ('Present name server', x, '', '', ''), arraySlice(new.5, 1, 4)),
        arrayMap(r -> ('Former address', r.2, '', ${dayOf('r.3')}, ${dayOf('r.4')}), arraySlice(arrayReverse(former), 1, 6)),
        arrayMap(r -> ('Present address', r.2, '', ${dayOf('r.3')}, ${dayOf('r.4')}), arraySlice(present, 1, 6))) AS evidence
    FROM (
      SELECT domain, old, new, isNew, records,
        arrayFilter(r -> r.1 = 'A', records) AS addresses,
        arrayFirst(t -> NOT arrayExists(r -> ${spans('t')}, records) AND arrayExists(r -> r.3 < t, addresses),
          if(isNew, [new.2], arrayFilter(t -> t > old.1 AND t < new.1 + ({lateDays:UInt32} + 1) * 86400, arraySort(arrayMap(r -> r.3, addresses))))) AS at,
        arrayFilter(r -> r.3 < at, addresses) AS former, arrayFilter(r -> r.3 >= at, addresses) AS present
      FROM (
        SELECT reverse(rname) AS name, arraySort(r -> (r.3, r.2), groupArray((toString(rrtype), answer, began, seen))) AS records
        FROM (
          SELECT rname, rrtype, answer, toUnixTimestamp(min(first_seen)) AS began, toUnixTimestamp(max(last_seen)) AS seen FROM fwd
          WHERE rrtype IN ('A', 'MX', 'NS')
          GROUP BY rname, rrtype, answer
        )
        GROUP BY rname
      ) AS f
      INNER JOIN (
        SELECT domain, pair.1 AS old, pair.2 AS new,
          new.2 > old.2 AND old.2 > 0 AND (old.3 = 0 OR new.2 >= old.3) AS isNew
        FROM (
          SELECT domain, arrayJoin(arrayZip(arrayPopBack(states), arrayPopFront(states))) AS pair
          FROM (
            SELECT domain, arraySort(groupUniqArray((toUnixTimestamp(date), toUnixTimestamp(created), toUnixTimestamp(expires), registrar, nameservers,
              arrayFilter(x -> x != '', arrayPushFront(emails, if(org != '', org, name))), if(org != '', org, name)))) AS states
            FROM whois
            GROUP BY domain HAVING length(states) > 1
          )
        )
        WHERE notEmpty(old.5) AND notEmpty(new.5) AND NOT hasAny(old.5, new.5) AND (new.3 = 0 OR new.3 > new.1)
          AND (isNew OR old.4 != '' AND new.4 != '' AND old.4 != new.4 AND notEmpty(old.6) AND notEmpty(new.6) AND NOT hasAny(old.6, new.6))
      ) AS w ON f.name = w.domain
    )
    WHERE at > 0 AND at >= toInt64({until:UInt32}) - {days:UInt32} * 86400 AND notEmpty(former) AND notEmpty(present)
    ORDER BY at DESC
    LIMIT 1 BY domain`,
};
