import type { FactKind } from '#model/fact-kind.ts';
import { parseCidr } from '#model/cidr.ts';
import { formatIp } from '#model/ip-address.ts';

interface FactOptions {
  readonly value?: string;
  readonly tags?: readonly string[];
  readonly source?: string;
  /** 'yyyy-mm-dd'; without a start by default. */
  readonly valid_from?: string;
  readonly valid_to?: string;
  readonly import?: number;
}

const mapped = (ip: string) => (ip.includes(':') ? ip : `::ffff:${ip}`);
const defaults = { source: 'facts', import: 100 };

/** A row of `facts` about one address. */
export function addressFact(ip: string, kind: FactKind, options: FactOptions = {}): object {
  return { subject_type: 'ip', first: mapped(ip), last: mapped(ip), key: '', kind, ...defaults, ...options };
}

/** About a CIDR block. */
export function rangeFact(range: string, kind: FactKind, options: FactOptions = {}): object {
  const cidr = parseCidr(range);
  if (!cidr) throw new Error(`not a range: ${range}`);
  const first = mapped(formatIp(cidr.network));
  return { subject_type: 'range', first, key: range, kind, ...defaults, ...options };
}

/** About an AS. */
export function asnFact(asn: number, kind: FactKind, options: FactOptions = {}): object {
  return { subject_type: 'asn', key: String(asn), kind, ...defaults, ...options };
}

/** About a domain of this very name. */
export function domainFact(domain: string, kind: FactKind, options: FactOptions = {}): object {
  return { subject_type: 'domain', key: domain, kind, ...defaults, ...options };
}

/** About every name server at or below a name. */
export function serverFact(zone: string, kind: FactKind, options: FactOptions = {}): object {
  return { subject_type: 'name_server', key: zone, kind, ...defaults, ...options };
}
