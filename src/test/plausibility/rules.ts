// What an expert expects of a realistic internet, as data: each rule has a demand, its basis, and the rows that
// violate it. plausibility.long.spec.ts runs all rules over the whole collection.
import { DAY, index, moment, type Rule } from './collection.ts';
import { DNS_RULES } from './dns-rules.ts';
import { LISTING_RULES } from './listing-rules.ts';
import { REGISTRATION_RULES, ROUTING_RULES } from './registration-rules.ts';
import { CERTIFICATE_RULES, SCAN_RULES } from './scan-rules.ts';

const TIME_RULES: readonly Rule[] = [
  {
    id: 'seen-all-day',
    demands: 'records are first and last seen at all hours of the day: none has more than a third of them',
    basis: 'resolvers send queries around the clock',
    *violations({ obs }) {
      for (const column of ['first_seen', 'last_seen'] as const) {
        const hours = index(obs, (row) => row[column].slice(11, 13));
        if (hours.size < 24) yield `${column}: only ${hours.size} hours`;
        for (const [hour, rows] of hours) {
          if (rows.length * 3 > obs.length) yield `${column} ${hour} h: ${rows.length} of ${obs.length}`;
        }
      }
    },
  },
  {
    id: 'closed-in-time',
    demands: 'nothing ends before it begins, and nothing is seen after the collection was closed',
    basis: 'draft-dulaunoy-dnsop-passive-dns-cof 2.2: time_first and time_last',
    *violations({ obs, anchor }) {
      const close = `${anchor} 00:01:00`;
      for (const { rrtype, rrname, first_seen, last_seen } of obs) {
        if (first_seen > last_seen || last_seen >= close) yield `${rrtype} ${rrname} ${first_seen} ${last_seen}`;
      }
    },
  },
  {
    id: 'count-fits-span',
    demands:
      'a record was counted once only if it was first and last seen at the same moment, else at least every ten days',
    basis: 'draft-dulaunoy-dnsop-passive-dns-cof 2.2: count is the number of observations between the two times',
    *violations({ obs }) {
      for (const { rrtype, rrname, first_seen, last_seen, count } of obs) {
        const days = (moment(last_seen) - moment(first_seen)) / DAY;
        if ((count === 1) !== (days === 0) || count < days / 10) yield `${rrtype} ${rrname}: ${count} in ${days} days`;
      }
    },
  },
  {
    id: 'not-all-at-midnight',
    demands: 'no second of the day has more than one of a hundred beginnings',
    basis: 'events happen at independent times',
    *violations({ obs }) {
      const seconds = index(obs, ({ first_seen }) => first_seen.slice(11));
      for (const [second, rows] of seconds) if (rows.length * 100 > obs.length) yield `${second}: ${rows.length}`;
    },
  },
];

export const RULES: readonly Rule[] = [
  ...DNS_RULES,
  ...REGISTRATION_RULES,
  ...ROUTING_RULES,
  ...CERTIFICATE_RULES,
  ...SCAN_RULES,
  ...LISTING_RULES,
  ...TIME_RULES,
];
