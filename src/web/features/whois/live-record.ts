import type { WhoisLive, WhoisRecord } from '#contract/generated/types.gen.ts';

/** A live record (C11) in the form of the stored ones (C10), so that the two can be laid side by side. */
export function liveAsStored({ raw: _, error: __, date_seen, ...live }: WhoisLive): WhoisRecord {
  const texts = Object.fromEntries(
    Object.entries(live).map(([field, value]) => [field, value ?? '']),
  ) as Partial<WhoisRecord>;
  return {
    ...texts,
    // C10 holds the lines of the address in one text
    address: JSON.stringify(live.address ?? []),
    emails: [live.emails ?? []].flat(),
    nameservers: [live.nameservers ?? []].flat(),
    ...(date_seen && { date: Number(date_seen.slice(0, 10).replaceAll('-', '')) }),
  };
}

/** The words of the registry, member by member, as lines; members it left out are left out. */
export function rawLines(raw: WhoisLive['raw']): readonly (readonly [member: string, lines: readonly string[]])[] {
  return Object.entries(raw ?? {}).flatMap(([member, value]) => {
    const lines = [value ?? []].flat().map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    return lines.length === 0 ? [] : [[member, lines] as const];
  });
}
