import { formatCidr, maxPrefixLength, parseCidr, subnetOf } from './cidr.ts';
import { parentDomains } from './domain-name.ts';
import { groupBy } from './group-by.ts';
import { parseIp, unmapIpv4 } from './ip-address.ts';

/** Whether a canonical subject is a name, which may have names below it. */
export function isJudgedName(subject: string): boolean {
  return !subject.includes(':') && !subject.includes('/') && !/^(?:AS\d+|\d+(?:\.\d+){3})$/.test(subject);
}

/** What an entry of a list is about. */
interface Covering {
  /** Canonical text: an address, a network, a name or "AS64500". */
  readonly subject: string;
  /** Covers the names below as well. */
  readonly below: boolean;
}

/** Entries about subjects, found by what they cover. */
export interface Coverings<Entry> {
  /**
   * The entries that cover a subject, the nearest first: those about itself, then networks from the smallest, or names from the nearest
   * parent. A network covers the addresses and networks inside it.
   * @param subject canonical text
   */
  of(subject: string): readonly Entry[];
}

/** Looks up what covers a subject among thousands of entries, with one look-up per prefix length or parent. */
export function coveringEntries<Entry extends Covering>(entries: readonly Entry[]): Coverings<Entry> {
  const bySubject = groupBy(entries, ({ subject }) => subject);
  const lengths = { 4: new Set<number>(), 6: new Set<number>() };
  for (const subject of bySubject.keys()) {
    const cidr = parseCidr(subject);
    if (cidr) lengths[cidr.network.version].add(cidr.length);
  }
  const longestFirst = {
    4: [...lengths[4]].sort((one, other) => other - one),
    6: [...lengths[6]].sort((one, other) => other - one),
  };
  const at = (subject: string): readonly Entry[] => bySubject.get(subject) ?? [];
  const networksAround = (subject: string): readonly Entry[] => {
    const cidr = parseCidr(subject);
    const parsed = cidr?.network ?? parseIp(subject);
    if (!parsed) return [];
    const address = cidr ? parsed : unmapIpv4(parsed);
    const innerLength = cidr?.length ?? maxPrefixLength(address.version) + 1;
    return longestFirst[address.version]
      .filter((length) => length < innerLength)
      .flatMap((length) => at(formatCidr(subnetOf(address, length)!)));
  };
  return {
    of(subject) {
      if (bySubject.size === 0) return [];
      if (!isJudgedName(subject)) return [...at(subject), ...networksAround(subject)];
      const parents = parentDomains(subject).flatMap((parent) => at(parent).filter(({ below }) => below));
      return [...at(subject), ...parents];
    },
  };
}
