import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import pMap from 'p-map';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { badInput, ApiError } from '#server/http/api-error.ts';
import { success } from '#server/http/envelope.ts';
import { tolerateQuery } from '#server/http/request-values.ts';
import { domainAsns } from '#server/queries/diversity.ts';
import { readIpv4Items, readIpv6Items } from '#server/input/address.ts';
import { answerItems, type BulkItem } from '#server/input/bulk-items.ts';
import { readDomain, readDomainItems } from '#server/input/domain.ts';
import type { AllServices, AnyCall } from './handler.ts';
import { answerNow } from './handlers.ts';

interface AliasOptions {
  readonly prefix: string;
  readonly services: AllServices;
  readonly callOf: (request: FastifyRequest, reply: FastifyReply, prefix: string) => AnyCall;
}

const mostItems = 100;
/** Each is a dozen statements: enough to be quick, few enough to leave the engine to others. */
const mostAtOnce = 4;

interface SummaryKind {
  readonly operation: 'enrichDomain' | 'enrichIpv4' | 'enrichIpv6';
  readonly member: 'domains' | 'ips';
  readonly read: (items: readonly unknown[]) => BulkItem<string>[];
  /** The path of the single look-up. */
  readonly path: (value: string) => object;
  /** What the single look-up answers, as one record. */
  readonly record: (response: unknown) => object;
  /** Names an item that is wrong. */
  readonly name: (sent: string) => object;
}

const ofAddress = {
  member: 'ips',
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
    record: (response) => response as object,
    name: (domain) => ({ domain }),
  },
  ipv4: {
    ...ofAddress,
    operation: 'enrichIpv4',
    read: (items) => readIpv4Items('enrichIpv4', items),
    path: (ipv4) => ({ ipv4 }),
  },
  ipv6: {
    ...ofAddress,
    operation: 'enrichIpv6',
    read: (items) => readIpv6Items('enrichIpv6', items),
    path: (ipv6) => ({ ipv6 }),
  },
};

/**
 * Paths of the same family that existing clients call and the interface does not name (x-aliases of the contract). A third
 * one, domain/search, is E8 under another address: tolerateUrl.
 */
export function registerAliases(app: FastifyInstance, { prefix, services, callOf }: AliasOptions): void {
  app.get(
    `${prefix}/explore/padns/lookup/domain/asns/:domain`,
    { config: { operationId: 'aliasDomainAsns' } },
    async (request, reply) => {
      const call = callOf(request, reply, prefix);
      const { domain } = readDomain('domain', (call.path as { domain: string }).domain);
      const rows = await services.engine.query(domainAsns(domain), { signal: call.signal });
      const domain_asns = Object.fromEntries(rows.map(({ asn, asname }) => [String(asn), asname]));
      return success({ records: rows.length === 0 ? [] : [{ domain_asns }] });
    },
  );

  app.post(
    `${prefix}/explore/bulk/summary/:type`,
    { config: { operationId: 'aliasBulkSummary' } },
    async (request, reply) => {
      const call = callOf(request, reply, prefix);
      const kind = summaries[(call.path as { type: string }).type.toLowerCase()];
      if (!kind) throw new ApiError(404, 'no_such_path', 'There are summaries of domain, ipv4 and ipv6.');
      const items = kind.read(readList(call.body, kind.member));
      const query = tolerateQuery(call.query as Record<string, unknown>, parameters[kind.operation]);
      const ask = (values: readonly string[]) =>
        pMap(
          values,
          async (value) =>
            kind.record(await answerNow(kind.operation, { ...call, path: kind.path(value), query }, services)),
          { concurrency: mostAtOnce },
        );
      return success(await answerItems(items, ask, ({ sent, error }) => ({ ...kind.name(sent), error })));
    },
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
