import { TableIcon, TimelineIcon, TreeIcon } from '#web/ui/icons.ts';
import { SegmentedControl } from '#web/ui/RadioGroup.tsx';
import type { RecordView } from './use-record-view.ts';

interface RecordViewSwitchProps {
  /** Of the panel. */
  readonly title: string;
  readonly view: RecordView;
  readonly possible: readonly RecordView[];
  readonly onChoose: (view: RecordView) => void;
  /** What the picture is called. */
  readonly pictureLabel?: string | undefined;
}

/** Table, timeline or another picture of the same records. */
export function RecordViewSwitch({ title, view, possible, onChoose, pictureLabel = 'Picture' }: RecordViewSwitchProps) {
  const looks = {
    table: { label: 'Table', icon: TableIcon },
    timeline: { label: 'Timeline', icon: TimelineIcon },
    picture: { label: pictureLabel, icon: TreeIcon },
  };
  return (
    <SegmentedControl
      label={`View of ${title}`}
      value={view}
      choices={possible.map((value) => ({ value, ...looks[value] }))}
      onChange={onChoose}
    />
  );
}
