import type { UnsanctionedRecord } from '#contract/generated/types.gen.ts';
import type { UnsanctionedRow } from '#server/queries/padns-unsanctioned.ts';
import { padnsRecord } from './padns-record.ts';

/** E4: a record with the AS that announces its answer and the registrable domain of its name. */
export function unsanctionedRecord(row: UnsanctionedRow, domain: string): UnsanctionedRecord {
  return { ...padnsRecord(row, true), asn: row.asn, domain };
}
