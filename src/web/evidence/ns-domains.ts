import { useMemo } from 'react';
import type { PadnsAnswer, PadnsRecord } from '#contract/generated/types.gen.ts';
import { type IndicatorScore, type IndicatorScores, useIndicatorScores } from '#web/api/indicator-score.ts';
import { withDay } from '#web/api/query.ts';
import type { PanelSetting } from '#web/kit/panel/panel-source.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';

/** E2 ns: the names whose NS record is or was the server. */
export function hostedQuestion({ value }: Entity, { asOf }: PanelSetting) {
  const path = { qtype: 'ns', qname: value } as const;
  return withDay({ operationId: 'padnsReverse', path, query: { with_metadata: 1 } }, asOf);
}

/** The records with the scores of their domains that have arrived so far. */
export function useNsDomains(records: readonly PadnsRecord[]): readonly NsDomain[] {
  const names = useMemo(() => [...new Set(records.flatMap((record) => record.query ?? []))], [records]);
  const { scores, isAsking } = useIndicatorScores(names);
  return useMemo(() => nsDomains(records, scores, isAsking), [records, scores, isAsking]);
}

/** A domain on a name server. */
export interface NsDomain {
  readonly query: string;
  readonly first_seen: string;
  readonly last_seen: string;
  readonly count: number | undefined;
  readonly nshash: string;
  /** null: no score; undefined: not answered. */
  readonly sp_risk_score: number | null | undefined;
  readonly seen: IndicatorScore | undefined;
  /** The score may still arrive. */
  readonly isScoreAsked: boolean;
}

export function nsRecords({ records }: PadnsAnswer): readonly PadnsRecord[] {
  return records ?? [];
}

export function nsDomains(
  records: readonly PadnsRecord[],
  scores: IndicatorScores,
  isAsking: boolean,
): readonly NsDomain[] {
  return records.map(({ query = '', first_seen = '', last_seen = '', count, nshash = '' }) => ({
    query,
    first_seen,
    last_seen,
    count,
    nshash,
    sp_risk_score: scores.get(query)?.score,
    seen: scores.get(query),
    isScoreAsked: isAsking && !scores.has(query),
  }));
}

/** Domains with exactly the same set of name servers, which have the same nshash (E1). */
export interface ServerSet {
  readonly nshash: string;
  readonly domains: number;
  readonly worst: number | null;
  readonly last_seen: string;
}

/** The server sets of the domains, the largest first. Records without a hash belong to no set. */
export function serverSets(domains: readonly NsDomain[]): readonly ServerSet[] {
  const sets = new Map<string, ServerSet>();
  for (const { nshash, sp_risk_score, last_seen } of domains) {
    if (nshash === '') continue;
    const set = sets.get(nshash) ?? { nshash, domains: 0, worst: null, last_seen: '' };
    sets.set(nshash, {
      nshash,
      domains: set.domains + 1,
      worst: worse(set.worst, sp_risk_score ?? null),
      last_seen: last_seen > set.last_seen ? last_seen : set.last_seen,
    });
  }
  return [...sets.values()].sort((a, b) => b.domains - a.domains || a.nshash.localeCompare(b.nshash));
}

function worse(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}
