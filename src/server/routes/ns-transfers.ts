import type { NsTransfersData } from '#contract/generated/types.gen.ts';
import { dateToIsoDate, firstOfLastDays } from '#model/dates.ts';
import { readNamePattern } from '#server/input/name.ts';
import { checkRegex } from '#server/input/padns.ts';
import { readDay } from '#server/input/time.ts';
import { nsTransfers as transfersQuery, type ServerMatch, type WhoisFilter } from '#server/queries/ns-transfers.ts';
import type { Handler } from './handler.ts';

type Asked = NsTransfersData['query'];

/** C9 */
export const nsTransfers: Handler<'nsTransfers'> = async ({ query, signal }, { engine, now }) => {
  const { days = 30, order = 'desc', limit = 100, skip = 0 } = query;
  const windowStart = dateToIsoDate(firstOfLastDays(days, now()));
  const search = transfersQuery({
    from: readServers('from_ns', query.from_ns),
    to: readServers('to_ns', query.to_ns),
    domainRegex: query.domain_regex,
    changedFrom: readDay('change_date_after', query.change_date_after ?? windowStart, 'start'),
    changedTo: readDay('change_date_before', query.change_date_before, 'end'),
    whois: readWhois(query, windowStart),
    descending: order === 'desc',
    limit,
    skip,
  });
  await checkRegex(engine, query.domain_regex, 'domain_regex');
  return { nstransfer: await engine.query(search, { signal }) };
};

/** A pattern of name servers, or `self`. @throws ApiError 400 */
export function readServers(parameter: string, text: string): ServerMatch {
  if (text.trim().toLowerCase() === 'self') return { kind: 'self' };
  return { kind: 'pattern', pattern: readNamePattern(parameter, text) };
}

/**
 * C9: "whois_date_after: last 30 days if unset", "nschanges_only: ignore whois data unless whois options are set", "using
 * [a whois option] limits the search to domains with pre-collected whois data". Decision, with all three true: without a
 * whois option a domain passes that was registered within the window or whose registration is not known; nschanges_only
 * drops that default window; options that are set always apply.
 */
function readWhois(query: Asked, windowStart: string): WhoisFilter {
  const { whois_date_after, whois_date_before, registrar, email } = query;
  const options = [whois_date_after, whois_date_before, registrar, email];
  const after = whois_date_after ?? (query.nschanges_only === 1 ? undefined : windowStart);
  return {
    from: readDay('whois_date_after', after, 'start'),
    to: readDay('whois_date_before', whois_date_before, 'end'),
    registrar,
    email,
    mayBeUnknown: options.every((option) => option === undefined),
  };
}
