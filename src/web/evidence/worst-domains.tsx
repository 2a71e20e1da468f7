import type { ServerDomain } from '#contract/generated/types.gen.ts';
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
import { TabLink } from '#web/kit/subject/TabLink.tsx';

/** The domains on a name server with the highest risk scores: Sightline's own serverDomains. */
export const WorstDomains = defineEvidence(
  asked(({ value }: Entity) => ({ operationId: 'serverDomains', path: { nameserver: value } })),
  {
    title: 'Worst hosted domains',
    caption: ({ value }) => `Worst domains on ${value}`,
    rows: ({ records }) => records,
    total: ({ total }) => total,
    empty: 'No domain was seen on this name server.',
    columns: [
      indicatorColumn<ServerDomain>('domain', 'Domain', {
        size: 204,
        meta: { indicatorOf: (value) => ({ kind: 'domain', value }) },
      }),
      ...verdictColumns<ServerDomain>(118),
      tagColumn<ServerDomain>(120),
      textColumn<ServerDomain>('lists', 'Listed by', { size: 170 }),
      textColumn<ServerDomain>('registrar', 'Registrar', { size: 160 }),
      timeColumn<ServerDomain>('first_seen', 'Here since', { size: 100 }),
      timeColumn<ServerDomain>('last_seen', 'Last seen', { size: 104, meta: { isHidden: true } }),
    ],
    rowKey: ({ domain = '' }) => domain,
    expectedRows: 19, // with the bar above the table
    footer: (_server, _setting, { total = 0, scored = 0 }) => (
      <>
        {total > scored && `The worst of ${formatNumber(scored)}: the listed ones, then those seen last. `}
        <TabLink tab="domains">All hosted domains</TabLink>
      </>
    ),
    urlPrefix: 'w.',
    exports: {
      view: 'ns-worst-domains',
      subject: ({ value }) => value,
      facts: ({ domain, first_seen: first, last_seen: last, risk_score: score, decider: reason }) =>
        seenFacts(domain, { first, last, score, reason }),
    },
  },
);
