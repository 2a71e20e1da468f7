import { formatAsn } from '#model/asn.ts';
import { timestampToEpochSeconds } from '#model/dates.ts';
import type { TimelineItem } from '#web/charts/timeline-layout.ts';
import { diversityRowKey, type DiversityRow } from './diversity-rows.ts';

/** The rows as bars of the timeline, coloured by AS. A row without times cannot be drawn; the table still has it. */
export function diversityItems(rows: readonly DiversityRow[], hasManyHosts: boolean): readonly TimelineItem[] {
  return rows.flatMap((row) => {
    const start = timestampToEpochSeconds(row.first_seen);
    const end = timestampToEpochSeconds(row.last_seen);
    if (start === null || end === null) return [];
    const isAnnounced = row.asn > 0;
    return [
      {
        key: diversityRowKey(row),
        label: row.ip,
        group: isAnnounced ? formatAsn(row.asn) : 'no AS',
        groupLabel: isAnnounced ? row.asname : 'not announced',
        start,
        end,
        ...(hasManyHosts && { title: row.host }),
      },
    ];
  });
}
