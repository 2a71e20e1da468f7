import { createParser, useQueryStates } from 'nuqs';
import type { BulkAddressHistoryRecord } from '#contract/generated/types.gen.ts';
import { dateToIsoDate, epochSecondsToDate, isoDateToDayInt, SECONDS_PER_DAY } from '#model/dates.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { AsnLink } from '#web/components/indicator/AsnLink.tsx';
import { IndicatorLink } from '#web/components/indicator/IndicatorLink.tsx';
import { Panel } from '#web/components/evidence/Panel.tsx';
import { useNow } from '#web/components/time/use-now.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { readAsOf, useAsOf } from '#web/url/as-of.ts';
import { changeBetween, twoDaysState } from './announcements.ts';

const dayParser = createParser({ parse: (text) => readAsOf(text), serialize: (day: string) => day });
const parsers = { 'days.from': dayParser, 'days.to': dayParser };
const defaultDistanceDays = 90;

/** A10: who announced the address on two days, in one request. */
export function CompareDays({ ip }: { readonly ip: string }) {
  const [asOf] = useAsOf();
  const [chosen, choose] = useQueryStates(parsers, { history: 'replace' });
  const now = useNow();
  const today = dateToIsoDate(epochSecondsToDate(now));
  const to = chosen['days.to'] ?? today;
  const from =
    chosen['days.from'] ?? asOf ?? dateToIsoDate(epochSecondsToDate(now - defaultDistanceDays * SECONDS_PER_DAY));
  const body = { ips: [ip], dates: [from, to].map((day) => isoDateToDayInt(day) ?? 0) };
  const question = { operationId: 'ipv4HistoryBulk', body } as const;
  const answer = useAnswer(question, { title: `Two days of ${ip}` });
  const dayField = (label: string, name: keyof typeof parsers, day: string) => (
    <TextField
      label={label}
      isLabelHidden
      type="date"
      value={day}
      max={today}
      onChange={(text) => void choose({ [name]: readAsOf(text) })}
    />
  );
  return (
    <Panel
      title="Compare two dates"
      answer={answer}
      read={twoDaysState}
      skeleton={{ shape: 'text', count: 4 }}
      actions={
        <>
          {dayField('First day', 'days.from', from)}
          {dayField('Second day', 'days.to', to)}
        </>
      }
    >
      {(records) => (
        <>
          <p className="mb-2 text-md">{changeBetween(records)}</p>
          <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
            <DayLine day={from} record={records[0]} />
            <DayLine day={to} record={records[1]} />
          </dl>
        </>
      )}
    </Panel>
  );
}

function DayLine({ day, record }: { readonly day: string; readonly record: BulkAddressHistoryRecord }) {
  return (
    <>
      <dt className="text-muted tabular-nums">{day}</dt>
      <dd className="flex flex-wrap gap-x-3">
        <AsnLink asn={record.asn} name={record.asname} />
        {record.subnet && <IndicatorLink kind="subnet" value={record.subnet} />}
      </dd>
    </>
  );
}
