import type { WhoisRecord } from '#contract/generated/types.gen.ts';
import type { DomainSubject } from '#server/queries/domain-subject.ts';
import type { WhoisRow } from '#server/queries/whois.ts';

/**
 * C10: a stored whois record. `address` is a text that holds a list: the same in JSON and as a Python literal.
 * @param source undefined when the ledger does not name the import
 */
export function whoisRecord(
  { address, emails, nameservers, import: _, ...row }: WhoisRow,
  { domain, query }: DomainSubject,
  source: string | undefined,
): WhoisRecord {
  return {
    ...row,
    address: JSON.stringify(address),
    emails: [...emails],
    nameservers: [...nameservers],
    domain,
    query,
    sources: source === undefined ? [] : [source],
  };
}
