import { operations, type OperationId } from '#contract/generated/operations.gen.ts';

/** The subject of a value in an answer: the names beside and around the value, inner ones first. */
export interface Scope {
  readonly operation: OperationId;
  /** Names of the objects around the value, the innermost last. */
  readonly inside: readonly string[];
  readonly address?: string;
  readonly asn?: string;
  readonly subnet?: string;
  /** The requested name, or the domain. */
  readonly name?: string;
  readonly host?: string;
  readonly hostname?: string;
  readonly server?: string;
  readonly certificate?: string;
  readonly jarm?: string;
  readonly icon?: string;
  readonly scan?: string;
  readonly type?: string;
  readonly answer?: string;
}

const ofService = Object.values(operations).filter(({ tag }) => tag === 'service');

/** Operations whose answers are not about the collection of this moment, each with the reason. */
export const otherWorlds: Readonly<Partial<Record<OperationId, string>>> = {
  job: 'gives back the answer of another operation',
  ...Object.fromEntries(ofService.map(({ operationId }) => [operationId, 'is about sources, not about subjects'])),
  domainWhoisLive: 'asks the registry now; the stored record is of another day',
};

/** Fields that are not compared, each group with the reason. */
export const exceptions: readonly { readonly reason: string; readonly fields: readonly string[] }[] = [
  {
    reason: 'names the subject',
    fields:
      'ip query domain host hostname ns_server nssrv mxsrv nshash mxhash fingerprint_sha1 jarm_hash favicon_md5 answer type'.split(
        ' ',
      ),
  },
  { reason: 'the reason for missing data, with different words in each operation', fields: ['error'] },
  {
    reason: 'the same record in the common output format; padns-agreement.spec.ts compares the records',
    fields: ['rrname', 'rrtype', 'rdata', 'time_first', 'time_last'],
  },
  { reason: 'of an IPv4 address in one operation, of an IPv6 address in the other', fields: ['ip_is_ipfs_node'] },
  { reason: 'hash of one value of a record; only its own record type has it', fields: ['soahash', 'txthash'] },
  {
    reason: 'one change, which only domainNsChanges lists; the summaries share its type',
    fields: [
      'circular_change_to',
      'days_ago',
      ...['expire', 'nameservers', 'ns_in_domain', 'ns_srv_domain_density', 'parked', 'sinkhole'].flatMap((each) => [
        `from_${each}`,
        `to_${each}`,
      ]),
      'from_ns_srv_domain_density_low',
      'to_ns_srv_domain_density_low',
    ],
  },
  { reason: 'belongs to a name and the domain that it looks like, not to the name alone', fields: ['similarity'] },
  { reason: 'each counts its own list: siblings, cousins, listed URLs', fields: ['results'] },
  {
    reason: 'with verbose=1, which the search of diversities does not have',
    fields: ['ips', 'dates', 'asns', 'scope'],
  },
  {
    reason: 'which scans are listed: all of them in records, the latest of each kind in the scan operations',
    fields: ['scan_date', 'headers'],
  },
];

/** Fields with a different meaning in one operation, with the reason. */
const otherMeanings: Readonly<Record<string, Readonly<Partial<Record<OperationId, string>>>>> = {
  date: {
    domainNsChanges: 'day of the change',
    domainWhois: 'day of the record',
    domainCertificates: 'day on which the certificate was collected',
    scanHeaders: 'day of the scan',
    asnSubnetsBulk: 'day of the assignment data, not of the scores',
    asnSubnetsHistoryBulk: 'requested day',
  },
  country: { domainWhois: 'of every stored record' },
  registrar: { domainWhois: 'of every stored record; domain records have that of the newest' },
  sources: { domainWhois: 'of every stored record' },
};

/** Fields of an ASN, a subnet or a name server, in any record. */
const owners: Readonly<Record<string, keyof Scope>> = {
  asname: 'asn',
  asn_allocation_age: 'asn',
  asn_allocation_date: 'asn',
  asn_rank: 'asn',
  asn_reputation: 'asn',
  asn_takedown_reputation: 'asn',
  ips_in_asn: 'asn',
  items_num_listed: 'asn',
  listings_max_age: 'asn',
  subnets: 'asn',
  subnet_allocation_age: 'subnet',
  subnet_allocation_date: 'subnet',
  subnet_reputation: 'subnet',
  ips_in_subnet: 'subnet',
  asn_diversity: 'host',
  ip_diversity_all: 'host',
  ip_diversity_groups: 'host',
  favicon_mmh3: 'icon',
  fingerprint_sha256: 'certificate',
  issuer: 'certificate',
  issuer_common_name: 'certificate',
  issuer_organization: 'certificate',
  not_after: 'certificate',
  not_before: 'certificate',
  domains: 'certificate',
  serial_number: 'certificate',
};

const excepted = new Set(exceptions.flatMap(({ fields }) => fields));
const ofScans = /^(html_|favicon2_|response$)/;
const ofRecords = new Set(['count', 'ttl', 'first_seen', 'last_seen', 'sources']);

/** The subject of a field of an answer, as text; undefined when the field is not compared. */
export function subjectOf(field: string, scope: Scope): string | undefined {
  if (excepted.has(field) || otherMeanings[field]?.[scope.operation] !== undefined) return undefined;
  const owner = owners[field];
  if (owner) return part(scope, owner);
  const parent = scope.inside.at(-1) ?? '';
  if (field === 'ips_num_active' || field === 'ips_num_listed')
    return part(scope, parent.startsWith('subnet') ? 'subnet' : 'asn');
  if (field === 'tags') return joined(part(scope, 'address'), parent);
  if (field === 'is_expired' && scope.certificate) return part(scope, 'certificate');
  if (ofScans.test(field)) return joined(part(scope, 'address'), scope.hostname ?? '', scope.scan);
  if (scope.inside.includes('jarm') && scope.jarm) return joined(part(scope, 'address'), part(scope, 'jarm'));
  if (ofRecords.has(field) && recordOf(scope)) return recordOf(scope);
  if (field === 'date' && isScore(scope.operation)) return joined('scores', primary(scope));
  if ((field === 'asn' || field === 'subnet') && !scope.address) return undefined;
  return primary(scope);
}

/** E7 returns the records of a host as its timeline. */
function recordOf({ name, type, answer, host, address, inside }: Scope): string | undefined {
  if (name && type && answer) return joined('record', name, type, answer);
  return inside.includes('timeline') && host && address ? joined('record', host, 'A', address) : undefined;
}

function isScore(operation: OperationId): boolean {
  return /Reputation(Rank|History)?$/.test(operation);
}

/** The narrowest subject of the record. */
function primary(scope: Scope): string | undefined {
  return (['server', 'address', 'name', 'subnet', 'asn'] as const)
    .map((kind) => part(scope, kind))
    .find((subject) => subject !== undefined);
}

function part(scope: Scope, kind: keyof Scope): string | undefined {
  const value = scope[kind];
  return typeof value !== 'string' || value === '' || (kind === 'asn' && value === '0')
    ? undefined
    : `${kind} ${value}`;
}

function joined(...parts: readonly (string | undefined)[]): string | undefined {
  return parts.every((each) => each !== undefined) ? parts.join(', ') : undefined;
}

/** Values in one form: days of timestamps, numbers of digits, lists without their order. */
export function valueOf(field: string, value: unknown): unknown {
  if (field === 'not_after' || field === 'not_before') return String(value).replaceAll('-', '').slice(0, 8);
  if (/^(asn|asn_diversity|ip_diversity_\w+)$/.test(field)) return Number(value);
  if (Array.isArray(value)) return [...(value as unknown[])].sort();
  return value;
}
