/** Extension fields of records with scores, from a service with a provider. */
export interface ScoreOrigin {
  readonly score_source?: string;
  /** The name of the provider, if the scores come from the provider. */
  readonly score_provider?: string;
  readonly other_scores?: {
    readonly source?: string;
    readonly provider?: string;
    readonly sp_risk_score?: number;
  };
}

/** The name of the provider of a record's scores; undefined for scores of this service. */
export function providerOf(record: object | undefined): string | undefined {
  const { score_source, score_provider } = (record ?? {}) as ScoreOrigin;
  return score_source === 'upstream' ? (score_provider ?? 'the provider') : undefined;
}

/** Why a score is missing: three states of the provider, and a failed look-up. None of them means "nothing is known". */
export const gapWords = {
  failed: 'Provider failed',
  over_quota: 'Provider over quota',
  not_asked: 'Provider not queried',
  /** The look-up of the score itself failed. */
  unanswered: 'Look-up failed',
} as const;

export type Gap = keyof typeof gapWords;

/** The gap for a state of the provider; undefined for any other state. */
export function gapOf(state: string | undefined): Gap | undefined {
  return state !== undefined && Object.hasOwn(gapWords, state) ? (state as Gap) : undefined;
}
