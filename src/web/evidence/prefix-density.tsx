import { AsnLink, IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { KeyValueList } from '#web/kit/ui/KeyValueList.tsx';
import { addressOf, densityQuestion, densityRecord, densitySummary } from './density.tsx';

/** E6, scope subnet: how densely the announced prefix that contains an address is used. */
export const PrefixDensity = defineCard(
  asked(({ value }: Pick<Entity, 'value'>) => densityQuestion('ipv4', addressOf(value), 'subnet')),
  {
    title: 'Density of the announced prefix',
    caption: ({ value }) => `Density of ${addressOf(value)}`,
    read: (response) => densityRecord(response, 'No AS announces a prefix that contains this address.'),
    show: (record) => (
      <KeyValueList
        items={[
          {
            key: 'subnet',
            label: 'Prefix',
            value: record.subnet ? <IndicatorLink kind="subnet" value={record.subnet} /> : null,
          },
          { key: 'asn', label: 'Announced by', value: <AsnLink asn={record.asn} /> },
          ...densitySummary(record),
        ]}
      />
    ),
    expectedRows: 6,
    footer: 'Counts every name ever seen in today’s prefix.',
  },
);
