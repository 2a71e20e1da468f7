import type { WhoisRecord } from '#contract/generated/types.gen.ts';
import { WHOIS_FIELDS, type WhoisField, whoisValues } from './whois-record.ts';

/** A field of a record beside that of an earlier one. */
export interface FieldDiff extends WhoisField {
  readonly values: readonly string[];
  /** The values then; the same as now unless `isChanged`. */
  readonly earlier: readonly string[];
  readonly isChanged: boolean;
}

/** Every field of a record, compared with an earlier one; without an earlier record nothing counts as changed. */
export function whoisDiff(record: WhoisRecord, earlier: WhoisRecord | undefined): readonly FieldDiff[] {
  return WHOIS_FIELDS.map((each) => {
    const values = whoisValues(record, each.field);
    const before = earlier ? whoisValues(earlier, each.field) : values;
    return { ...each, values, earlier: before, isChanged: !isSameSet(values, before) };
  });
}

/** The labels of the changed fields, except `updated`, which changes with every other field. */
export function changedLabels(record: WhoisRecord, earlier: WhoisRecord): readonly string[] {
  return whoisDiff(record, earlier)
    .filter(({ isChanged, field }) => isChanged && field !== 'updated')
    .map(({ label }) => label);
}

/** Registries send name servers and addresses in any order. */
function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && [...a].sort().join('\n') === [...b].sort().join('\n');
}
