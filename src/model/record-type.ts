const nameTypes = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'PTR4', 'PTR6'] as const;
const valueTypes = ['SOA', 'TXT', 'SRV', 'SVCB', 'HTTPS', 'CAA', 'DS'] as const;

/** Types whose answers are more than a name or an address. */
export type ValueType = (typeof valueTypes)[number];
/** Types of DNS records as the store writes them; PTR4 and PTR6 are the PTR records of IPv4 and IPv6 addresses. */
export type RecordType = (typeof nameTypes)[number] | ValueType;

const recordTypes: ReadonlySet<string> = new Set([...nameTypes, ...valueTypes]);

export function isRecordType(text: string): text is RecordType {
  return recordTypes.has(text);
}
