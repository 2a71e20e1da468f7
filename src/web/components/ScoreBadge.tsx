import { scoreBand } from '#model/score-band.ts';

interface ScoreBadgeProps {
  /** 0 to 100; anything else is shown as it is, without a band. */
  readonly score: number | null | undefined;
  readonly size?: 'sm' | 'lg';
  /** Leaves the band's word to the place around it. */
  readonly isWordHidden?: boolean;
}

const tones = ['text-band-0-text', 'text-band-1-text', 'text-band-2-text', 'text-band-3-text', 'text-band-4-text'];
const bandNames = ['none', 'low', 'medium', 'high', 'critical'];

/** A score with its band in three signs: a number, a shape that fills, and a word; colour comes on top. */
export function ScoreBadge({ score, size = 'sm', isWordHidden = false }: ScoreBadgeProps) {
  const band = typeof score === 'number' ? scoreBand(score) : null;
  if (!band)
    return <span className="text-muted">{score === null || score === undefined ? 'no score' : String(score)}</span>;
  const tone = tones[bandNames.indexOf(band.name)];
  return (
    <span
      className={`inline-flex items-baseline gap-1 whitespace-nowrap tabular-nums ${tone} ${size === 'lg' ? 'text-2xl font-semibold' : 'font-medium'}`}
    >
      <span aria-hidden="true">{band.symbol}</span>
      {score}
      <span className={isWordHidden ? 'sr-only' : size === 'lg' ? 'text-md font-medium' : 'text-sm'}>{band.word}</span>
    </span>
  );
}
