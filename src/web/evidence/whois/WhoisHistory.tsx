import { parseAsInteger, useQueryStates } from 'nuqs';
import type { WhoisRecord } from '#contract/generated/types.gen.ts';
import type { ConnectionAttribute } from '#model/connection.ts';
import { dayIntToIsoDate, isoDateToDayInt } from '#model/dates.ts';
import { nameServerOf } from '#model/indicator-of.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { ConnectionLink } from '#web/kit/indicator/ConnectionLink.tsx';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { indicatorColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import { RecordTable } from '#web/kit/records/RecordTable.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import type { CellContext } from '#web/table/column-def.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { SelectField } from '#web/kit/ui/SelectField.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { useAsOf } from '#web/url/as-of.ts';
import { useWhois, WHOIS_FIELDS, type WhoisField, whoisState, whoisValues } from './whois-record.ts';

/** C10: what the registry said on each day it was asked, newest first, and what changed between two of them. */
export function WhoisHistory({ domain }: { readonly domain: string }) {
  const answer = useWhois(domain);
  return (
    <Panel
      title="Whois history"
      answer={answer}
      read={whoisState}
      skeleton={{ shape: 'rows', count: 16 }}
      footer="Whois data is entered by the registrant and shown as text, with hidden characters made visible."
    >
      {(records) => <History records={records} />}
    </Panel>
  );
}

const parsers = { whois: parseAsInteger, 'whois.with': parseAsInteger };
const nothing = '0';

