import type { WhoisRecord } from '#contract/generated/types.gen.ts';
import { nameServerOf } from '#model/indicator-of.ts';
import { Panel } from '#web/components/evidence/Panel.tsx';
import { indicatorColumn, textColumn, timeColumn } from '#web/components/records/record-columns.tsx';
import { RecordTable } from '#web/components/records/RecordTable.tsx';
import { useWhois, whoisState, whoisValues } from './whois-record.ts';

const columns = [
  timeColumn<WhoisRecord>('date', 'Recorded', { width: 112 }),
  textColumn<WhoisRecord>('registrar', 'Registrar'),
  textColumn<WhoisRecord>('name', 'Name'),
  textColumn<WhoisRecord>('org', 'Organization'),
  textColumn<WhoisRecord>('emails', 'Emails', { width: 240 }),
  indicatorColumn<WhoisRecord>('nameservers', 'Name servers', {
    width: 320,
    indicator: nameServerOf,
  }),
  timeColumn<WhoisRecord>('created', 'Created'),
  timeColumn<WhoisRecord>('updated', 'Updated'),
  timeColumn<WhoisRecord>('expires', 'Expires'),
  textColumn<WhoisRecord>('address', 'Address', { value: (record) => whoisValues(record, 'address') }),
  textColumn<WhoisRecord>('city', 'City', { width: 120 }),
  textColumn<WhoisRecord>('country', 'Country', { width: 88 }),
  textColumn<WhoisRecord>('zipcode', 'Postal code', { hidden: true }),
  textColumn<WhoisRecord>('state', 'State', { hidden: true }),
  textColumn<WhoisRecord>('whois_server', 'Whois server', { hidden: true }),
  textColumn<WhoisRecord>('sources', 'Source', {
    width: 110,
    description: 'Where the record comes from: live look-ups, the sample collection',
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
