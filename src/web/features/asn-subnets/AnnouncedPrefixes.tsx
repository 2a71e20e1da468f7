import type { AsnSubnetsBulkAnswer, AsnSubnetsHistoryBulkAnswer } from '#contract/generated/types.gen.ts';
import { formatAsn } from '#model/asn.ts';
import { dateToDayInt, epochSecondsToDate, isoDateToDayInt } from '#model/dates.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { Panel } from '#web/components/evidence/Panel.tsx';
import type { PanelState } from '#web/components/evidence/panel-state.ts';
import { countColumn, indicatorColumn, textColumn } from '#web/components/records/record-columns.tsx';
import { RecordTable } from '#web/components/records/RecordTable.tsx';
import { useNow } from '#web/components/time/use-now.ts';
import { announcedFacts, seenFacts } from '#web/exports/row-facts.ts';
import { useAsOf } from '#web/url/as-of.ts';
import { announcedNow, announcedThen, changeSentence, prefixesOf, type AnnouncedPrefix } from './announced-prefixes.ts';

const columns = [
  indicatorColumn<AnnouncedPrefix>('subnet', 'Prefix', { width: 220 }),
  countColumn<AnnouncedPrefix>('size', 'Addresses', { width: 120 }),
];
const columnsWithChange = [
  ...columns,
  textColumn<AnnouncedPrefix>('change', 'Announced', {
    width: 120,
    description: 'On the day of “as of”, today, or both',
  }),
];

const rowKey = ({ subnet }: AnnouncedPrefix) => subnet;

/** What an AS announces: today, or on the day that the session looks at with the difference to today. */
export function AnnouncedPrefixes({ asn }: { readonly asn: number }) {
  const [asOf] = useAsOf();
  return asOf === null ? <PrefixesNow asn={asn} /> : <PrefixesThen asn={asn} day={asOf} />;
}

/** A11 */
function PrefixesNow({ asn }: { readonly asn: number }) {
  const question = { operationId: 'asnSubnetsBulk', body: { asns: [asn] } } as const;
  const answer = useAnswer(question, { title: `Prefixes of ${formatAsn(asn)}` });
  const read = ({ asn2subnet }: AsnSubnetsBulkAnswer) => {
    const prefixes = prefixesOf(asn2subnet?.[0]);
    return prefixState(prefixes && announcedNow(prefixes));
  };
  return (
    <Panel title="Announced prefixes" answer={answer} read={read} skeleton={skeleton}>
      {(rows) => <PrefixTable asn={asn} rows={rows} />}
    </Panel>
  );
}

/** A12, both days in one request. */
function PrefixesThen({ asn, day }: { readonly asn: number; readonly day: string }) {
  const body = { asns: [asn], dates: [isoDateToDayInt(day) ?? 0, dateToDayInt(epochSecondsToDate(useNow()))] };
  const question = { operationId: 'asnSubnetsHistoryBulk', body } as const;
  const title = `Announced prefixes on ${day} and now`;
  const answer = useAnswer(question, { title: `${title}: ${formatAsn(asn)}` });
  const read = ({ asn2subnet = [] }: AsnSubnetsHistoryBulkAnswer) => {
    const [then, now] = asn2subnet.map(([record]) => prefixesOf(record));
    return prefixState((then ?? now) && announcedThen(then ?? [], now ?? []));
  };
  return (
    <Panel
      title={title}
      answer={answer}
      read={read}
      skeleton={skeleton}
      footer="The day is that of “as of” in the header."
    >
      {(rows) => (
        <>
          <p className="mb-2 text-md">{changeSentence(rows)}</p>
          <PrefixTable asn={asn} rows={rows} hasChange />
        </>
      )}
    </Panel>
  );
}

const skeleton = { shape: 'rows', count: 8 } as const;

function prefixState(rows: readonly AnnouncedPrefix[] | undefined): PanelState<readonly AnnouncedPrefix[]> {
  if (!rows) return { is: 'unknown', message: 'The collection does not know this AS.' };
  if (rows.length === 0) return { is: 'empty', message: 'It announces no prefix.' };
  return { is: 'data', data: rows, count: rows.length };
}

interface PrefixTableProps {
  readonly asn: number;
  readonly rows: readonly AnnouncedPrefix[];
  readonly hasChange?: boolean;
}

function PrefixTable({ asn, rows, hasChange = false }: PrefixTableProps) {
  return (
    <RecordTable
      caption={`Prefixes of ${formatAsn(asn)}`}
      rows={rows}
      columns={hasChange ? columnsWithChange : columns}
      rowKey={rowKey}
      urlPrefix="a."
      exportTarget={{
        view: 'asn-prefixes',
        subject: formatAsn(asn),
        factsOf: ({ subnet, change }) =>
          change === 'only then' ? seenFacts(subnet) : announcedFacts({ address: subnet, asn }),
      }}
    />
  );
}
