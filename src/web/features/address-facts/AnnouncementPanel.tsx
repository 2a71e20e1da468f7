import { formatAsn } from '#model/asn.ts';
import { dayIntToIsoDate } from '#model/dates.ts';
import { showAge } from '#model/shown-time.ts';
import type { ApiCall } from '#web/api/api-request.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { IndicatorLink } from '#web/components/IndicatorLink.tsx';
import { Panel } from '#web/components/Panel.tsx';
import { KeyValueList, type KeyValue } from '#web/ui/KeyValueList.tsx';
import { addressState, type AddressRecord } from './address-record.ts';

interface AnnouncementPanelProps {
  readonly call: ApiCall;
  readonly answer: Answer<Parameters<typeof addressState>[0]>;
}

/** Who announces the address, since when, and where it is registered. */
export function AnnouncementPanel({ call, answer }: AnnouncementPanelProps) {
  return (
    <Panel
      title="Network and country"
      call={call}
      answer={answer}
      read={addressState}
      skeleton={{ shape: 'rows', count: 7 }}
    >
      {(record) => <KeyValueList items={announcement(record)} />}
    </Panel>
  );
}

function announcement(record: AddressRecord): KeyValue[] {
  const { asn, asname, subnet, ip_location: location, date } = record;
  return [
    {
      key: 'asn',
      label: 'Autonomous system',
      value: asn ? <IndicatorLink kind="asn" value={formatAsn(asn)} /> : 'announced by nobody',
    },
    { key: 'asname', label: 'AS name', value: asname || null },
    {
      key: 'asn_allocation',
      label: 'AS allocated',
      value: allocation(record.asn_allocation_date, record.asn_allocation_age),
    },
    { key: 'subnet', label: 'Prefix', value: subnet ? <IndicatorLink kind="subnet" value={subnet} /> : null },
    {
      key: 'subnet_allocation',
      label: 'Prefix allocated',
      value: allocation(record.subnet_allocation_date, record.subnet_allocation_age),
    },
    {
      key: 'ip_location',
      label: 'Country',
      value: location?.country_name
        ? `${location.country_name} (${location.country_code ?? '??'}), ${location.continent_name ?? 'unknown continent'}${location.country_is_in_european_union ? ', in the EU' : ''}`
        : null,
    },
    { key: 'date', label: 'Assignment data of', value: date === undefined ? null : dayIntToIsoDate(date) },
  ];
}

/** Allocation data can hold the word UNKNOWN, which stays visible: it is an answer. */
function allocation(date: number | string | undefined, age: number | string | undefined): string | null {
  if (typeof date === 'number' && date > 0)
    return `${dayIntToIsoDate(date) ?? date}${typeof age === 'number' ? `, ${showAge(age)} ago` : ''}`;
  return date === undefined ? null : 'unknown to the collection';
}
