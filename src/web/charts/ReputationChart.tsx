import { Suspense, lazy, useMemo, useRef, useState } from 'react';
import { DownloadIcon, TableIcon, TimelineIcon } from '#web/ui/icons.ts';
import { MenuButton } from '#web/ui/MenuButton.tsx';
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { daySlots, describeHistory, downSample, type DayPoint } from './day-series.ts';
import { HistoryTable } from './HistoryTable.tsx';

const ReputationPlot = lazy(() => import('./ReputationPlot.tsx'));

export interface ReputationChartProps {
  /** What the score is of: "ASN reputation of AS64500". Also names the saved picture. */
  readonly label: string;
  /** Any order; days that are missing stay gaps. */
  readonly points: readonly DayPoint[];
  /** Words for the inputs of the explain object, by field name; those without a word keep their field name. */
  readonly inputLabels?: Readonly<Record<string, string>>;
  readonly heightPx?: number;
}

const none = 'none';

/** A reputation over the days: the line, an input of its explain object on demand, zoom by brush, and the same as a table. */
export function ReputationChart({ label, points, inputLabels = {}, heightPx = 240 }: ReputationChartProps) {
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const [input, setInput] = useState(none);
  const figureRef = useRef<HTMLElement>(null);
  const slots = useMemo(() => daySlots(points), [points]);
  const drawn = useMemo(() => downSample(slots), [slots]);
  const inputs = useMemo(() => [...new Set(points.flatMap((point) => Object.keys(point.inputs ?? {})))], [points]);
  const description = describeHistory(label, slots);
  const download = (format: 'svg' | 'png') => {
    const svg = figureRef.current?.querySelector('svg');
    if (svg) void import('./save-picture.ts').then(({ savePicture }) => savePicture(svg, label, format));
  };
  return (
    <figure ref={figureRef} aria-label={description} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-2">
        <SegmentedControl
          label={`View of ${label}`}
          value={view}
          onChange={setView}
          choices={[
            { value: 'chart', label: 'Chart', icon: TimelineIcon },
            { value: 'table', label: 'Table', icon: TableIcon },
          ]}
        />
        {view === 'chart' && inputs.length > 0 && (
          <SelectField
            label="Input beside the score"
            isLabelHidden
            value={input}
            onChange={setInput}
            choices={[
              { value: none, label: 'Score only' },
              ...inputs.map((name) => ({ value: name, label: `with ${inputLabels[name] ?? name}` })),
            ]}
          />
        )}
        {view === 'chart' && (
          <MenuButton
            label={`Save the picture of ${label}`}
            icon={DownloadIcon}
            size="sm"
            entries={[
              { kind: 'action', id: 'svg', label: 'Save as SVG', onAction: () => download('svg') },
              { kind: 'action', id: 'png', label: 'Save as PNG', onAction: () => download('png') },
            ]}
          />
        )}
      </div>
      {view === 'chart' ? (
        <div style={{ height: heightPx }}>
          <Suspense fallback={<Skeleton shape="block" heightPx={heightPx} />}>
            <ReputationPlot
              label={label}
              slots={drawn}
              input={input === none ? undefined : input}
              inputLabel={inputLabels[input]}
              heightPx={heightPx}
            />
          </Suspense>
        </div>
      ) : (
        <HistoryTable label={label} slots={slots} inputs={inputs} inputLabels={inputLabels} heightPx={heightPx} />
      )}
      <figcaption className="text-sm text-muted">{description}</figcaption>
    </figure>
  );
}
