import { useContext } from 'react';
import { NO_DETECTIONS, VERDICT_LOOKS, type VerdictState } from '#model/verdict.ts';
import type { IndicatorScore } from '#web/api/indicator-score.ts';
import { gapWords } from '#web/api/score-origin.ts';
import { AsOfContext } from '#web/url/as-of.ts';
import { scoreBand, type ScoreBandName } from '#model/score-band.ts';
import { classNames } from '#web/kit/ui/class-names.ts';

interface VerdictBadgeProps {
  /** undefined for a score of 0 that the service does not explain. */
  readonly state: VerdictState | undefined;
  /** Shown for `scored` only. */
  readonly score: number | null | undefined;
  /** For an address that was never observed: the score of its network. */
  readonly networkScore?: number | undefined;
  readonly size?: 'sm' | 'lg';
  /** The surrounding text has the word. */
  readonly isWordHidden?: boolean;
}

const tones: Readonly<Record<Exclude<VerdictState, 'scored'>, string>> = {
  sinkholed: 'text-state-sinkholed',
  expired: 'text-state-idle',
  parked: 'text-state-idle',
  known_benign: 'text-state-benign',
  insufficient: 'text-state-unknown',
  internal: 'text-state-unknown',
  unknown: 'text-state-unknown',
};

/** The verdict of a subject: a score with its band, or a state without a number, each with its own shape and word. */
export function VerdictBadge({ state, score, networkScore, size = 'sm', isWordHidden = false }: VerdictBadgeProps) {
  if (state === undefined || state === 'scored')
    return (
      <ScoreBadge
        score={score}
        size={size}
        isWordHidden={isWordHidden}
        {...(score === 0 && { word: state ? NO_DETECTIONS : 'not explained' })}
      />
    );
  const { word, symbol, meaning } = VERDICT_LOOKS[state];
  return (
    <span
      title={meaning}
      className={`inline-flex items-baseline gap-1 whitespace-nowrap ${tones[state]} ${size === 'lg' ? 'text-2xl font-semibold' : 'font-medium'}`}
    >
      <span aria-hidden="true">{symbol}</span>
      <span className={isWordHidden ? 'sr-only' : size === 'lg' ? 'text-lg font-semibold' : 'text-sm'}>{word}</span>
      {networkScore !== undefined && (
        <span className="text-sm font-normal text-muted tabular-nums">(network {networkScore})</span>
      )}
    </span>
  );
}

/** Shown in place of data that is requested after the row. */
export function LatePending() {
  return (
    <span className="text-faint" aria-busy="true">
      …
    </span>
  );
}

interface LateScoreProps {
  /** undefined when not answered. */
  readonly seen: IndicatorScore | undefined;
  /** The score may still arrive. */
  readonly isAsked: boolean;
}

/** The verdict of a row, requested after the row. Marked as current while an “as of” day is set. */
export function LateScore({ seen, isAsked }: LateScoreProps) {
  const asOf = useContext(AsOfContext);
  if (!seen) return isAsked ? <LatePending /> : <ScoreBadge score={undefined} />;
  if (seen.gap) return <span className="text-muted">{gapWords[seen.gap]}</span>;
  return (
    <span className="inline-flex items-baseline gap-1.5">
      <VerdictBadge {...seen} />
      {asOf !== null && <span className="text-sm text-warning">now</span>}
    </span>
  );
}

interface ScoreBadgeProps {
  /** 0 to 100; any other value is shown without a band. */
  readonly score: number | null | undefined;
  readonly size?: 'sm' | 'lg';
  /** The surrounding text has the word of the band. */
  readonly isWordHidden?: boolean;
  /** Replaces the word of the band. */
  readonly word?: string;
}

const bandTones: Readonly<Record<ScoreBandName, string>> = {
  none: 'text-band-none-text',
  low: 'text-band-low-text',
  medium: 'text-band-medium-text',
  high: 'text-band-high-text',
  critical: 'text-band-critical-text',
};

/** A score with its band as a number, a shape that fills, and a word, so that colour is never the only sign. */
export function ScoreBadge({ score, size = 'sm', isWordHidden = false, word }: ScoreBadgeProps) {
  const band = typeof score === 'number' ? scoreBand(score) : null;
  if (!band)
    return <span className="text-muted">{score === null || score === undefined ? 'no score' : String(score)}</span>;
  const tone = bandTones[band.name];
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

type Look = ScoreBandName | Exclude<VerdictState, 'scored'>;

const tileTones: Readonly<Record<Look, string>> = {
  none: 'border-band-none/50 bg-band-none/10 text-band-none-text',
  low: 'border-band-low/50 bg-band-low/10 text-band-low-text',
  medium: 'border-band-medium/50 bg-band-medium/10 text-band-medium-text',
  high: 'border-band-high/50 bg-band-high/10 text-band-high-text',
  critical: 'border-band-critical/50 bg-band-critical/10 text-band-critical-text',
  sinkholed: 'border-state-sinkholed/50 bg-state-sinkholed/10 text-state-sinkholed',
  expired: 'border-state-idle/50 bg-state-idle/10 text-state-idle',
  parked: 'border-state-idle/50 bg-state-idle/10 text-state-idle',
  known_benign: 'border-state-benign/50 bg-state-benign/10 text-state-benign',
  insufficient: 'border-dashed border-state-unknown/60 text-state-unknown',
  internal: 'border-dashed border-state-unknown/60 text-state-unknown',
  unknown: 'border-dashed border-state-unknown/60 text-state-unknown',
};

interface VerdictTileProps {
  readonly state: VerdictState;
  /** 0 to 100; shown for `scored` only. */
  readonly score: number | null;
  /** Replaces "Unknown" when the provider has not answered. */
  readonly unknownWord?: string;
}

/** The large verdict of a page: the number and its band, or a state without a number, each with its shape and colour. */
export function VerdictTile({ state, score, unknownWord }: VerdictTileProps) {
  const { look, big, word } = parts(state, score);
  return (
    <span
      className={classNames(
        'flex h-16 w-24 flex-col sm:w-28 items-center justify-center rounded-lg border text-center',
        look ? tileTones[look] : 'border-border-strong text-muted',
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
