import type { DomainCousin } from '#contract/generated/types.gen.ts';
import { toUnicodeName } from '#model/domain-name.ts';
import { mixedScripts } from '#model/mixed-scripts.ts';
import { seenFacts } from '#web/exports/row-facts.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import { countColumn, indicatorColumn, textColumn } from '#web/kit/records/record-columns.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { textOf } from '#web/table/cell-text.ts';
import { cousinsQuestion } from './relative-names.ts';

// C14
const kindWords: Readonly<Record<string, string>> = {
  tld: 'the same name in another zone',
  homoglyph: 'letters that look alike',
  hyphen: 'hyphens added, removed or moved',
  keyword: 'the name with other words',
  typo: 'a letter or two off',
  subdomain: 'inside another domain',
};

/** C14: domains whose names look like this one. Hovering over a name, or opening it, shows where it leads. */
export const Cousins = defineEvidence(
  asked(({ value }: Pick<Entity, 'value'>) => cousinsQuestion(value)),
  {
    title: 'Cousins',
    caption: ({ value }) => `Cousins of ${value}`,
    rows: ({ domain_cousins: found }) => found?.cousins,
    total: ({ domain_cousins: found }) => found?.results,
    empty: 'No similar name in the collection. Others may exist.',
    unknown: 'No similar name in the collection. Others may exist.',
    columns: [
      indicatorColumn<DomainCousin>('domain', 'Domain', { size: 280 }),
      textColumn<DomainCousin>('unicode', 'Reads as', {
        size: 280,
        accessorFn: ({ domain = '' }) => (toUnicodeName(domain) === domain ? '' : toUnicodeName(domain)),
        cell: (cell) => <ReadsAs name={textOf(cell)} />,
        meta: { description: 'The name as browsers may show it, and the scripts it mixes' },
      }),
      textColumn<DomainCousin>('kind', 'Kind', {
        size: 270,
        cell: (cell) => (
          <>
            <VisibleText text={textOf(cell)} /> <span className="text-muted">{kindWords[textOf(cell)]}</span>
          </>
        ),
      }),
      countColumn<DomainCousin>('similarity', 'Similarity', {
        size: 104,
        meta: { description: 'How alike, 0 to 100' },
      }),
    ],
    rowKey: ({ domain, kind }) => `${domain} ${kind}`,
    expectedRows: 10,
    urlPrefix: 'cou.',
    exports: { view: 'cousins', subject: ({ value }) => value, facts: ({ domain }) => seenFacts(domain) },
  },
);

function ReadsAs({ name }: { name: string }) {
  if (name === '') return <span className="text-faint">the same</span>;
  const scripts = mixedScripts(name);
  return (
    <span className="inline-flex items-center gap-2">
      <VisibleText text={name} />
      {scripts && <Badge tone="warning">mixes {scripts.join(' and ')}</Badge>}
    </span>
  );
}
