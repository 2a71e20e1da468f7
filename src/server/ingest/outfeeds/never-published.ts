import { type Cidr, containsCidr, maxPrefixLength, parseCidr, subnetOf } from '#model/cidr.ts';
import { parentDomains } from '#model/domain-name.ts';
import { parseIp } from '#model/ip-address.ts';
import { isJudgedName } from '#model/judgement-match.ts';
import type { Judgements } from '#server/queries/judgements.ts';

/**
 * Whether the never-flag list keeps a value out of all feeds: an entry covers it, or it would cover an entry. A blocked domain blocks the
 * names below it, and a blocked network the addresses inside it.
 */
export function neverPublished({ all, neverFlagged }: Judgements): (value: string) => boolean {
  const never = all.filter(({ kind }) => kind === 'never-flag').map(({ subject }) => subject);
  const above = new Set(never.filter(isJudgedName).flatMap(parentDomains));
  const inside = never.flatMap((subject) => networkOf(subject) ?? []);
  return (value) => {
    if (neverFlagged(value) || above.has(value)) return true;
    const range = value.includes('/') ? parseCidr(value) : null;
    return range !== null && inside.some((network) => containsCidr(range, network));
  };
}

function networkOf(subject: string): Cidr | null {
  const address = parseIp(subject);
  return address ? subnetOf(address, maxPrefixLength(address.version)) : parseCidr(subject);
}
