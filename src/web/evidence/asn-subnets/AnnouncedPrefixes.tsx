import type {
  AsnSubnetRecord,
  AsnSubnetsBulkAnswer,
  AsnSubnetsHistoryBulkAnswer,
} from '#contract/generated/types.gen.ts';
import { formatAsn } from '#model/asn.ts';
import { addressCount, parseCidr } from '#model/cidr.ts';
import { dateToDayInt, epochSecondsToDate, isoDateToDayInt } from '#model/dates.ts';
import { formatCount, formatNumber } from '#model/format.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { countColumn, indicatorColumn, textColumn } from '#web/kit/records/record-columns.tsx';
import { RecordTable } from '#web/kit/records/RecordTable.tsx';
import { useNow } from '#web/kit/time/use-now.ts';
import { announcedFacts, seenFacts } from '#web/exports/row-facts.ts';
import { useAsOf } from '#web/url/as-of.ts';

const columns = [
  indicatorColumn<AnnouncedPrefix>('subnet', 'Prefix', { size: 220 }),
  countColumn<AnnouncedPrefix>('size', 'Addresses', { size: 120 }),
];
const columnsWithChange = [
  ...columns,
  textColumn<AnnouncedPrefix>('change', 'Announced', {
    size: 120,
    meta: { description: 'On the day of “as of”, today, or both' },
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
    <Panel title={title} answer={answer} read={read} skeleton={skeleton} footer="Uses the “as of” day from the header.">
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
  if (rows.length === 0) return { is: 'empty', message: 'This AS announces no prefixes.' };
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

/** A prefix that an AS announces, or did on the day that the session looks at. */
interface AnnouncedPrefix {
  readonly subnet: string;
  /** Addresses in it; null beyond what a number can hold exactly. */
  readonly size: number | null;
  /** Against today; '' when today is all there is. */
  readonly change: '' | 'both days' | 'only then' | 'only now';
}

/** The prefixes of a record. A11, A12: an AS that the collection does not know has an error in their place. */
export function prefixesOf(record: AsnSubnetRecord | undefined): readonly string[] | undefined {
  return record?.error === undefined ? record?.subnets : undefined;
}

export function announcedNow(now: readonly string[]): readonly AnnouncedPrefix[] {
  return now.map((subnet) => ({ subnet, size: sizeOf(subnet), change: '' }));
}

/** What was announced then and what is now, together. */
export function announcedThen(then: readonly string[], now: readonly string[]): readonly AnnouncedPrefix[] {
  const [before, after] = [new Set(then), new Set(now)];
  return [...new Set([...then, ...now])].map((subnet) => ({
    subnet,
    size: sizeOf(subnet),
    change: !after.has(subnet) ? 'only then' : before.has(subnet) ? 'both days' : 'only now',
  }));
}

function sizeOf(subnet: string): number | null {
  const cidr = parseCidr(subnet);
  const count = cidr && Number(addressCount(cidr));
  return count !== null && Number.isSafeInteger(count) ? count : null;
}

/** "3 prefixes then, 4 now: 1 came, 0 went." */
export function changeSentence(rows: readonly AnnouncedPrefix[]): string {
  const count = (change: AnnouncedPrefix['change']) => rows.filter((row) => row.change === change).length;
  const [both, gone, come] = [count('both days'), count('only then'), count('only now')];
  if (gone + come === 0) return `The same ${formatCount(both, 'prefix', 'prefixes')} then and now.`;
  return `${formatCount(both + gone, 'prefix', 'prefixes')} then, ${formatNumber(both + come)} now: ${formatNumber(come)} came, ${formatNumber(gone)} went.`;
}
