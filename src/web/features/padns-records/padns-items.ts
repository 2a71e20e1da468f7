import { timestampToEpochSeconds } from '#model/dates.ts';
import type { TimelineItem } from '#web/charts/timeline-layout.ts';
import { padnsRowKey, type PadnsRow } from './padns-row.ts';

/** Longer answers (TXT) are cut: the picture needs a label, not the text. */
const labelCharacters = 60;

/** Records as bars of the timeline, coloured by record type. A record without times cannot be drawn; the table has it. */
export function padnsItems(rows: readonly PadnsRow[]): readonly TimelineItem[] {
  return rows.flatMap((row) => {
    const start = timestampToEpochSeconds(row.first_seen);
    const end = timestampToEpochSeconds(row.last_seen);
    if (start === null || end === null) return [];
    const { query, type, answer, count } = row;
    return [
      {
        key: padnsRowKey(row),
        label: answer.length > labelCharacters ? `${answer.slice(0, labelCharacters)}…` : answer,
        group: type,
        groupLabel: `${type} records`,
        start,
        end,
        title: query,
        ...(count !== undefined && { count }),
      },
    ];
  });
}
