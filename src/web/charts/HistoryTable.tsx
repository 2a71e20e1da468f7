import { dayText, type DaySlot } from './day-series.ts';

interface HistoryTableProps {
  readonly label: string;
  readonly slots: readonly DaySlot[];
  readonly inputs: readonly string[];
  readonly inputLabels: Readonly<Record<string, string>>;
  readonly heightPx: number;
}

/** The twin of the line: every day with its numbers, newest first, in the room of the chart. */
export function HistoryTable({ label, slots, inputs, inputLabels, heightPx }: HistoryTableProps) {
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={`Days of ${label}`}
      className="overflow-auto border border-border"
      style={{ height: heightPx }}
    >
      <table className="w-full border-collapse text-right tabular-nums">
        <thead className="sticky top-0 bg-surface text-sm text-muted">
          <tr>
            <th scope="col" className="px-row-pad py-1 text-left font-medium">
              Day
            </th>
            <th scope="col" className="px-row-pad py-1 font-medium">
              Score
            </th>
            {inputs.map((name) => (
              <th key={name} scope="col" className="px-row-pad py-1 font-medium">
                {inputLabels[name] ?? name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {slots.toReversed().map((slot) => (
            <tr key={slot.date} className="h-row border-t border-border">
              <th scope="row" className="px-row-pad text-left font-normal">
                {dayText(slot.date)}
              </th>
              <td className="px-row-pad">{slot.score ?? 'no value'}</td>
              {inputs.map((name) => (
                <td key={name} className="px-row-pad">
                  {slot.inputs?.[name]?.toLocaleString('en') ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
