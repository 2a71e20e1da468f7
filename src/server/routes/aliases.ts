import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import pMap from 'p-map';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { dateToIsoDate } from '#model/dates.ts';
import { ApiError, badInput, success } from '#server/http/api-error.ts';
import { tolerateQuery } from '#server/http/request-values.ts';
import { readIpv4Items, readIpv6Items } from '#server/input/address.ts';
import { answerItems, type BulkItem } from '#server/input/bulk-items.ts';
import { readDomain, readDomainItems } from '#server/input/name.ts';
import { announcedOn, announcedQuery } from '#server/queries/address-origin.ts';
import { domainAsns } from '#server/queries/diversity.ts';
import { enrichDomains, enrichIpv4s, enrichIpv6s } from './enrichment.ts';
import { type AllServices, type AnyCall, type Call, callOf, type Services } from './handler.ts';
import { answerInTurn, answerRouted } from './handlers.ts';

// Paths of the same family that existing clients call and the interface does not name (x-aliases of the contract). Others are
// operations under another address: those of tolerateUrl.

/** Those with an answer of their own; domain/search answers as E8 does (inWordsOfSearch). */
export function registerAliases(app: FastifyInstance, prefix: string, services: AllServices): void {
  app.get(
    `${prefix}/explore/padns/lookup/domain/asns/:domain`,
    { config: { operationId: 'aliasDomainAsns' } },
    async (request) => {
      const call = callOf(request, prefix);
      const { domain } = readDomain('domain', (call.path as { domain: string }).domain);
      const rows = await services.engine.query(domainAsns(domain), { signal: call.signal });
      const { result_format: format } = call.query as { result_format?: unknown };
      if ([format].flat().at(-1) === 'full') {
        const announced = await services.engine.query(
          announcedQuery(
            'aliasDomainAsns',
            rows.map(({ asn }) => asn),
          ),
          { signal: call.signal },
        );
        const today = dateToIsoDate(services.now());
        const records = rows.map(({ asn, asname, hosts }) => ({
          domain,
          domain_asns: domain,
          asn,
          asn_size: announcedOn(announced, asn, today),
          asname,
          domain_hosts_in_asn: hosts,
        }));
        return success({ records });
      }
      const domain_asns = Object.fromEntries(rows.map(({ asn, asname }) => [String(asn), asname]));
      return success({ records: rows.length === 0 ? [] : [{ domain_asns }] });
    },
  );

  app.post(`${prefix}/explore/bulk/summary/:type`, { config: { operationId: 'aliasBulkSummary' } }, async (request) => {
    const call = callOf(request, prefix);
    const kind = summaries[(call.path as { type: string }).type.toLowerCase()];
    if (!kind) throw new ApiError(404, 'no_such_path', 'There are summaries of domain, ipv4 and ipv6.');
    const items = kind.read(readList(call.body, kind.member));
    const query = tolerateQuery(call.query as Record<string, unknown>, parameters[kind.operation]);
    const ask = (values: readonly string[]) => summarise(kind, values, { ...call, query }, services);
    return success(await answerItems(items, ask, ({ sent, error }) => ({ ...kind.name(sent), error })));
  });
}

/** Makes a request of domain/search one of E8. */
export const inWordsOfSearch: onRequestHookHandler = (request, _, done) => {
  request.query = readDomainSearch(request.query as Record<string, unknown>);
  done();
};

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
function readDomainSearch(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
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

const mostItems = 100;

type Enriching = Pick<Call<'enrichDomain'>, 'query' | 'signal'>;

interface SummaryKind {
  readonly operation: 'enrichDomain' | 'enrichIpv4' | 'enrichIpv6';
  readonly member: 'domains' | 'ips';
  readonly read: (items: readonly unknown[]) => BulkItem<string>[];
  /** The path of the single look-up. */
  readonly path: (value: string) => object;
  /** The records of all values from the collection. */
  readonly answer: (values: readonly string[], call: Enriching, services: Services) => Promise<readonly object[]>;
  /** A record as the answer of the single look-up, and back. */
  readonly single: (record: object | undefined) => unknown;
  readonly record: (response: unknown) => object;
  /** The fields that identify an invalid item. */
  readonly name: (sent: string) => object;
}

const ofAddress = {
  member: 'ips',
  single: (record: object | undefined) => ({ ip2asn: [record] }),
  record: (response: unknown) => (response as { ip2asn: readonly object[] }).ip2asn[0] ?? {},
  name: (ip: string) => ({ ip }),
} as const;

const summaries: Readonly<Record<string, SummaryKind>> = {
  domain: {
    operation: 'enrichDomain',
    member: 'domains',
    read: (items) =>
      readDomainItems(items).map((item) => ('value' in item ? { sent: item.sent, value: item.value.query } : item)),
    path: (domain) => ({ domain }),
    answer: (names, call, services) =>
      enrichDomains(
        names.map((name) => readDomain('domain', name)),
        call,
        services,
      ),
    single: (record) => record,
    record: (response) => response as object,
    name: (domain) => ({ domain }),
  },
  ipv4: {
    ...ofAddress,
    operation: 'enrichIpv4',
    read: (items) => readIpv4Items('enrichIpv4', items),
    path: (ipv4) => ({ ipv4 }),
    answer: enrichIpv4s,
  },
  ipv6: {
    ...ofAddress,
    operation: 'enrichIpv6',
    read: (items) => readIpv6Items('enrichIpv6', items),
    path: (ipv6) => ({ ipv6 }),
    answer: enrichIpv6s,
  },
};

/** The records of a bulk summary: from the collection in one set, from the provider one by one. */
async function summarise(
  kind: SummaryKind,
  values: readonly string[],
  call: AnyCall,
  services: AllServices,
): Promise<readonly object[]> {
  const key = JSON.stringify(['aliasBulkSummary', kind.operation, values, call.query]);
  const fromCollection = () =>
    answerInTurn(key, call, services, (signal, own) => kind.answer(values, { query: call.query, signal }, own));
  if (!services.upstream) return fromCollection();
  let own: Promise<readonly object[]> | undefined;
  return pMap(
    values,
    async (value, index) => {
      const one = { ...call, path: kind.path(value), upstreamHeader: call.upstreamHeader ?? 'background' };
      const ownAnswer = async () => kind.single((await (own ??= fromCollection()))[index]);
      return kind.record((await answerRouted(kind.operation, one, services, ownAnswer)).response);
    },
    { concurrency: 4 },
  );
}

/** @throws ApiError 400 */
function readList(body: unknown, member: 'domains' | 'ips'): readonly unknown[] {
  const list = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[member] : undefined;
  if (!Array.isArray(list)) throw badInput(member, `Send JSON with ${member}, a list of at most ${mostItems} items.`);
  if (list.length === 0) throw badInput(member, `${member} needs at least 1 item.`);
  if (list.length > mostItems)
    throw badInput(member, `${member} takes at most ${mostItems} items per call; split the list.`);
  return list;
}
