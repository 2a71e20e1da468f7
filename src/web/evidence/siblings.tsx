import { useMemo } from 'react';
import { isSameOrBelow } from '#model/domain-name.ts';
import { hasWildcard } from '#model/wildcard.ts';
import { seenFacts } from '#web/exports/row-facts.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import { flagColumn, indicatorColumn, scoreColumn, textColumn } from '#web/kit/records/record-columns.tsx';
import { type LateFacts, lateVerdict, useLateFacts } from '#web/kit/records/use-late-facts.ts';
import { LateScore } from '#web/kit/score/VerdictBadge.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { siblingsQuestion } from './relative-names.ts';

interface SiblingName {
  readonly sibling: string;
  readonly is_elsewhere: boolean;
}

interface Sibling extends SiblingName, Pick<LateFacts, 'seen' | 'isScoreAsked'> {
  /** undefined: not answered, or a wildcard, which has none. */
  readonly risk_score: number | null | undefined;
}

/** The names with the risk scores that have arrived so far. */
function useScored(names: readonly SiblingName[]): readonly Sibling[] {
  const indicators = useMemo(
    () => names.map(({ sibling: value }) => (hasWildcard(value) ? null : ({ kind: 'domain', value } as const))),
    [names],
  );
  const factsOf = useLateFacts(indicators);
  return useMemo(
    () =>
      names.map((name, index) => {
        const { seen, isScoreAsked } = factsOf(indicators[index] ?? null);
        return { ...name, seen, isScoreAsked, risk_score: seen?.score };
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
    useRows: useScored,
    total: ({ domain_siblings: found }) => found?.results,
    empty: 'No certificate in the collection names another name beside this domain.',
    unknown: 'Nothing is known about this domain, so neither are its siblings.',
    columns: [
      indicatorColumn<Sibling>('sibling', 'Name', { size: 320 }),
      scoreColumn<Sibling>('risk_score', 'Risk score', {
        size: 140,
        cell: ({ row: { original } }) => <LateScore seen={original.seen} isAsked={original.isScoreAsked} />,
      }),
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
