import type { PadnsDensityData } from '#contract/generated/types.gen.ts';
import { parseAsn } from '#model/asn.ts';
import { addressCount, lastAddress, parseCidr } from '#model/cidr.ts';
import { dateToIsoDate } from '#model/dates.ts';
import { canonicalIp, storedIp } from '#model/ip-address.ts';
import type { QueryOptions } from '#server/engine/engine.ts';
import { badInput } from '#server/http/api-error.ts';
import { readHostScope } from '#server/input/name.ts';
import { readAddress, readRange, readSetHash } from '#server/input/padns.ts';
import { announcedOn, announcedQuery } from '#server/queries/address-origin.ts';
import {
  addressDensity,
  asnDensity,
  type DensityRow,
  type DensitySummaryRow,
  originOf,
  serverDensity,
  setDensity,
  subnetDensity,
} from '#server/queries/density.ts';
import { type Handler, cutList, type Services } from './handler.ts';

type Path = PadnsDensityData['path'];
type Scope = NonNullable<NonNullable<PadnsDensityData['query']>['scope']>;

// The first one is the default.
const scopesOf: Readonly<Record<Path['qtype'], readonly Scope[]>> = {
  nssrv: ['host', 'domain', 'subdomain'],
  mxsrv: ['host', 'domain', 'subdomain'],
  nshash: [],
  mxhash: [],
  ipv4: ['ip', 'subnet', 'subnet_ips', 'asn', 'asn_subnets'],
  ipv6: ['ip'],
  asn: ['asn', 'asn_subnets'],
};

/** E6: how many names point to a server, a set of servers, an address, or the addresses of a subnet or an ASN. */
export const padnsDensity: Handler<'padnsDensity'> = async ({ path, query, signal }, services) => {
  const { engine } = services;
  const { qtype } = path;
  const scope = readScope(qtype, query.scope);
  const options = { signal };
  const plain = async (rows: Promise<DensityRow[]>) => answerOf(await rows, (row) => plainRecord(qtype, row));
  switch (qtype) {
    case 'nssrv':
    case 'mxsrv': {
      const hosts = readHostScope(path.query, scope as 'host' | 'domain' | 'subdomain');
      return plain(engine.query(serverDensity(qtype === 'nssrv' ? 'NS' : 'MX', hosts), options));
    }
    case 'nshash':
    case 'mxhash': {
      const hash = readSetHash('query', path.query);
      return plain(engine.query(setDensity(qtype === 'nshash' ? 'NS' : 'MX', hash), options));
    }
    case 'asn':
      return asnRecords(readAsn(path.query), scope, services, options);
    case 'ipv6':
    case 'ipv4': {
      const address = readAddress('query', path.query, qtype === 'ipv4' ? 4 : 6);
      const range = readRange(address, undefined);
      if (scope === 'ip') return plain(engine.query(addressDensity(qtype === 'ipv4' ? 'A' : 'AAAA', range), options));
      const [origin] = await engine.query(originOf(range.first), options);
      if (!origin || origin.asn === 0) return { records: [] };
      if (scope === 'asn' || scope === 'asn_subnets') return asnRecords(origin.asn, scope, services, options);
      const subnet = subnetRange(origin.subnet);
      if (scope === 'subnet_ips') return plain(engine.query(addressDensity('A', subnet), options));
      const rows = await engine.query(subnetDensity(origin.asn, origin.subnet, subnet), options);
      return answerOf(rows, summaryRecord);
    }
  }
};

async function asnRecords(
  asn: number,
  scope: Scope,
  { engine, now }: Pick<Services, 'engine' | 'now'>,
  options: QueryOptions,
): Promise<object> {
  const bySubnet = scope === 'asn_subnets';
  const [rows, announced] = await Promise.all([
    engine.query(asnDensity(asn, bySubnet), options),
    bySubnet ? [] : engine.query(announcedQuery('padnsDensity', [asn]), options),
  ]);
  const asn_size = announcedOn(announced, asn, dateToIsoDate(now()));
  return answerOf(rows, (row) => ({ ...summaryRecord(row), ...(!bySubnet && { asn_size }) }));
}

/** Densest first, so that truncation, which is marked, drops the least dense. */
function answerOf<Row>(rows: readonly Row[], record: (row: Row) => object): object {
  const { page, ...cut } = cutList(rows);
  return { records: page.map(record), ...cut };
}

function readScope(qtype: Path['qtype'], scope: Scope | undefined): Scope {
  const allowed = scopesOf[qtype];
  if (scope === undefined) return allowed[0] ?? 'host';
  if (allowed.includes(scope)) return scope;
  throw badInput(
    'scope',
    allowed.length === 0 ? `${qtype} takes no scope.` : `For ${qtype} scope takes one of ${allowed.join(', ')}.`,
  );
}

function readAsn(text: string): number {
  const asn = parseAsn(text);
  if (asn === null) throw badInput('query', 'query takes an AS number such as 64500.');
  return asn;
}

function subnetRange(subnet: string): { first: string; last: string } {
  const cidr = parseCidr(subnet);
  if (!cidr) throw new TypeError(`the collection holds no CIDR: ${subnet}`);
  return { first: storedIp(cidr.network), last: storedIp(lastAddress(cidr)) };
}

function plainRecord(qtype: Path['qtype'], { subject, density }: DensityRow): object {
  return { density, [qtype]: qtype === 'ipv6' ? (canonicalIp(subject) ?? subject) : subject };
}

function summaryRecord({ subnet, ...row }: DensitySummaryRow): object {
  const cidr = subnet === '' ? null : parseCidr(subnet);
  return { ...row, ...(cidr && { subnet, subnet_size: Number(addressCount(cidr)) }) };
}
