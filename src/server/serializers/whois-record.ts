import type { WhoisRecord } from '#contract/generated/types.gen.ts';
import type { DomainSubject } from '#server/queries/domain-subject.ts';
import type { WhoisRow } from '#server/queries/whois.ts';

/** C10: a stored whois record. `address` is a text that holds a list: the same in JSON and as a Python literal. */
export function whoisRecord(
  { address, emails, nameservers, ...row }: WhoisRow,
  { domain, query }: DomainSubject,
): WhoisRecord {
  return {
    ...row,
    address: JSON.stringify(address),
    emails: [...emails],
    nameservers: [...nameservers],
    domain,
    query,
  };
}