function History({ records }: { records: readonly WhoisRecord[] }) {
  const [asOf] = useAsOf();
  const [{ whois: wanted, 'whois.with': other }, setDays] = useQueryStates(parsers);
  const shown = recordOf(records, wanted) ?? recordOnDay(records, asOf);
  if (!shown) return null;
  const before = records[records.indexOf(shown) + 1];
  const compared = other === 0 ? undefined : (recordOf(records, other) ?? before);
  return (
    <div className="grid gap-x-6 gap-y-3 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <ol aria-label="Stored records" className="flex flex-col">
        {records.map((record, index) => (
          <li key={index}>
            <button
              type="button"
              aria-current={record === shown}
              onClick={() => void setDays({ whois: record.date ?? null, 'whois.with': null })}
              className="min-h-row w-full rounded-sm px-2 py-1 text-left hover:bg-hover aria-[current=true]:bg-selected"
            >
              <span className="tabular-nums">{dayText(record.date)}</span>
              <span className="block text-sm text-muted">
                {[changeText(record, records[index + 1]), ...(record.sources ?? [])].join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <div className="min-w-0">
        <SelectField
          label="Compared with"
          value={compared?.date === undefined ? nothing : String(compared.date)}
          choices={[
            { value: nothing, label: 'nothing' },
            ...records
              .filter((record) => record !== shown)
              .map(({ date }) => ({ value: String(date), label: `the record of ${dayText(date)}` })),
          ]}
          onChange={(day) => void setDays({ whois: shown.date ?? null, 'whois.with': Number(day) })}
          className="mb-2 max-w-72"
        />
        <WhoisComparison record={shown} earlier={compared} />
      </div>
    </div>
  );
}

function recordOf(records: readonly WhoisRecord[], day: number | null): WhoisRecord | undefined {
  return day === null ? undefined : records.find(({ date }) => date === day);
}

/** The record in force on the day the session looks at; the newest for the present, the oldest for a day before all. */
function recordOnDay(records: readonly WhoisRecord[], asOf: string | null): WhoisRecord | undefined {
  const day = asOf === null ? null : isoDateToDayInt(asOf);
  if (day === null) return records[0];
  return records.find(({ date = 0 }) => date <= day) ?? records.at(-1);
}

function dayText(day: number | undefined): string {
  return (day !== undefined && dayIntToIsoDate(day)) || 'no date';
}

function changeText(record: WhoisRecord, before: WhoisRecord | undefined): string {
  if (!before) return 'first record';
  const labels = changedLabels(record, before);
  return labels.length === 0 ? 'nothing changed' : `changed: ${labels.join(', ').toLowerCase()}`;
}

/** Each value of a cell opens the domains that have it. */
function linked(attribute: ConnectionAttribute) {
  return ({ getValue }: CellContext<WhoisRecord>) =>
    [getValue() ?? []]
      .flat()
      .filter((each) => each !== '')
      .map((each, index) => (
        <span key={index}>
          {index > 0 && ', '}
          <ConnectionLink attribute={attribute} value={String(each)} />
        </span>
      ));
}

const columns = [
  timeColumn<WhoisRecord>('date', 'Recorded', { size: 112 }),
  textColumn<WhoisRecord>('registrar', 'Registrar', { cell: linked('registrar') }),
  textColumn<WhoisRecord>('name', 'Name', { cell: linked('registrant-name') }),
  textColumn<WhoisRecord>('org', 'Organization', { cell: linked('registrant-org') }),
  textColumn<WhoisRecord>('emails', 'Emails', { size: 240, cell: linked('registrant-email') }),
  indicatorColumn<WhoisRecord>('nameservers', 'Name servers', { size: 320, meta: { indicatorOf: nameServerOf } }),
  timeColumn<WhoisRecord>('created', 'Created'),
  timeColumn<WhoisRecord>('updated', 'Updated'),
  timeColumn<WhoisRecord>('expires', 'Expires'),
  textColumn<WhoisRecord>('address', 'Address', { accessorFn: (record) => whoisValues(record, 'address') }),
  textColumn<WhoisRecord>('city', 'City', { size: 120 }),
  textColumn<WhoisRecord>('country', 'Country', { size: 88 }),
  textColumn<WhoisRecord>('zipcode', 'Postal code', { meta: { isHidden: true } }),
  textColumn<WhoisRecord>('state', 'State', { meta: { isHidden: true } }),
  textColumn<WhoisRecord>('whois_server', 'Whois server', { meta: { isHidden: true } }),
  textColumn<WhoisRecord>('sources', 'Source', {
    size: 110,
    meta: { description: 'Where the record comes from: live look-ups, the sample collection' },
  }),
];

const rowKey = ({ date }: WhoisRecord, index: number) => `${date} ${index}`;

/** C10: the same records as rows, to filter, pivot and export. */
export function WhoisRecords({ domain }: { readonly domain: string }) {
  const answer = useWhois(domain);
  return (
    <Panel title="Stored whois records" answer={answer} read={whoisState} skeleton={{ shape: 'rows', count: 6 }}>
      {(records) => (
        <RecordTable
          caption={`Whois records of ${domain}`}
          rows={records}
          columns={columns}
          rowKey={rowKey}
          urlPrefix="w."
          exportTarget={{ view: 'whois', subject: domain }}
        />
      )}
    </Panel>
  );
}

/** A field of a record beside that of an earlier one. */
export interface FieldDiff extends WhoisField {
  readonly values: readonly string[];
  /** The values then; the same as now unless `isChanged`. */
  readonly earlier: readonly string[];
  readonly isChanged: boolean;
}

/** Every field of a record, compared with an earlier one; without one nothing counts as changed. */
export function whoisDiff(record: WhoisRecord, earlier: WhoisRecord | undefined): readonly FieldDiff[] {
  return WHOIS_FIELDS.map((each) => {
    const values = whoisValues(record, each.field);
    const before = earlier ? whoisValues(earlier, each.field) : values;
    return { ...each, values, earlier: before, isChanged: !isSameSet(values, before) };
  });
}

/** The labels of what changed, apart from `updated`, which changes with everything. */
export function changedLabels(record: WhoisRecord, earlier: WhoisRecord): readonly string[] {
  return whoisDiff(record, earlier)
    .filter(({ isChanged, field }) => isChanged && field !== 'updated')
    .map(({ label }) => label);
}

/** Registries send name servers and addresses in any order. */
function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && [...a].sort().join('\n') === [...b].sort().join('\n');
}

interface WhoisComparisonProps {
  readonly record: WhoisRecord;
  readonly earlier: WhoisRecord | undefined;
  /** What the record is called; its day unless given. */
  readonly recordTitle?: string;
}

const phoneRow = 'max-sm:grid max-sm:h-auto max-sm:min-h-row max-sm:grid-cols-[8rem_minmax(0,1fr)] max-sm:items-start';

/** A whois record field by field, beside another where one is chosen: below it on a phone. Changed fields are marked by a word and a line. */
export function WhoisComparison({ record, earlier, recordTitle }: WhoisComparisonProps) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full table-fixed max-sm:block sm:min-w-136">
        <thead className="max-sm:block">
          <tr className={classNames('h-row text-left text-sm text-muted', phoneRow)}>
            <th className="w-44 font-normal">Field</th>
            <th className="font-normal">{recordTitle ?? dayIntToIsoDate(record.date ?? 0) ?? 'Record'}</th>
            {earlier && (
              <th className="pl-3 font-normal max-sm:hidden">{dayIntToIsoDate(earlier.date ?? 0) ?? 'Compared'}</th>
            )}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {whoisDiff(record, earlier).map((diff) => (
            <tr
              key={diff.field}
              data-changed={diff.isChanged || undefined}
              className={classNames('h-row border-t border-border align-top data-changed:bg-hover', phoneRow)}
            >
              <th scope="row" className="row-span-2 py-1 pr-2 text-left font-normal text-muted">
                <span className="flex flex-wrap items-baseline justify-between gap-x-2">
                  {diff.label}
                  {diff.isChanged && <Badge tone="warning">changed</Badge>}
                </span>
              </th>
              <td className="py-1">
                <Values {...diff} others={diff.earlier} sign="+" />
              </td>
              {earlier && (
                <td className={classNames('col-start-2 py-1 sm:pl-3', !diff.isChanged && 'max-sm:hidden')}>
                  {diff.isChanged ? (
                    <Values {...diff} values={diff.earlier} others={diff.values} sign="−" />
                  ) : (
                    <span className="text-faint">the same</span>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ValuesProps extends Pick<FieldDiff, 'kind' | 'values' | 'attribute'> {
  readonly others: readonly string[];
  /** Stands before a value that the other record lacks. */
  readonly sign: '+' | '−';
}

function Values({ kind, attribute, values, others, sign }: ValuesProps) {
  if (values.length === 0) return <span className="text-faint">empty</span>;
  return (
    <ul>
      {values.map((value, index) => (
        <li key={index} className="flex gap-1">
          {!others.includes(value) && (
            <span className="text-warning" title={sign === '+' ? 'only in this record' : 'only in the other record'}>
              {sign}
            </span>
          )}
          <Value kind={kind} attribute={attribute} value={value} />
        </li>
      ))}
    </ul>
  );
}

function Value({ kind, attribute, value }: Pick<FieldDiff, 'kind' | 'attribute'> & { readonly value: string }) {
  if (kind === 'time') return <TimeText value={value} />;
  const server = kind === 'host' ? nameServerOf(value) : null;
  if (server) return <IndicatorLink {...server} display={value} />;
  return attribute ? <ConnectionLink attribute={attribute} value={value} /> : <VisibleText text={value} />;
}
