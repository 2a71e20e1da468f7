import { RecordTimeline } from '#web/components/RecordTimeline.tsx';
import type { Column } from '#web/table/column.ts';
import { padnsItems } from './padns-items.ts';
import { padnsRowKey, type PadnsRow } from './padns-row.ts';

interface PadnsTimelineProps {
  readonly title: string;
  readonly rows: readonly PadnsRow[];
  readonly columns: readonly Column<PadnsRow>[];
  readonly urlPrefix: string;
}

const words = { item: ['record', 'records'], group: ['type', 'types'] } as const;

/** Records from when they were first to when they were last seen. */
export function PadnsTimeline(props: PadnsTimelineProps) {
  return <RecordTimeline {...props} rowKey={padnsRowKey} itemsOf={padnsItems} words={words} />;
}
