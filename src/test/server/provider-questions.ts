import { type OperationId, operations } from '#contract/generated/operations.gen.ts';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { operationRules } from '#server/upstream/operation-rules.ts';
import type { Question } from './parameter-case.ts';
import { provided } from './provider-records.ts';

/** Every operation that may be routed to a provider. */
export const routedOperations = Object.keys(operationRules) as OperationId[];

const { domain, address, address6, asn, server, nshash } = provided;
const values: Readonly<Record<string, string | number | readonly (string | number)[]>> = {
  ipv4: address,
  ipv6: address6,
  domain,
  asn,
  subnet: '198.51.100.0',
  mask: 24,
  nameserver: server,
  qtype: 'a',
  qname: domain,
  qanswer: address,
  query: domain,
  from_ns: 'park1.parking.test',
  to_ns: server,
  domains: [domain],
  asns: [asn],
  dates: [20_260_101],
};

const special: Partial<Record<OperationId, Readonly<Record<string, string>>>> = {
  padnsTranslate: { qtype: 'nshash', query: nshash },
  padnsDensity: { qtype: 'nssrv', query: server },
  padnsReverse: { qname: address },
  padnsUnsanctioned: { qname: '*.brightloom.example' },
};

/** A question about subjects of the replayed provider. */
export function providerQuestionOf(id: OperationId): Question {
  const of = (name: string) =>
    special[id]?.[name] ?? (name === 'ips' ? [id.includes('v6') ? address6 : address] : values[name]);
  const path = operations[id].path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(of(name))));
  const needed = parameters[id].filter(({ required, in: place }) => required && place !== 'path');
  const query = needed.filter((each) => each.in === 'query').map(({ name }) => `${name}=${String(of(name))}`);
  const body = needed.filter((each) => each.in === 'body').map(({ name }) => [name, of(name)]);
  return {
    path: query.length > 0 ? `${path}?${query.join('&')}` : path,
    ...(body.length > 0 && { body: Object.fromEntries(body) as Record<string, unknown> }),
  };
}
