import { badInput } from '#server/http/api-error.ts';

/** What existing clients call parameters of E8. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['query', 'domain'],
  ['name_server', 'nsname'],
  ['min_ip_diversity', 'ip_diversity_all_min'],
  ['min_asn_diversity', 'asn_diversity_min'],
  ['certificate_issuer', 'cert_issuer'],
]);

const noScore =
  'E8 has no condition on scores. Search without it, and send the hosts found to POST /explore/bulk/domain/riskscore.';

/** Parameters that E8 cannot answer, and what to send instead: an ignored condition would look like one that all hosts meet. */
const unknownMeaning: ReadonlyMap<string, string> = new Map([
  ['risk_score_min', noScore],
  ['risk_score_max', noScore],
  [
    'start_date',
    'It does not say which date it bounds. Send first_seen_min, last_seen_min or whois_date_after, as yyyy-mm-dd.',
  ],
  ['end_date', 'It does not say which date it bounds. Send first_seen_max or last_seen_max, as yyyy-mm-dd.'],
]);

/** The query of `domain/search` in the words of E8. @throws ApiError 400 */
export function readDomainSearch(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given = Object.entries(query).filter(([, value]) => [value].flat().some((text) => text !== ''));
  for (const [name] of given) {
    const instead = unknownMeaning.get(name);
    if (instead !== undefined) throw badInput(name, `${name} is not a parameter of this search. ${instead}`);
  }
  const read = new Map<string, unknown>();
  for (const [name, value] of given) {
    const known = otherNames.get(name) ?? name;
    if (read.has(known)) throw badInput(name, `${known} is given under two names. Send ${known} alone.`);
    read.set(known, value);
  }
  return Object.fromEntries(read);
}
