import type { ListedName } from '#contract/generated/types.gen.ts';
import { formatNumber } from '#model/format.ts';
import { indicatorOf } from '#model/indicator-of.ts';
import { seenFacts } from '#web/exports/row-facts.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import { SharedHostBadge } from './listings.tsx';
import {
  flagColumn,
  indicatorColumn,
  tagColumn,
  textColumn,
  timeColumn,
  verdictColumns,
} from '#web/kit/records/record-columns.tsx';
import { textOf } from '#web/table/cell-text.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';

/** The listed names hosted in an AS with the highest risk scores: Sightline's own asnListedNames. */
export const WorstNames = defineEvidence(
  asked(({ value }: Entity) => ({ operationId: 'asnListedNames', path: { asn: Number(value) } })),
  {
    title: 'Worst hosted names',
    caption: ({ text }) => `Worst names hosted in ${text}`,
    rows: ({ records }) => records,
    empty: 'No name seen on its addresses in the last 30 days is on a loaded list.',
    emptyWord: 'None listed',
    columns: [
      indicatorColumn<ListedName>('domain', 'Name', { size: 260 }),
      ...verdictColumns<ListedName>(130),
      tagColumn<ListedName>(190),
      textColumn<ListedName>('lists', 'Listed by', {
        size: 264,
        cell: (cell) => (
          <>
            <VisibleText text={textOf(cell)} /> {cell.row.original.on_shared_host && <SharedHostBadge />}
          </>
        ),
      }),
      flagColumn<ListedName>('on_shared_host', 'URLs on a shared host', { meta: { isHidden: true } }),
      // the tags have them as well
      textColumn<ListedName>('categories', 'For', { meta: { isHidden: true } }),
      timeColumn<ListedName>('first_listed', 'Since', { size: 112 }),
      timeColumn<ListedName>('last_listed', 'Last listed', { size: 112 }),
      indicatorColumn<ListedName>('addresses', 'Hosted on', { size: 260, meta: { indicatorOf } }),
    ],
    rowKey: ({ domain = '' }) => domain,
    expectedRows: 20,
    footer: (_props, _setting, { records = [], total = 0 }) =>
      `${total > records.length ? `The worst of ${formatNumber(total)} currently listed names. ` : ''}Names that pointed to an address of the AS in the last 30 days.`,
    urlPrefix: 'n.',
    exports: {
      view: 'asn-worst-names',
      subject: ({ text }) => text,
      facts: ({ domain, risk_score: score, decider: reason, first_listed: first, last_listed: last }) =>
        seenFacts(domain, { first, last, score, reason }),
    },
  },
);
