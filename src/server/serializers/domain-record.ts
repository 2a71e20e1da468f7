import type { DomainInfo } from '#contract/generated/types.gen.ts';
import {
  dateToDayInt,
  dateToEpochSeconds,
  daysBetween,
  epochSecondsToDate,
  epochSecondsToTimestamp,
} from '#model/dates.ts';
import { ageScore, flagScore, isNewDomain } from '#model/score-formulas.ts';
import type { DomainRegistration } from '#server/queries/domain-dossier.ts';

// C1, info: the specification gives no cutoff date. Decision: creation dates are reliable from about this date on.
const reliableSince = { date: Date.UTC(2000, 0, 1), text: '2000-01-01' };

/** The age of a domain by its whois record or, without one, by its first usable observation. */
interface DomainAge {
  /** Whole days; undefined when unknown, or when the domain is older than the cutoff of reliable creation dates. */
  readonly days: number | undefined;
  readonly isOld: boolean;
  readonly isNew: boolean;
  /** False without a creation date: a first sighting only shows that the domain is at least that old. */
  readonly isKnown: boolean;
  readonly age_score: number;
  readonly is_new_score: number;
}

export function domainAge({ whois, sighting }: DomainRegistration, now: Date): DomainAge {
  const born = whois?.created ?? sighting?.born ?? undefined;
  const isOld = born !== undefined && born * 1000 < reliableSince.date;
  const days = born === undefined || isOld ? undefined : Math.max(0, daysBetween(epochSecondsToDate(born), now));
  const isNew = born !== undefined && isNewDomain(dateToEpochSeconds(now) - born);
  const scores = { age_score: days === undefined ? 0 : ageScore(days), is_new_score: flagScore(isNew) };
  return { days, isOld, isNew, isKnown: (whois?.created ?? null) !== null, ...scores };
}

/** Why there is no data: an unknown domain in a known zone, or an unknown zone. */
export function whyUnknown({ zoneIsKnown }: DomainRegistration): string {
  return zoneIsKnown ? 'Not found' : 'No data for this zone';
}

/** C1, C4: the domain information record. An unknown domain has `error`. */
export function domainRecord(registration: DomainRegistration, now: Date): DomainInfo {
  const { subject, sighting, whois } = registration;
  const { query, domain, zone } = subject;
  if (!sighting && !whois) return { domain, query, zone, error: whyUnknown(registration) };
  const age = domainAge(registration, now);
  const created = whois?.created ?? null;
  return {
    domain,
    query,
    ...(age.days !== undefined && { age: age.days }),
    age_score: age.age_score,
    ...(sighting && { first_seen: dayOf(sighting.first), last_seen: dayOf(sighting.last) }),
    is_new: age.isNew,
    is_new_score: age.is_new_score,
    ...(age.isOld && { info: `The domain was registered before ${reliableSince.text}.` }),
    registrar: whois?.registrar ?? '',
    whois_age: created === null ? '' : daysBetween(epochSecondsToDate(created), now),
    whois_created_date: created === null ? '' : epochSecondsToTimestamp(created),
    zone,
  };
}

function dayOf(epochSeconds: number): number {
  return dateToDayInt(epochSecondsToDate(epochSeconds));
}
