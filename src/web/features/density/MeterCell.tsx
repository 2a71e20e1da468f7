interface MeterCellProps {
  readonly value: number | undefined;
  /** The value that fills the bar. */
  readonly full: number | undefined;
}

/** A number over a bar of its share: the number is read, the bar is compared. */
export function MeterCell({ value, full }: MeterCellProps) {
  if (value === undefined) return <span className="text-faint">–</span>;
  const percent = full ? Math.min(100, (100 * value) / full) : 0;
  return (
    <span className="flex w-full items-center gap-2">
      <span className="w-14 shrink-0 text-right tabular-nums">{value.toLocaleString('en')}</span>
      <span aria-hidden="true" className="h-2 min-w-0 flex-1 overflow-hidden rounded-sm bg-sunken">
        <span data-fill="" className="block h-full bg-accent" style={{ width: `${percent}%` }} />
      </span>
    </span>
  );
}
