import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useMemo } from 'react';
import type { Judgements, Judgement as WireJudgement } from '#contract/generated/types.gen.ts';
import { coveringEntries } from '#model/judgement-match.ts';
import type { Judgement, JudgementKind } from '#model/judgement.ts';
import { ApiFailure } from './failure.ts';
import { answerOptions } from './query.ts';
import { useServiceState } from './service-state.ts';

/** What a key may be used for. */
export type KeyUse = NonNullable<Judgements['may']>[number];

/** What the team says about subjects, and what the analyst's key may do. */
export interface Team {
  /** All that hold, the newest first; undefined until they are known. */
  readonly judgements: readonly Judgement[] | undefined;
  /** Why they are not known. */
  readonly problem: string | undefined;
  /** Those that hold for a subject, as text: by kind, then the nearest first. */
  readonly of: (subject: string) => readonly Judgement[];
  /** True until the service has said what the key may do: most may. */
  readonly may: (use: KeyUse) => boolean;
  /** Events of watches that the key has not seen. */
  readonly unread: number;
}

const none: readonly Judgement[] = [];
/** What is cut off where there is little room comes last. */
const ranks: Readonly<Record<JudgementKind, number>> = { bad: 0, trusted: 1, 'never-flag': 2, tag: 3 };

/** Provided by the shell for every page. */
export const TeamContext = createContext<Team>({
  judgements: undefined,
  problem: undefined,
  of: () => none,
  may: () => true,
  unread: 0,
});

export function useTeam(): Team {
  return useContext(TeamContext);
}

/** The judgements, with what the key may do and has not seen. */
export const teamQuestion = { operationId: 'judgements' } as const;

/** Others of the team judge too. */
const freshMilliseconds = 60_000;

/** Reads the judgements as one list, of at most 10,000, and finds those of an indicator here. The answer also says what the key may do. */
export function useTeamAnswers(): Team {
  // the shell stays while the service cannot answer, so this is asked again once it can
  const enabled = useServiceState() === 'ok';
  const list = useQuery({
    enabled,
    ...answerOptions(teamQuestion),
    staleTime: freshMilliseconds,
    refetchInterval: freshMilliseconds,
    refetchOnWindowFocus: true,
  });
  const isMissing = isNotOffered(list.error);
  const problem = list.error && !isMissing ? list.error.message : undefined;
  const records = list.data?.response.records;
  const { may: uses, unread = 0 } = list.data?.response ?? {};
  return useMemo(() => {
    const judgements = records?.map(readJudgement);
    return {
      judgements,
      problem,
      of: judgementsOf(judgements ?? none),
      // another deployment of the interface has no judgements, and does not say what a key may do
      may: (use) => uses?.includes(use) ?? !(isMissing && use === 'judge'),
      unread,
    };
  }, [records, problem, uses, isMissing, unread]);
}

/** Finds the judgements that hold for a subject: by kind, then the nearest first. */
export function judgementsOf(judgements: readonly Judgement[]): Team['of'] {
  const coverings = coveringEntries(judgements);
  return (subject) => coverings.of(subject).toSorted((one, other) => ranks[one.kind] - ranks[other.kind]);
}

/** What a file has to say when the judgements could not be read; null when they could. */
export function unreadJudgements({ problem }: Pick<Team, 'problem'>): string | null {
  return problem === undefined ? null : `What the team says could not be read: ${problem}`;
}

/** Whether another deployment of the interface lacks the operation that failed. */
export function isNotOffered(error: unknown): boolean {
  return error instanceof ApiFailure && ['not-found', 'not-implemented'].includes(error.kind);
}

/** A judgement of an answer, whose fields may be absent. */
export function readJudgement(record: WireJudgement): Judgement {
  const { subject = '', below = false, kind = 'tag', text = '', reason = '', author = '' } = record;
  const { at = null, until = null, configured = false } = record;
  return { subject, below, kind, text, reason, author, at, until, configured };
}
