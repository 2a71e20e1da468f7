import type { PadnsAnswer } from '#contract/generated/types.gen.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { Panel } from '#web/components/evidence/Panel.tsx';
import { rowsOrEmpty } from '#web/components/evidence/panel-state.ts';
import { RecordTable } from '#web/components/records/RecordTable.tsx';
import { countColumn, indicatorColumn, scoreColumn, timeColumn } from '#web/components/records/record-columns.tsx';
import type { ServerSet } from './ns-domain.ts';

interface ServerSetsProps {
  readonly answer: Answer<PadnsAnswer>;
  /** Of the loaded domains. */
  readonly sets: readonly ServerSet[];
  readonly hasMore: boolean;
  readonly server: string;
}

const columns = [
  indicatorColumn<ServerSet>('nshash', 'Set of servers', {
    width: 300,
    indicator: (value) => ({ kind: 'nshash', value }),
  }),
  countColumn<ServerSet>('domains', 'Domains', { width: 100 }),
  scoreColumn<ServerSet>('worst', 'Worst score', { width: 130 }),
  timeColumn<ServerSet>('last_seen', 'Last seen'),
];

const rowKey = ({ nshash }: ServerSet) => nshash;

/** The sets of name servers that the loaded domains share: one set is often one customer, or one campaign. */
export function ServerSets({ answer, sets, hasMore, server }: ServerSetsProps) {
  return (
    <Panel
      title="Sets of name servers"
      answer={answer}
      read={() => rowsOrEmpty(sets, 'The records carry no hash of their set of servers.')}
      skeleton={{ shape: 'rows', count: 5 }}
      footer={hasMore ? 'Counts the loaded domains only; more are available.' : 'Counts all hosted domains.'}
    >
      {(rows) => (
        <RecordTable
          caption={`Sets of name servers with ${server}`}
          rows={rows}
          columns={columns}
          rowKey={rowKey}
          urlPrefix="e."
          exportTarget={{ view: 'ns-sets', subject: server }}
        />
      )}
    </Panel>
  );
}
