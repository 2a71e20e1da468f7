import { dayOf, type Detector, endedRegistrations, registeredOf } from './detector.ts';

/** Services at which anyone can take a name once its owner has left. */
const claimable = `'(^|\\\\.)(azurewebsites\\\\.net|cloudapp\\\\.(net|azure\\\\.com)|trafficmanager\\\\.net|azureedge\\\\.net|blob\\\\.core\\\\.windows\\\\.net|s3[a-z0-9.-]*\\\\.amazonaws\\\\.com|elasticbeanstalk\\\\.com|github\\\\.io|herokuapp\\\\.com|herokudns\\\\.com|netlify\\\\.app|pages\\\\.dev|fly\\\\.dev|surge\\\\.sh|myshopify\\\\.com|ghost\\\\.io|zendesk\\\\.com|wpengine\\\\.com|pantheonsite\\\\.io|readthedocs\\\\.io)$'`;

/** SQL of the conditions of a record in use. */
const inUse = `last_seen >= toDateTime({until:UInt32}, 'UTC') - {usedDays:UInt32} * 86400`;

/** SQL of records in use whose target is outside the domain: name, type, target and days. */
const used = (types: string): string => `
  SELECT reverse(rname) AS name, ${registeredOf('name')} AS domain, toString(rrtype) AS type, answer AS target,
    ${registeredOf('answer')} AS owner, toUnixTimestamp(min(first_seen)) AS began, toUnixTimestamp(max(last_seen)) AS seen
  FROM fwd
  WHERE rrtype IN (${types}) AND ${inUse}
  GROUP BY rname, rrtype, answer
  HAVING owner != domain`;

export const danglingRecords: Detector = {
  id: 'dangling-records',
  title: 'Dangling records',
  meaning:
    'A CNAME, MX or NS record in use points to a name that is gone, or whose domain was not renewed: whoever registers it receives the traffic.',
  subject: 'domain',
  source: {
    title: 'Liu et al., All Your DNS Records Point to Us, CCS 2016; Infoblox and Eclypsium, Sitting Ducks, 2024',
    url: 'https://doi.org/10.1145/2976749.2978387',
  },
  needs: ['targets'],
  thresholds: {
    usedDays: {
      title: 'Most days since the record was seen',
      value: 30,
      reason: 'A record not seen for longer may have been deleted.',
    },
    goneDays: {
      title: 'Fewest days since the target was seen',
      value: 30,
      reason: 'Outages and rare look-ups explain shorter silence of a target.',
    },
    knownDays: {
      title: 'Fewest days the target was in use',
      value: 30,
      reason: 'The addresses of other targets may never have been recorded.',
    },
    expected: {
      title: 'Fewest answers missed in that time',
      value: 10,
      reason:
        'Answers about the target at its earlier rate: the silence of one that was rarely looked up says nothing.',
    },
    graceDays: {
      title: 'Fewest days from the end to the whois record',
      value: 1,
      reason: 'Whois must have been looked up after the end, and still show it.',
    },
  },
  sql: `
    SELECT domain AS subject, toDateTime(min(began), 'UTC') AS first, toDateTime(max(seen), 'UTC') AS last,
      argMin(concat(type, ' of ', name, ' points to ', target, ', ', why), (name, target)) AS summary,
      arraySlice(arrayFlatten(arraySort(groupArray([
        (concat(type, ' record'), name, concat('to ', target), ${dayOf('began')}, ${dayOf('seen')}),
        ('Target', target, why, since, until)]))), 1, 20) AS evidence
    FROM (
      SELECT u.*, ${dayOf('t.since')} AS since, ${dayOf('t.gone')} AS until,
        concat('gone since ', until, if(match(u.target, ${claimable}), '; anyone can claim it', '')) AS why
      FROM (${used("'CNAME', 'MX', 'NS'")}) AS u
      INNER JOIN (
        SELECT reverse(rname) AS target, toUnixTimestamp(min(first_seen)) AS since, toUnixTimestamp(max(last_seen)) AS gone, sum(count) AS answers
        FROM fwd
        WHERE rrtype IN ('A', 'AAAA', 'CNAME')
          AND rname IN (SELECT DISTINCT reverse(answer) FROM fwd WHERE rrtype IN ('CNAME', 'MX', 'NS') AND ${inUse})
        GROUP BY rname
        HAVING gone + {goneDays:UInt32} * 86400 <= {until:UInt32} AND gone - since >= {knownDays:UInt32} * 86400
      ) AS t ON u.target = t.target
      WHERE u.seen >= t.gone + {goneDays:UInt32} * 86400 AND t.answers * (u.seen - t.gone) >= {expected:UInt32} * (t.gone - t.since)
      UNION ALL
      SELECT u.*, '' AS since, toString(e.ended) AS until, concat('whose domain ', u.owner, ' was not renewed') AS why
      FROM (${used("'CNAME', 'MX'")}) AS u
      INNER JOIN (${endedRegistrations}) AS e ON u.owner = e.domain
    )
    GROUP BY domain`,
};
