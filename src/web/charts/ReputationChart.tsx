import { parseAsString, useQueryState } from 'nuqs';
import { useMemo } from 'react';
import { timeText } from '#model/dates.ts';
import { formatNumber } from '#model/format.ts';
import { SelectField } from '#web/kit/ui/Field.tsx';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { type DayPoint, daySlots, describeHistory, downSample } from './day-series.ts';
import { PictureFrame } from './PictureFrame.tsx';
import { TwinTable } from './TwinTable.tsx';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';

const ReputationPlot = lazyPart(async () => (await import('./ReputationPlot.tsx')).default);

interface ReputationChartProps {
  /** The title: "ASN reputation of AS64500"; also the name of the saved picture. */
  readonly label: string;
  /** Distinguishes the URL keys of the charts of a page: `asn.` -> `asn.with`. */
  readonly urlPrefix: string;
  /** Any order; days that are missing stay gaps. */
  readonly points: readonly DayPoint[];
  /** Words for the inputs of the explain object, by field name; those without a word keep their field name. */
  readonly inputLabels?: Readonly<Record<string, string>>;
  readonly heightPx: number;
  /** Field name of the input that is drawn alongside the score at first. */
  readonly initialInput?: string;
}

const none = 'none';

/** A reputation over the days: the line, an input of its explain object on demand, zoom by brush, and the same as a table. */
export function ReputationChart(props: ReputationChartProps) {
  const { label, urlPrefix, points, inputLabels = {}, heightPx, initialInput = none } = props;
  const [chosen, setInput] = useQueryState(
    `${urlPrefix}with`,
    parseAsString.withDefault(initialInput).withOptions({ history: 'replace' }),
  );
  const slots = useMemo(() => daySlots(points), [points]);
  const drawn = useMemo(() => downSample(slots), [slots]);
  const inputs = useMemo(() => [...new Set(points.flatMap((point) => Object.keys(point.inputs ?? {})))], [points]);
  const input = inputs.includes(chosen) ? chosen : none;
  const wordOf = (name: string) => inputLabels[name] ?? name;
  return (
    <PictureFrame
      label={label}
      urlPrefix={urlPrefix}
      description={describeHistory(label, slots)}
      controls={
        inputs.length > 0 && (
          <SelectField
            label="Input shown with the score"
            isLabelHidden
            value={input}
            onChange={(next) => void setInput(next)}
            choices={[
              { value: none, label: 'Score only' },
              ...inputs.map((name) => ({ value: name, label: `with ${wordOf(name)}` })),
            ]}
          />
        )
      }
      picture={
        <div data-picture style={{ height: heightPx }}>
          <ReputationPlot
            fallback={<Skeleton shape="block" heightPx={heightPx} />}
            label={label}
            slots={drawn}
            input={input === none ? undefined : input}
            inputLabel={inputLabels[input]}
            heightPx={heightPx}
          />
        </div>
      }
      table={
        <TwinTable
          label={label}
          maxHeightPx={heightPx}
          isFixedHeight
          columns={[
            { header: 'Day' },
            { header: 'Score', isNumber: true },
            ...inputs.map((name) => ({ header: wordOf(name), isNumber: true })),
          ]}
          rows={slots
            .toReversed()
            .map((slot) => [
              timeText(slot.date),
              String(slot.score ?? (slot.inputs ? 'not enough data' : 'no value')),
              ...inputs.map((name) => formatNumber(slot.inputs?.[name]) ?? ''),
            ])}
        />
      }
    />
  );
}
