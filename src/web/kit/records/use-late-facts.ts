import { useMemo } from 'react';
import type { Indicator } from '#model/indicator-of.ts';
import { useAddressOrigins } from '#web/api/address-origin.ts';
import { verdictWord } from '#model/verdict.ts';
import { type AddressOrigin, type IndicatorScore, useIndicatorScores } from '#web/api/indicator-score.ts';
import { gapWords } from '#web/api/score-origin.ts';

/** Data of an indicator that is requested after its row is shown. */
export interface LateFacts {
  /** undefined when not answered. */
  readonly seen: IndicatorScore | undefined;
  /** The score may still arrive. */
  readonly isScoreAsked: boolean;
  /** For an address. */
  readonly origin: AddressOrigin | undefined;
  /** The origin may still arrive. */
  readonly isOriginAsked: boolean;
}

const NOTHING: LateFacts = { seen: undefined, isScoreAsked: false, origin: undefined, isOriginAsked: false };

/** The verdict in words, of an unanswered row as well, so that filters and facets count every row. Empty for a row without a score. */
export function lateVerdict({ seen, isScoreAsked }: Pick<LateFacts, 'seen' | 'isScoreAsked'> = NOTHING): string {
  if (!seen) return isScoreAsked ? 'Score pending' : '';
  return seen.gap ? gapWords[seen.gap] : verdictWord(seen.state, seen.score);
}

const kinds = ['ipv4', 'ipv6', 'domain'] as const;
export type Scored = (typeof kinds)[number];

/** The kind of an indicator that has a risk score; undefined for others. */
export function scoredKind(indicator: Indicator | null): Scored | undefined {
  return kinds.find((each) => each === indicator?.kind);
}

/**
 * Scores of the domains and addresses of rows, and the AS and country of addresses, in batches. Rows are shown immediately
 * and filled in as the data arrives.
 * @param indicators the indicator of each row, or null; memoized
 */
export function useLateFacts(indicators: readonly (Indicator | null)[]): (indicator: Indicator | null) => LateFacts {
  const { values, addresses, asked } = useMemo(() => {
    const found = new Map<string, Scored>();
    for (const indicator of indicators) {
      const kind = scoredKind(indicator);
      if (kind && indicator) found.set(indicator.value, kind);
    }
    const all = [...found.keys()];
    return { values: all, addresses: all.filter((value) => found.get(value) !== 'domain'), asked: found };
  }, [indicators]);
  const { scores, isAsking } = useIndicatorScores(values);
  // other deployments answer scores without the origin
  const lacking = useMemo(
    () => (isAsking ? [] : addresses.filter((address) => !scores.get(address)?.origin)),
    [isAsking, scores, addresses],
  );
  const { origins, isAsking: isAskingOrigins } = useAddressOrigins(lacking);
  return useMemo(
    () => (indicator) => {
      const kind = scoredKind(indicator);
      if (!kind || !indicator) return NOTHING;
      const seen = scores.get(indicator.value);
      const isScoreAsked = isAsking && !seen && asked.has(indicator.value);
      const origin = seen?.origin ?? origins.get(indicator.value);
      const isOriginAsked = kind !== 'domain' && origin === undefined && (isAskingOrigins || isScoreAsked);
      return { seen, isScoreAsked, origin: origin ?? undefined, isOriginAsked };
    },
    [scores, isAsking, asked, origins, isAskingOrigins],
  );
}
