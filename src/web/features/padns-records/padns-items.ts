import { timestampToEpochSeconds } from '#model/dates.ts';
import type { TimelineItem } from '#web/charts/timeline-layout.ts';
import { padnsRowKey, type PadnsRow } from './padns-row.ts';

/** Longer answers (TXT) are cut: the picture needs a label, not the text. */
const labelCharacters = 60;

/**
 * Records as bars of the timeline, coloured by record type. A bar is called by the answer, or by the name where all have the
 * same answer (who pointed to an address). A record without times cannot be drawn; the table has it.
 */
export function padnsItems(rows: readonly PadnsRow[]): readonly TimelineItem[] {
  const isOneAnswer = rows.length > 1 && rows.every(({ answer }) => answer === rows[0]?.answer);
  return rows.flatMap((row) => {
    const start = timestampToEpochSeconds(row.first_seen);
    const end = timestampToEpochSeconds(row.last_seen);
    if (start === null || end === null) return [];
    const { query, type, answer, count } = row;
    const [label, title] = isOneAnswer ? [query, answer] : [answer, query];
    return [
      {
        key: padnsRowKey(row),
        label: label.length > labelCharacters ? `${label.slice(0, labelCharacters)}…` : label,
        group: type,
        groupLabel: `${type} records`,
        start,
        end,
        title,
        ...(count !== undefined && { count }),
      },
    ];
  });
}
