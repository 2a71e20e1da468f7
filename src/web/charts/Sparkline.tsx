interface SparklineProps {
  /** The description: "AS reputation, 90 days: 40 to 98, now 98". */
  readonly label: string;
  /** One value a day; null where there is none. */
  readonly values: readonly (number | null)[];
}

const max = 100;
const widthPx = 120;
const heightPx = 24;

/** A small line without axes that shows a recent trend. */
export function Sparkline({ label, values }: SparklineProps) {
  const known = values.filter((value) => value !== null);
  return (
    <svg
      role="img"
      aria-label={label}
      width={widthPx}
      height={heightPx}
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      className="shrink-0 rounded-sm bg-sunken"
    >
      <title>{label}</title>
      {known.length === 1 ? (
        // one day is not a line
        <circle
          cx={values[0] === null ? widthPx - dotPx - 1 : dotPx + 1}
          cy={heightPx - dotPx - 1 - Math.min(1, (known[0] ?? 0) / max) * (heightPx - 2 * dotPx - 2)}
          r={dotPx}
          fill="var(--accent)"
        />
      ) : (
        <path
          d={sparklinePath(values, max, widthPx, heightPx)}
          fill="none"
          stroke="var(--accent)"
          strokeWidth={1.5}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </svg>
  );
}

const dotPx = 2.5;

/** The path of values from 0 to `max`, broken at gaps; a value between two gaps is a dot. Keeps 1 px free all round. */
export function sparklinePath(
  values: readonly (number | null)[],
  max: number,
  widthPx: number,
  heightPx: number,
): string {
  const step = values.length > 1 ? (widthPx - 2) / (values.length - 1) : 0;
  const point = (value: number, index: number) => {
    const share = Math.min(1, Math.max(0, value / max));
    return `${(1 + index * step).toFixed(1)} ${(heightPx - 1 - share * (heightPx - 2)).toFixed(1)}`;
  };
  return values
    .map((value, index) => {
      if (value === null) return '';
      const isAlone = (values[index - 1] ?? null) === null;
      // A line of no length with round ends draws a dot.
      const isDot = isAlone && (values[index + 1] ?? null) === null;
      return `${isAlone ? 'M' : 'L'}${point(value, index)}${isDot ? 'h0' : ''}`;
    })
    .join('');
}
