import { isSameOrBelow } from '#model/domain-name.ts';
import { seenFacts } from '#web/exports/row-facts.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import { flagColumn, indicatorColumn } from '#web/kit/records/record-columns.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { siblingsQuestion } from './relative-names.ts';

interface Sibling {
  readonly sibling: string;
  readonly is_elsewhere: boolean;
}

/** C13: the other names on certificates of the domain, which one operator probably runs. */
export const Siblings = defineEvidence(
  asked(({ value }: Entity) => siblingsQuestion(value)),
  {
    title: 'Siblings',
    caption: ({ value }) => `Siblings of ${value}`,
    rows: ({ domain_siblings: found }): readonly Sibling[] | undefined =>
      found?.siblings?.map((sibling) => ({
        sibling,
        is_elsewhere: !isSameOrBelow(sibling.replace(/^\*\./, ''), found.domain ?? ''),
      })),
    total: ({ domain_siblings: found }) => found?.results,
    empty: 'No certificate in the collection names another name beside this domain.',
    unknown: 'Nothing is known about this domain, so neither are its siblings.',
    columns: [
      indicatorColumn<Sibling>('sibling', 'Name', { size: 320 }),
      flagColumn<Sibling>('is_elsewhere', 'Other domain', {
        size: 120,
        meta: { description: 'The name is not below the registrable domain of the subject' },
      }),
    ],
    rowKey: ({ sibling }) => sibling,
    expectedRows: 6,
    footer: 'Names on the same certificates, so probably under the same control.',
    urlPrefix: 'sib.',
    exports: { view: 'siblings', subject: ({ value }) => value, facts: ({ sibling }) => seenFacts(sibling) },
  },
);
