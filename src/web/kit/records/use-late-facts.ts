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
  const values = useMemo(() => {
    const found: Record<Scored, Set<string>> = { ipv4: new Set(), ipv6: new Set(), domain: new Set() };
    for (const indicator of indicators) {
      const kind = scoredKind(indicator);
      if (kind && indicator) found[kind].add(indicator.value);
    }
    const [ipv4, ipv6, domain] = kinds.map((kind) => [...found[kind]]) as [string[], string[], string[]];
    return { ipv4, ipv6, domain, addresses: [...ipv4, ...ipv6], found };
  }, [indicators]);
  const ipv4 = useIndicatorScores('ipv4', values.ipv4);
  const ipv6 = useIndicatorScores('ipv6', values.ipv6);
  const domain = useIndicatorScores('domain', values.domain);
  // other deployments answer scores without the origin
  const lacking = useMemo(() => {
    const lacksOrigin = (address: string) => !(ipv4.scores.get(address) ?? ipv6.scores.get(address))?.origin;
    return ipv4.isAsking || ipv6.isAsking ? [] : values.addresses.filter(lacksOrigin);
  }, [ipv4.isAsking, ipv4.scores, ipv6.isAsking, ipv6.scores, values]);
  const { origins, isAsking: isAskingOrigins } = useAddressOrigins(lacking);
  const [scores4, scores6, scoresOfNames] = [ipv4.scores, ipv6.scores, domain.scores];
  const [isAsking4, isAsking6, isAskingNames] = [ipv4.isAsking, ipv6.isAsking, domain.isAsking];
  return useMemo(() => {
    const answers = {
      ipv4: { scores: scores4, isAsking: isAsking4 },
      ipv6: { scores: scores6, isAsking: isAsking6 },
      domain: { scores: scoresOfNames, isAsking: isAskingNames },
    };
    return (indicator) => {
      const kind = scoredKind(indicator);
      if (!kind || !indicator) return NOTHING;
      const seen = answers[kind].scores.get(indicator.value);
      const isAsked = answers[kind].isAsking && values.found[kind].has(indicator.value);
      const origin = seen?.origin ?? origins.get(indicator.value);
      const isOriginAsked = kind !== 'domain' && origin === undefined && (isAskingOrigins || (isAsked && !seen));
      return { seen, isScoreAsked: isAsked && !seen, origin: origin ?? undefined, isOriginAsked };
    };
  }, [scores4, scores6, scoresOfNames, isAsking4, isAsking6, isAskingNames, origins, isAskingOrigins, values]);
}
