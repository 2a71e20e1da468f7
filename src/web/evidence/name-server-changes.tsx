import { useMemo } from 'react';
import type { NsChange } from '#contract/generated/types.gen.ts';
import { nameServerOf } from '#model/indicator-of.ts';
import { LaneDiagram } from '#web/charts/LaneDiagram.tsx';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import { countColumn, flagColumn, indicatorColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import { useNow } from '#web/kit/time/use-now.ts';
import { changeLanes, changeMarks, nsChangesUnknown } from './change-words.ts';
import { type Domain, titleOfRegistered } from './domain-record.ts';

/** C7: every change of the name servers, as lanes over time and as rows. */
export const NameServerChanges = defineEvidence(
  asked(({ value }: Domain) => ({ operationId: 'domainNsChanges', path: { domain: value } })),
  {
    title: (domain) => titleOfRegistered('Name-server changes', domain),
    caption: ({ value }) => `Name-server changes of ${value}`,
    rows: ({ nschanges }) => (nschanges?.results_summary?.not_observed ? undefined : nschanges?.nschanges),
    // "seen but never changed" is an answer, unlike "never seen"
    empty: 'No name-server changes were seen.',
    emptyWord: 'No change',
    unknown: nsChangesUnknown,
    Chart: ({ rows, subject: { value, record } }) => (
      <ChangeLanes domain={record?.domaininfo?.domain ?? value} changes={rows} />
    ),
    columns: [
      timeColumn<NsChange>('date', 'Day', { size: 112 }),
      countColumn<NsChange>('days_ago', 'Days ago', { size: 84, meta: { isHidden: true } }),
      indicatorColumn<NsChange>('from_nameservers', 'From', { size: 244, meta: { indicatorOf: nameServerOf } }),
      indicatorColumn<NsChange>('to_nameservers', 'To', { size: 244, meta: { indicatorOf: nameServerOf } }),
      textColumn<NsChange>('marks', 'Marks', { size: 260, accessorFn: changeMarks }),
      countColumn<NsChange>('from_ns_srv_domain_density', 'Domains before', {
        size: 128,
        accessorFn: ({ from_ns_srv_domain_density }) => busiest(from_ns_srv_domain_density),
        meta: {
          isHidden: true,
          description: 'Domains on the busiest of the old name servers',
          exportValue: ({ from_ns_srv_domain_density }) => from_ns_srv_domain_density,
        },
      }),
      countColumn<NsChange>('to_ns_srv_domain_density', 'Domains after', {
        size: 128,
        accessorFn: ({ to_ns_srv_domain_density }) => busiest(to_ns_srv_domain_density),
        meta: {
          isHidden: true,
          description: 'Domains on the busiest of the new name servers',
          exportValue: ({ to_ns_srv_domain_density }) => to_ns_srv_domain_density,
        },
      }),
      ...(
        [
          ['circular_change_to', 'Circular'],
          ['from_expire', 'From expiry'],
          ['to_expire', 'To expiry'],
          ['from_parked', 'From parking'],
          ['to_parked', 'To parking'],
          ['from_sinkhole', 'From sinkhole'],
          ['to_sinkhole', 'To sinkhole'],
          ['from_ns_in_domain', 'From own servers'],
          ['to_ns_in_domain', 'To own servers'],
          ['from_ns_srv_domain_density_low', 'From rarely used NS'],
          ['to_ns_srv_domain_density_low', 'To rarely used NS'],
        ] as const
      ).map(([field, header]) => flagColumn<NsChange>(field, header, { size: 130, meta: { isHidden: true } })),
    ],
    rowKey: ({ date, to_nameservers: servers = [] }, index) => `${date} ${servers.join(' ')} ${index}`,
    expectedRows: 18,
    urlPrefix: 'ns.',
    exports: { view: 'ns-changes', subject: ({ value }) => value },
  },
);

function ChangeLanes({ domain, changes }: { domain: string; changes: readonly NsChange[] }) {
  const now = useNow();
  const lanes = useMemo(() => changeLanes(changes), [changes]);
  return <LaneDiagram label={`Name servers of ${domain}`} changes={lanes} now={now} />;
}

function busiest(density: Readonly<Record<string, number>> | undefined): number | undefined {
  const counts = Object.values(density ?? {});
  return counts.length === 0 ? undefined : Math.max(...counts);
}
