import type { LookAlike } from '#contract/generated/types.gen.ts';
import { toUnicodeName } from '#model/domain-name.ts';
import { indicatorOf } from '#model/indicator-of.ts';
import { mixedScripts } from '#model/mixed-scripts.ts';
import { ownValue } from '#model/own-value.ts';
import { seenFacts } from '#web/exports/row-facts.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import {
  countColumn,
  indicatorColumn,
  tagColumn,
  textColumn,
  timeColumn,
  verdictColumns,
} from '#web/kit/records/record-columns.tsx';
import { type Tagged, useTaggedRows } from '#web/kit/records/use-tagged-rows.ts';
import type { Entity } from '#web/kit/subject/entity.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { textOf } from '#web/table/cell-text.ts';

// C14
const kindWords: Readonly<Record<string, string>> = {
  tld: 'the same name in another zone',
  homoglyph: 'letters that look alike',
  hyphen: 'hyphens added, removed or moved',
  keyword: 'the name with other words',
  typo: 'a letter or two off',
  subdomain: 'inside another domain',
};

type Row = Tagged<LookAlike>;

const nameOf = ({ domain: value = '' }: LookAlike) => ({ kind: 'domain', value }) as const;

/** Names that look like this one, those that share something with known bad first. */
export const Cousins = defineEvidence(
  asked(({ value }: Pick<Entity, 'value'>) => ({ operationId: 'lookAlikes', path: { domain: value } })),
  {
    title: 'Cousins',
    caption: ({ value }) => `Cousins of ${value}`,
    rows: ({ records }) => records,
    useRows: (rows): readonly Row[] => useTaggedRows(rows, nameOf),
    total: ({ total }) => total,
    empty: 'No similar name in the collection. Others may exist.',
    unknown: 'No similar name in the collection. Others may exist.',
    columns: [
      indicatorColumn<Row>('domain', 'Domain', { size: 240 }),
      ...verdictColumns<Row>(130),
      tagColumn<Row>(136),
      timeColumn<Row>('created', 'Registered', { size: 112 }),
      textColumn<Row>('registrar', 'Registrar', { size: 132 }),
      indicatorColumn<Row>('addresses', 'Address', { size: 156, meta: { indicatorOf } }),
      indicatorColumn<Row>('listed_with', 'Shares with listed', {
        size: 190,
        meta: { description: 'Names on a list today that share an address or registrant with it' },
      }),
      indicatorColumn<Row>('registered_with', 'Registered the same day', {
        size: 170,
        meta: { isHidden: true, description: 'Other look-alikes that were registered on the same day' },
      }),
      textColumn<Row>('unicode', 'Reads as', {
        size: 130,
        accessorFn: ({ domain = '' }) => (toUnicodeName(domain) === domain ? '' : toUnicodeName(domain)),
        cell: (cell) => <ReadsAs name={textOf(cell)} />,
        meta: { description: 'The name as browsers may show it, and the scripts it mixes' },
      }),
      textColumn<Row>('kind', 'Kind', {
        size: 100,
        cell: (cell) => (
          <span title={ownValue(kindWords, textOf(cell))}>
            <VisibleText text={textOf(cell)} />
          </span>
        ),
        meta: {
          description: Object.entries(kindWords)
            .map(([kind, words]) => `${kind}: ${words}`)
            .join('; '),
        },
      }),
      countColumn<Row>('similarity', 'Similarity', {
        size: 104,
        meta: { isHidden: true, description: 'How alike, 0 to 100' },
      }),
    ],
    rowKey: ({ domain, kind }) => `${domain} ${kind}`,
    expectedRows: 10,
    urlPrefix: 'cou.',
    exports: {
      view: 'cousins',
      subject: ({ value }) => value,
      facts: ({ domain, risk_score: score, decider: reason }) => seenFacts(domain, { score, reason }),
    },
  },
);

function ReadsAs({ name }: { name: string }) {
  if (name === '') return <span className="text-faint">the same</span>;
  const scripts = mixedScripts(name);
  return (
    <>
      <VisibleText text={name} /> {scripts && <Badge tone="warning">mixes {scripts.join(' and ')}</Badge>}
    </>
  );
}
