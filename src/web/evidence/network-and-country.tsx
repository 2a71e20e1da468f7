import { showAgeAgo } from '#model/shown-time.ts';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { asked, given } from '#web/kit/panel/panel-source.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { CountryText } from '#web/kit/indicator/CountryText.tsx';
import { AsnLink, IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { DayAndAge, TimeText } from '#web/kit/time/TimeText.tsx';
import { type KeyValue, KeyValueList } from '#web/kit/ui/KeyValueList.tsx';
import { type AddressEntity, type AddressRecord, addressPanelState } from './address-record.ts';

/** The fields that A1, G2 and G3 share. */
interface AnnouncedAnswer {
  readonly ip2asn?: readonly Omit<AddressRecord, 'scan_data'>[];
}

const description = {
  title: 'Network and country',
  // the operations differ only in scans, which the panel does not show
  read: ({ ip2asn = [] }: AnnouncedAnswer) =>
    addressPanelState({ ip2asn: ip2asn.map((record) => ({ ...record, scan_data: undefined })) }),
  show: (record: AddressRecord) => <KeyValueList items={announcement(record)} />,
  expectedRows: 7,
};

/** The AS that announces the address, since when, and where the address is registered. */
export const NetworkAndCountry = defineCard(
  given(({ header }: AddressEntity) => header),
  description,
);

/** The same for the first address of an IPv4 subnet: A1. */
export const SubnetNetworkAndCountry = defineCard(
  asked(({ value }: Pick<Entity, 'value'>) => subnetInfo(value)),
  {
    ...description,
    caption: ({ value }) => `Announcement of ${value}`,
    footer: 'Of the first address of the subnet.',
    read: (answer: AnnouncedAnswer) => {
      const state = description.read(answer);
      return state.is === 'unknown' ? { ...state, message: unknownFirstAddress } : state;
    },
  },
);

const unknownFirstAddress = 'No AS announces its first address, and that address was never observed or listed.';

/** A1 for the first address of an IPv4 subnet. */
export function subnetInfo(subnet: string) {
  return { operationId: 'ipv4Info', path: { ipv4: subnet.split('/')[0] ?? '' } } as const;
}

function announcement(record: AddressRecord): KeyValue[] {
  const { asn, asname, subnet, ip_location: location, date } = record;
  return [
    { key: 'asn', label: 'Autonomous system', value: <AsnLink asn={asn} name={asname} /> },
    {
      key: 'asn_allocation',
      label: 'AS allocated',
      value: <DayAndAge day={record.asn_allocation_date} age={record.asn_allocation_age} words={showAgeAgo} />,
    },
    { key: 'subnet', label: 'Prefix', value: subnet ? <IndicatorLink kind="subnet" value={subnet} /> : null },
    ...(record.subnet_allocation_date === undefined
      ? []
      : [
          {
            key: 'subnet_allocation',
            label: 'Prefix allocated',
            value: (
              <DayAndAge day={record.subnet_allocation_date} age={record.subnet_allocation_age} words={showAgeAgo} />
            ),
          },
        ]),
    ...(location ? [{ key: 'ip_location', label: 'Registered in', value: <Location location={location} /> }] : []),
    { key: 'date', label: 'Routing data as of', value: <TimeText value={date} /> },
  ];
}

function Location({ location }: { location: NonNullable<AddressRecord['ip_location']> }) {
  return (
    <>
      <CountryText code={location.country_code} name={location.country_name} />
      <span className="text-muted">
        {location.continent_name && `, ${location.continent_name}`}
        {location.country_is_in_european_union && ', EU'}
      </span>
    </>
  );
}
