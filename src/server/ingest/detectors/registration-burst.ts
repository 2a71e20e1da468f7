import { dayOf, type Detector } from './detector.ts';

/** A window frame takes no parameter. */
const baselineDays = 90;

export const registrationBurst: Detector = {
  id: 'registration-burst',
  title: 'Registration burst',
  meaning:
    'The domain was registered together with many others, on one day, at one registrar and with the same name servers: far more than on the days around.',
  subject: 'domain',
  source: {
    title:
      'Hao et al., PREDATOR: Proactive Recognition and Elimination of Domain Abuse at Time-Of-Registration, CCS 2016',
    url: 'https://doi.org/10.1145/2976749.2978317',
  },
  needs: ['registrations'],
  thresholds: {
    days: { title: 'Days looked back', value: 365, reason: 'What was registered earlier has a history of its own.' },
    domains: {
      title: 'Fewest domains on the day',
      value: 10,
      reason: 'Owners register a few domains for a project; spammers register them in bulk.',
    },
    labels: {
      title: 'Fewest names without their zone',
      value: 8,
      reason: 'One name in many zones is a brand that protects itself.',
    },
    factor: {
      title: 'Fewest times the daily mean',
      value: 5,
      reason: 'Weekdays and promotions change the number of registrations by less.',
    },
    baselineDays: {
      title: 'Days before and after for the mean',
      value: baselineDays,
      reason: 'They show what is usual for the registrar and these name servers.',
    },
  },
  // more than six standard deviations of a Poisson distribution above the mean of the days around
  sql: `
    SELECT member.1 AS subject, toDateTime(member.2, 'UTC') AS first, first AS last,
      concat(toString(n), ' domains registered on ', toString(day), ' at ', seller,
        if(mean < 0.1, '', concat(', usually ', toString(round(mean, 1)), ' a day'))) AS summary,
      arrayConcat(
        [('Registered', member.1, concat('at ', seller), toString(day), toString(day))],
        arrayMap(x -> ('Name server', x, '', '', ''), arraySlice(servers, 1, 4)),
        arrayMap(x -> ('Registered together', x.1, '', ${dayOf('x.2')}, ${dayOf('x.2')}),
          arraySlice(arrayFilter(x -> x.1 != member.1, members), 1, 20))) AS evidence
    FROM (
      SELECT *, arrayJoin(members) AS member
      FROM (
        SELECT *, (sum(n) OVER (PARTITION BY seller, servers ORDER BY number
          RANGE BETWEEN ${baselineDays} PRECEDING AND ${baselineDays} FOLLOWING) - n) / (2. * {baselineDays:UInt32}) AS mean
        FROM (
          SELECT seller, servers, toDate(made) AS day, toUInt16(day) AS number, count() AS n,
            uniqExact(splitByChar('.', domain)[1]) AS labels,
            if(n >= {domains:UInt32}, arraySort(groupArray((domain, toUnixTimestamp(made)))), []) AS members
          FROM (
            SELECT domain, argMin(registrar, date) AS seller, argMin(arraySort(nameservers), date) AS servers, argMin(created, date) AS made
            FROM whois GROUP BY domain
          )
          WHERE toInt64(made) > 0 AND seller != '' AND notEmpty(servers)
          GROUP BY seller, servers, day
        )
      )
      WHERE n >= {domains:UInt32} AND labels >= {labels:UInt32} AND toUnixTimestamp(day) >= toInt64({until:UInt32}) - {days:UInt32} * 86400
        AND n >= {factor:UInt32} * mean AND n >= mean + 6 * sqrt(mean)
    )`,
};
