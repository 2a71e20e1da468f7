import type { PadnsAnswer } from '#contract/generated/types.gen.ts';
import { withDay, withQuery } from '#web/api/query.ts';
import type { KeptJob } from '#web/kit/jobs/use-kept-job.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { type PanelChoice, valueFor, type PerSubject } from '#web/kit/panel/panel-description.tsx';
import { paged, type PanelSetting } from '#web/kit/panel/panel-source.tsx';
import type { Facet } from '#web/kit/records/RowFacets.tsx';
import { columnsOf, type PadnsQuestion, sideOf, verdictId } from './padns-columns.tsx';
import { padnsItems, padnsRow, type PadnsRow, padnsRowKey } from './padns-row.ts';
import { useScoredExport, useScoredRows } from './use-scored-rows.ts';

interface PadnsDescription<P> {
  readonly title: PerSubject<P, string>;
  /** The query; further pages and the “as of” day are added. */
  readonly question: (props: P, setting: PanelSetting) => PadnsQuestion;
  readonly choice?: PanelChoice;
  /** The sentence shown when there are no records. */
  readonly empty: PerSubject<P, string>;
  readonly expectedRows?: number;
  readonly urlPrefix: string;
  readonly jobOf?: (props: P) => KeptJob | undefined;
  /** With facets beside the records where there is room for them. */
  readonly isExplorer?: boolean;
}

/** A panel of passive DNS records (E1 to E4), as a table or over time. */
export function definePadns<P extends object>(description: PadnsDescription<P>) {
  const { question, empty, jobOf = () => undefined, isExplorer = false, ...frame } = description;
  const operationOf = (props: P) => question(props, today).operationId;
  const dayOf = ({ query }: PadnsQuestion, { asOf }: PanelSetting) => (query?.as_of === undefined ? asOf : null);
  return defineEvidence(
    paged<P, PadnsQuestion['operationId']>(
      (props, setting) => {
        const asked = question(props, setting);
        // a look-up with its own day keeps that day; with_metadata gives the minimum number of records
        return withDay(withQuery(asked, { with_metadata: 1, ...asked.query }), dayOf(asked, setting));
      },
      { jobOf },
    ),
    {
      expectedRows: 12,
      ...frame,
      rows: ({ records }: PadnsAnswer) => records?.map(padnsRow),
      useRows: useScoredRows,
      empty: (props, setting) => {
        const asked = question(props, setting);
        const message = valueFor(empty, props, setting);
        const day = dayOf(asked, setting);
        if (day !== null) return `On ${day}: ${message.replace(/^No /, 'no ')}`;
        const since = asked.query?.last_seen_after;
        const isRecent = typeof since === 'string' && since.startsWith('-');
        return isRecent ? `${message} Limited to records seen in the last ${since.slice(1)}.` : message;
      },
      columns: (props) => {
        const { operationId, path } = question(props, today);
        return columnsOf(operationId, path.qtype);
      },
      rowKey: padnsRowKey,
      views: (props) => ({ timeline, ...(isExplorer && { facets: facetsOf[operationOf(props)] }) }),
      footer: (props, setting) => {
        const day = dayOf(question(props, setting), setting);
        return day !== null && <>As of {day}: first seen on or before that day and last seen on or after it.</>;
      },
      exports: {
        view: (props) => exportViews[operationOf(props)],
        subject: (props) => {
          const { path, query } = question(props, today);
          return query?.regex ?? [path.qname, query?.netmask].filter(Boolean).join('/');
        },
        useMore: useScoredExport,
      },
    },
  );
}

const today: PanelSetting = { asOf: null, choice: '' };

const timeline = {
  itemsOf: padnsItems,
  words: { item: ['record', 'records'], group: ['type', 'types'], between: 'of' },
} as const;

const exportViews = {
  padnsForward: 'padns-forward',
  padnsReverse: 'padns-reverse',
  padnsBoth: 'padns-both',
  padnsUnsanctioned: 'padns-unsanctioned',
} as const;

const facets: readonly Facet<PadnsRow>[] = [
  { id: 'type', label: 'Type' },
  { id: 'asn', label: 'AS', nameOf: (value, { ofAnswer }) => `AS${value} ${ofAnswer?.origin?.asname ?? ''}` },
  { id: 'country', label: 'Country' },
];
const facetsFor = (operationId: PadnsQuestion['operationId']): readonly Facet<PadnsRow>[] => [
  {
    id: verdictId(sideOf(operationId)),
    label: sideOf(operationId) === 'name' ? 'Band of the name' : 'Band of the answer',
  },
  ...facets,
];
const facetsOf = {
  padnsForward: facetsFor('padnsForward'),
  padnsReverse: facetsFor('padnsReverse'),
  padnsBoth: facetsFor('padnsBoth'),
  padnsUnsanctioned: facetsFor('padnsUnsanctioned'),
} as const;

interface PadnsSearchProps {
  readonly title: string;
  readonly question: PadnsQuestion;
  readonly job: KeptJob | undefined;
  /** The sentence shown when there are no records. */
  readonly emptyMessage?: string | undefined;
}

const nothingMatches = 'No matching records. Names that the sensors never saw are not included.';

/** E1 to E4 with every parameter. */
export const PadnsSearch = definePadns<PadnsSearchProps>({
  title: ({ title }) => title,
  question: ({ question }) => question,
  empty: ({ emptyMessage = nothingMatches }) => emptyMessage,
  jobOf: ({ job }) => job,
  urlPrefix: 't.',
  isExplorer: true,
});
