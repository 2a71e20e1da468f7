import { sparklinePath } from './sparkline-path.ts';

interface SparklineProps {
  /** Oldest first; null is a gap. */
  values: readonly (number | null)[];
  /** What it shows in a sentence; the picture alone says nothing to a screen reader. */
  label: string;
  /** The scale; scores are 0 to 100 so that two sparklines compare. */
  max?: number;
  widthPx?: number;
  heightPx?: number;
}

/** A line the size of a word. */
export function Sparkline({ values, label, max = 100, widthPx = 80, heightPx = 18 }: SparklineProps) {
  return (
    <svg role="img" aria-label={label} width={widthPx} height={heightPx} className="inline-block align-middle">
      <path
        d={sparklinePath(values, max, widthPx, heightPx)}
        fill="none"
        stroke="var(--accent)"
        strokeWidth={1.5}
        strokeLinecap="round"
      />
    </svg>
  );
}
