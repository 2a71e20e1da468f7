import { parseAsInteger, useQueryStates } from 'nuqs';
import type { WhoisRecord } from '#contract/generated/types.gen.ts';
import { dayIntToIsoDate, isoDateToDayInt } from '#model/dates.ts';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { SelectField } from '#web/kit/ui/Field.tsx';
import { useAsOf } from '#web/url/as-of.ts';
import { changedLabels } from './whois-diff.ts';
import { whoisQuestion, whoisState } from './whois-record.ts';
import { WhoisComparison } from './WhoisComparison.tsx';

/** C10: the whois records by day, newest first, and the changes between two of them. */
export const WhoisHistory = defineCard(
  asked(({ value }: Entity) => whoisQuestion(value)),
  {
    title: 'Whois history',
    caption: ({ value }) => `Whois of ${value}`,
    read: whoisState,
    show: (records) => <History records={records} />,
    expectedRows: 16,
    footer: 'Whois data is entered by the registrant and shown as text, with hidden characters made visible.',
  },
);

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

/** The record in force on the “as of” day: the newest without such a day, the oldest for a day before all records. */
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
