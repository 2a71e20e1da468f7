import { scoreBand, type ScoreBandName } from '#model/score-band.ts';

interface ScoreBadgeProps {
  /** 0 to 100; anything else is shown as it is, without a band. */
  readonly score: number | null | undefined;
  readonly size?: 'sm' | 'lg';
  /** Leaves the band's word to the place around it. */
  readonly isWordHidden?: boolean;
  /** In place of the band's word. */
  readonly word?: string;
}

const tones: Readonly<Record<ScoreBandName, string>> = {
  none: 'text-band-none-text',
  low: 'text-band-low-text',
  medium: 'text-band-medium-text',
  high: 'text-band-high-text',
  critical: 'text-band-critical-text',
};

/** A score with its band in three signs: a number, a shape that fills, and a word; colour comes on top. */
export function ScoreBadge({ score, size = 'sm', isWordHidden = false, word }: ScoreBadgeProps) {
  const band = typeof score === 'number' ? scoreBand(score) : null;
  if (!band)
    return <span className="text-muted">{score === null || score === undefined ? 'no score' : String(score)}</span>;
  const tone = tones[band.name];
  return (
    <span
      className={`inline-flex items-baseline gap-1 whitespace-nowrap tabular-nums ${tone} ${size === 'lg' ? 'text-2xl font-semibold' : 'font-medium'}`}
    >
      <span aria-hidden="true">{band.symbol}</span>
      {score}
      <span className={isWordHidden ? 'sr-only' : size === 'lg' ? 'text-md font-medium' : 'text-sm'}>
        {word ?? band.word}
      </span>
    </span>
  );
}
