import { type ScoreBandName, scoreBand } from '#model/score-band.ts';
import { NO_DETECTIONS, VERDICT_LOOKS, type VerdictState } from '#model/verdict.ts';
import { classNames } from '#web/kit/ui/class-names.ts';

type Look = ScoreBandName | Exclude<VerdictState, 'scored'>;

const tones: Readonly<Record<Look, string>> = {
  none: 'border-band-none/50 bg-band-none/10 text-band-none-text',
  low: 'border-band-low/50 bg-band-low/10 text-band-low-text',
  medium: 'border-band-medium/50 bg-band-medium/10 text-band-medium-text',
  high: 'border-band-high/50 bg-band-high/10 text-band-high-text',
  critical: 'border-band-critical/50 bg-band-critical/10 text-band-critical-text',
  sinkholed: 'border-state-sinkholed/50 bg-state-sinkholed/10 text-state-sinkholed',
  expired: 'border-state-idle/50 bg-state-idle/10 text-state-idle',
  parked: 'border-state-idle/50 bg-state-idle/10 text-state-idle',
  known_benign: 'border-state-benign/50 bg-state-benign/10 text-state-benign',
  unknown: 'border-dashed border-state-unknown/60 text-state-unknown',
};

interface VerdictTileProps {
  readonly state: VerdictState;
  /** 0 to 100; shown for `scored` only. */
  readonly score: number | null;
  /** Replaces "Unknown" when the provider has not answered. */
  readonly unknownWord?: string;
}

/** The verdict of a page at a glance: the number and its band, or a state without a number, each with its shape and colour. */
export function VerdictTile({ state, score, unknownWord }: VerdictTileProps) {
  const { look, big, word } = parts(state, score);
  return (
    <span
      className={classNames(
        'flex h-16 w-24 flex-col sm:w-28 items-center justify-center rounded-lg border text-center',
        look ? tones[look] : 'border-border-strong text-muted',
      )}
    >
      <span className="text-2xl leading-7 font-semibold tabular-nums">{big}</span>
      <span className="text-sm leading-tight font-medium">
        {state === 'unknown' && unknownWord ? unknownWord : word}
      </span>
    </span>
  );
}

function parts(state: VerdictState, score: number | null) {
  if (state !== 'scored') {
    const { symbol, word } = VERDICT_LOOKS[state];
    return { look: state, big: <span aria-hidden="true">{symbol}</span>, word };
  }
  const band = score === null ? null : scoreBand(score);
  if (!band) return { look: undefined, big: score ?? '–', word: 'no score' };
  const word = score === 0 ? NO_DETECTIONS : band.word;
  return {
    look: band.name,
    big: score,
    word: (
      <>
        <span aria-hidden="true">{band.symbol}</span> {word}
      </>
    ),
  };
}
