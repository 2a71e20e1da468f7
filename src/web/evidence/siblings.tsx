import { useMemo } from 'react';
import { isSameOrBelow } from '#model/domain-name.ts';
import { hasWildcard } from '#model/wildcard.ts';
import { seenFacts } from '#web/exports/row-facts.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import {
  flagColumn,
  indicatorColumn,
  type JudgedRow,
  scoreColumn,
  tagColumn,
  textColumn,
} from '#web/kit/records/record-columns.tsx';
import { type LateFacts, lateVerdict, useLateFacts } from '#web/kit/records/use-late-facts.ts';
import { type Tagged, useTaggedRows } from '#web/kit/records/use-tagged-rows.ts';
import { LateScore } from '#web/kit/score/VerdictBadge.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { siblingsQuestion } from './relative-names.ts';

interface SiblingName {
  readonly sibling: string;
  readonly is_elsewhere: boolean;
}

/** Without a verdict: not answered, or a wildcard, which has none. */
type ScoredName = SiblingName & JudgedRow & Pick<LateFacts, 'seen' | 'isScoreAsked'> & { readonly decider?: string };
type Sibling = Tagged<ScoredName>;

const indicatorOf = ({ sibling: value }: SiblingName) =>
  hasWildcard(value) ? null : ({ kind: 'domain', value } as const);

/** The names with the risk scores that have arrived so far. */
function useScored(names: readonly SiblingName[]): readonly ScoredName[] {
  const indicators = useMemo(() => names.map(indicatorOf), [names]);
  const factsOf = useLateFacts(indicators);
  return useMemo(
    () =>
      names.map((name, index) => {
        const { seen, isScoreAsked } = factsOf(indicators[index] ?? null);
        const { state: verdict, score: risk_score, decider } = seen ?? {};
        return { ...name, seen, isScoreAsked, ...(seen && { verdict, risk_score, decider }) };
      }),
    [names, indicators, factsOf],
  );
}

/** C13: the other names on certificates of the domain, which one operator probably runs. */
export const Siblings = defineEvidence(
  asked(({ value }: Entity) => siblingsQuestion(value)),
  {
    title: 'Siblings',
    caption: ({ value }) => `Siblings of ${value}`,
    rows: ({ domain_siblings: found }): readonly SiblingName[] | undefined =>
      found?.siblings?.map((sibling) => ({
        sibling,
        is_elsewhere: !isSameOrBelow(sibling.replace(/^\*\./, ''), found.domain ?? ''),
      })),
    useRows: (names): readonly Sibling[] => useTaggedRows(useScored(names), indicatorOf),
    total: ({ domain_siblings: found }) => found?.results,
    empty: 'No certificate in the collection names another name beside this domain.',
    unknown: 'Nothing is known about this domain, so neither are its siblings.',
    columns: [
      indicatorColumn<Sibling>('sibling', 'Name', { size: 320 }),
      scoreColumn<Sibling>('risk_score', 'Risk score', {
        size: 140,
        cell: ({ row: { original } }) => <LateScore seen={original.seen} isAsked={original.isScoreAsked} />,
      }),
      tagColumn<Sibling>(150),
      textColumn<Sibling>('verdict', 'Verdict', { accessorFn: lateVerdict, meta: { isHidden: true } }),
      flagColumn<Sibling>('is_elsewhere', 'Other domain', {
        size: 120,
        meta: { description: 'The name is not below the registrable domain of the subject' },
      }),
    ],
    rowKey: ({ sibling }) => sibling,
    expectedRows: 6,
    footer: 'Names on the same certificates, so probably under the same control.',
    urlPrefix: 'sib.',
    exports: {
      view: 'siblings',
      subject: ({ value }) => value,
      facts: ({ sibling, risk_score: score }) => seenFacts(sibling, { score }),
    },
  },
);
