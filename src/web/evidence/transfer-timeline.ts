import type { NsTransfer } from '#contract/generated/types.gen.ts';
import { epochSeconds } from '#model/dates.ts';
import type { TimelineItem } from '#web/charts/timeline-layout.ts';
import type { RecordTimelineLook } from '#web/kit/records/RecordTimeline.tsx';
import { paths } from '#web/url/paths.ts';
import { moveOf } from './transfer-form.ts';

/** A transfer is identified by day, domain and new name servers. */
export function transferKey({ change_date, domain, newnsrecs = [] }: NsTransfer): string {
  return `${change_date} ${domain} ${newnsrecs.join(' ')}`;
}

/** The side of a move that colours the bars. */
type Side = 'left' | 'joined';

function serverOf({ oldnsrecs = [], newnsrecs = [] }: NsTransfer, side: Side): string | undefined {
  return moveOf(oldnsrecs, newnsrecs)?.[side] ?? { left: oldnsrecs, joined: newnsrecs }[side][0];
}

/** Moves by day, labelled by domain and coloured by the server of one side. A move without a day appears in the table only. */
export function transferItems(rows: readonly NsTransfer[], side: Side): readonly TimelineItem[] {
  return rows.flatMap((row) => {
    const { change_date, domain, oldnsrecs = [], newnsrecs = [] } = row;
    const time = change_date === undefined ? null : epochSeconds(change_date);
    if (time === null || domain === undefined) return [];
    const server = serverOf(row, side);
    return [
      {
        key: transferKey(row),
        label: domain,
        group: server ?? 'no name server',
        groupLabel: '',
        start: time,
        end: time,
        title: `${oldnsrecs.join(' ')} → ${newnsrecs.join(' ')}`,
        path: paths.domain(domain),
        ...(server !== undefined && { groupPath: paths.nameServer(server) }),
      },
    ];
  });
}

const group = ['name server', 'name servers'] as const;
const item = ['move', 'moves'] as const;
const looks: Readonly<Record<Side, RecordTimelineLook<NsTransfer>>> = {
  left: { itemsOf: (rows) => transferItems(rows, 'left'), words: { item, group, between: 'from' } },
  joined: { itemsOf: (rows) => transferItems(rows, 'joined'), words: { item, group, between: 'to' } },
};

/** Colours moves by the server joined or, where all joined the same one, by the server left. */
export function transferTimeline(rows: readonly NsTransfer[]): RecordTimelineLook<NsTransfer> {
  const countOf = (side: Side) => new Set(rows.map((row) => serverOf(row, side))).size;
  return countOf('joined') === 1 && countOf('left') > 1 ? looks.left : looks.joined;
}
