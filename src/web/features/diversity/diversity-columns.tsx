import {
  countColumn,
  IndicatorCell,
  indicatorColumn,
  textColumn,
  timeColumn,
} from '#web/components/records/record-columns.tsx';
import type { DiversityRow } from './diversity-rows.ts';
import type { FoundHost } from './found-hosts.ts';

/** The rows of the timeline as a table. */
export const diversityColumns = [
  indicatorColumn<DiversityRow>('ip', 'Address', { width: 136 }),
  indicatorColumn<DiversityRow>('asn', 'AS', {
    width: 96,
    value: ({ asn }) => (asn === 0 ? undefined : asn),
    cell: (cell) => <IndicatorCell cell={cell} indicator={(value) => ({ kind: 'asn', value })} />,
  }),
  textColumn<DiversityRow>('asname', 'AS name', { width: 160 }),
  timeColumn<DiversityRow>('first_seen', 'First seen'),
  timeColumn<DiversityRow>('last_seen', 'Last seen'),
  indicatorColumn<DiversityRow>('host', 'Host', { width: 220, hidden: true }),
];

/** What E8 finds. */
export const foundHostColumns = [
  indicatorColumn<FoundHost>('host', 'Host', { width: 320 }),
  countColumn<FoundHost>('asn_diversity', 'ASNs', { description: 'Different autonomous systems' }),
  countColumn<FoundHost>('ip_diversity_all', 'Addresses', { description: 'Different addresses' }),
  countColumn<FoundHost>('ip_diversity_groups', 'Networks', { description: 'Different /24 networks' }),
];
