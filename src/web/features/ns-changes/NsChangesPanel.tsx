import { useMemo } from 'react';
import type { NsChange } from '#contract/generated/types.gen.ts';
import { nameServerOf } from '#model/indicator-of.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { LaneDiagram } from '#web/charts/LaneDiagram.tsx';
import { Panel } from '#web/components/evidence/Panel.tsx';
import {
  countColumn,
  flagColumn,
  indicatorColumn,
  textColumn,
  timeColumn,
} from '#web/components/records/record-columns.tsx';
import { RecordTable } from '#web/components/records/RecordTable.tsx';
import { useNow } from '#web/components/time/use-now.ts';
import { changeLanes, changeMarks, nsChangesState } from './change-words.ts';

const columns = [
  timeColumn<NsChange>('date', 'Day', { width: 112 }),
  countColumn<NsChange>('days_ago', 'Days ago', { width: 84 }),
  indicatorColumn<NsChange>('from_nameservers', 'From', { width: 260, indicator: nameServerOf }),
  indicatorColumn<NsChange>('to_nameservers', 'To', { width: 260, indicator: nameServerOf }),
  textColumn<NsChange>('marks', 'Marks', { width: 260, value: changeMarks }),
  countColumn<NsChange>('from_ns_srv_domain_density', 'Domains before', {
    width: 128,
    description: 'Domains on the busiest of the old name servers',
    value: ({ from_ns_srv_domain_density }) => busiest(from_ns_srv_domain_density),
    exportValue: ({ from_ns_srv_domain_density }) => from_ns_srv_domain_density,
  }),
  countColumn<NsChange>('to_ns_srv_domain_density', 'Domains after', {
    width: 128,
    description: 'Domains on the busiest of the new name servers',
    value: ({ to_ns_srv_domain_density }) => busiest(to_ns_srv_domain_density),
    exportValue: ({ to_ns_srv_domain_density }) => to_ns_srv_domain_density,
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
  ).map(([field, header]) => flagColumn<NsChange>(field, header, { hidden: true, width: 130 })),
];

const rowKey = ({ date, to_nameservers: servers = [] }: NsChange, index: number) =>
  `${date} ${servers.join(' ')} ${index}`;

/** C7: every change of the name servers, as lanes over time and as rows. */
export function NsChangesPanel({ domain }: { readonly domain: string }) {
  const question = { operationId: 'domainNsChanges', path: { domain } } as const;
  const answer = useAnswer(question, { title: `Name-server changes of ${domain}` });
  return (
    <Panel title="Name-server changes" answer={answer} read={nsChangesState} skeleton={{ shape: 'rows', count: 18 }}>
      {(changes) => (
        <>
          <ChangeLanes domain={domain} changes={changes} />
          <RecordTable
            caption={`Name-server changes of ${domain}`}
            rows={changes}
            columns={columns}
            rowKey={rowKey}
            urlPrefix="ns."
            exportTarget={{ view: 'ns-changes', subject: domain }}
          />
        </>
      )}
    </Panel>
  );
}

function ChangeLanes({ domain, changes }: { domain: string; changes: readonly NsChange[] }) {
  const now = useNow();
  const lanes = useMemo(() => changeLanes(changes), [changes]);
  return <LaneDiagram label={`Name servers of ${domain}`} changes={lanes} now={now} hasTableBeside />;
}

function busiest(density: Readonly<Record<string, number>> | undefined): number | undefined {
  const counts = Object.values(density ?? {});
  return counts.length === 0 ? undefined : Math.max(...counts);
}
