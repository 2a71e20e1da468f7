import { parseAsNumberLiteral, useQueryState } from 'nuqs';
import { useState } from 'react';
import type { AddressHistoryRecord } from '#contract/generated/types.gen.ts';
import { withDay } from '#web/api/question.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { DiversityTimeline } from '#web/charts/DiversityTimeline.tsx';
import { Panel } from '#web/components/evidence/Panel.tsx';
import { countColumn, indicatorColumn, textColumn, timeColumn } from '#web/components/records/record-columns.tsx';
import { RecordTable } from '#web/components/records/RecordTable.tsx';
import { announcedFacts } from '#web/exports/row-facts.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { useAsOf } from '#web/url/as-of.ts';
import { daysOfSpan, historyState, timelineItems } from './announcements.ts';

const columns = [
  timeColumn<AddressHistoryRecord>('first', 'First day', { width: 120 }),
  timeColumn<AddressHistoryRecord>('last', 'Last day', { width: 120 }),
  countColumn<AddressHistoryRecord>('days', 'Days', { width: 80, value: daysOfSpan }),
  indicatorColumn<AddressHistoryRecord>('asn', 'AS', { width: 110, indicator: (value) => ({ kind: 'asn', value }) }),
  textColumn<AddressHistoryRecord>('asname', 'AS name', { width: 320 }),
  indicatorColumn<AddressHistoryRecord>('subnet', 'Prefix'),
];

const words = { item: ['announcement', 'announcements'], group: ['AS', 'ASes'] } as const;
/** The address and the prefix around it were announced alike. */
function historyFacts(ip: string, { subnet, asn, asname, first, last }: AddressHistoryRecord) {
  return [ip, subnet].flatMap((address) => announcedFacts({ address, asn, asname }, { first, last }));
}

const rowKey = ({ first, asn, subnet }: AddressHistoryRecord) => `${first} ${asn} ${subnet}`;
const windows = [30, 90, 365, 1000] as const;
const windowParser = parseAsNumberLiteral(windows).withDefault(365);

/** A13: who announced the address, in which prefix, on which days; or on the one day that the session looks at. */
export function AddressHistory({ ip }: { readonly ip: string }) {
  const [asOf] = useAsOf();
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const [window, setWindow] = useQueryState('window', windowParser);
  const query = asOf === null ? { window } : {};
  const question = withDay({ operationId: 'ipv4History', path: { ipv4: ip }, query }, asOf);
  const answer = useAnswer(question, { title: `Announcements of ${ip}` });
  return (
    <Panel
      title={asOf === null ? 'Origin AS history' : `Origin AS on ${asOf}`}
      answer={answer}
      read={historyState}
      actions={
        asOf === null && (
          <SelectField
            label="Days back"
            isLabelHidden
            value={String(window)}
            choices={windows.map((days) => ({ value: String(days), label: `${days.toLocaleString('en')} days` }))}
            onChange={(value) => void setWindow(windows.find((days) => String(days) === value) ?? null)}
          />
        )
      }
      skeleton={{ shape: 'rows', count: 12 }}
      footer={
        asOf === null
          ? 'On every day the longest prefix that held the address counts. Days without an announcement are left out.'
          : 'The day is that of “as of” in the header.'
      }
    >
      {(rows) => (
        <div className="flex flex-col gap-3">
          <DiversityTimeline
            label={`Announcements of ${ip}`}
            items={timelineItems(rows)}
            words={words}
            highlightedKey={highlighted}
            onHighlight={setHighlighted}
          />
          <RecordTable
            caption={`Announcements of ${ip}`}
            rows={rows}
            columns={columns}
            rowKey={rowKey}
            urlPrefix="h."
            highlightedKey={highlighted}
            onHighlight={setHighlighted}
            exportTarget={{ view: 'address-history', subject: ip, factsOf: (row) => historyFacts(ip, row) }}
          />
        </div>
      )}
    </Panel>
  );
}
