import type { ListedAddress } from '#contract/generated/types.gen.ts';
import { formatNumber } from '#model/format.ts';
import { seenFacts } from '#web/exports/row-facts.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import {
  indicatorColumn,
  tagColumn,
  textColumn,
  timeColumn,
  verdictColumns,
} from '#web/kit/records/record-columns.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';

/** The listed addresses of an AS with the highest risk scores: Sightline's own asnListed. */
export const WorstAddresses = defineEvidence(
  asked(({ value }: Entity) => ({ operationId: 'asnListed', path: { asn: Number(value) } })),
  {
    title: 'Worst addresses',
    caption: ({ text }) => `Worst addresses of ${text}`,
    rows: ({ records }) => records,
    empty: 'It announces no address that is on a loaded list.',
    emptyWord: 'None listed',
    columns: [
      indicatorColumn<ListedAddress>('ip', 'Address', { size: 160 }),
      ...verdictColumns<ListedAddress>(130),
      tagColumn<ListedAddress>(210),
      textColumn<ListedAddress>('lists', 'Listed by', { size: 260 }),
      // the tags have them as well
      textColumn<ListedAddress>('categories', 'For', { meta: { isHidden: true } }),
      timeColumn<ListedAddress>('first_listed', 'Since', { size: 112 }),
      timeColumn<ListedAddress>('last_listed', 'Last listed', { size: 112 }),
      indicatorColumn<ListedAddress>('subnet', 'Prefix', { size: 180 }),
    ],
    rowKey: ({ ip = '' }) => ip,
    expectedRows: 20,
    footer: (_props, _setting, { records = [], total = 0 }) =>
      total > records.length && `The worst of ${formatNumber(total)} currently listed addresses.`,
    urlPrefix: 'w.',
    exports: {
      view: 'asn-worst-addresses',
      subject: ({ text }) => text,
      facts: ({ ip, risk_score: score, decider: reason, first_listed: first, last_listed: last }) =>
        seenFacts(ip, { first, last, score, reason }),
    },
  },
);
