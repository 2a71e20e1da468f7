import { AsnLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { KeyValueList } from '#web/kit/ui/KeyValueList.tsx';
import { densityQuestion, densityRecord, densitySummary } from './density.tsx';

/** E6, scope asn: how densely the prefixes of an AS, or of the AS that announces an IPv4 address, are used overall. */
export const AsDensity = defineCard(
  asked(({ kind, value }: Pick<Entity, 'kind' | 'value'>) =>
    densityQuestion(kind === 'asn' ? 'asn' : 'ipv4', value, 'asn'),
  ),
  {
    title: 'Density of the whole AS',
    caption: ({ value }) => `Density of ${value}`,
    read: (response) => densityRecord(response, 'No name points to any address of this AS.'),
    show: (record) => (
      <KeyValueList
        items={[
          { key: 'asn', label: 'Autonomous system', value: <AsnLink asn={record.asn} /> },
          ...densitySummary(record),
        ]}
      />
    ),
    expectedRows: 5,
    footer: 'Counts all names ever seen, on the prefixes of today.',
  },
);
