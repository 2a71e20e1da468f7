import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useMemo } from 'react';
import { nameServer } from '#model/indicator-kind.ts';
import { Panel } from '#web/components/evidence/Panel.tsx';
import { RecordTable } from '#web/components/records/RecordTable.tsx';
import { seenFacts } from '#web/exports/row-facts.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { densityColumn, densityRowsOf, subjectColumn, type DensityRow } from './density-columns.tsx';
import { densityRows, useDensity } from './use-density.ts';

const scopes = ['host', 'domain', 'subdomain'] as const;
const scopeParser = parseAsStringLiteral(scopes).withDefault('domain');
const columns = [
  subjectColumn<DensityRow>('nssrv', 'Name server', nameServer),
  densityColumn<DensityRow>('Domains', 'Domains that are or were on it'),
];
const rowKey = ({ record }: DensityRow, index: number) => record.nssrv ?? String(index);
const factsOf = ({ record }: DensityRow) => seenFacts(record.nssrv);

/** E6 for name servers: how many domains are on the server, and on its siblings. */
export function ServerDensity({ server }: { readonly server: string }) {
  const [scope, setScope] = useQueryState('scope', scopeParser);
  const answer = useDensity('nssrv', server, scope);
  const rows = useMemo(() => densityRowsOf(answer.response?.records ?? []), [answer.response]);
  return (
    <Panel
      title="Density"
      answer={answer}
      read={(response) => densityRows(response, 'No domain was ever seen on it.')}
      actions={
        <SelectField
          label="Which servers"
          isLabelHidden
          value={scope}
          choices={[
            { value: 'host', label: 'This server' },
            { value: 'domain', label: 'All of its domain' },
            { value: 'subdomain', label: 'All of its level' },
          ]}
          onChange={(value) => void setScope(value)}
        />
      }
      skeleton={{ shape: 'rows', count: 6 }}
      footer="Counts every domain ever seen on the server."
    >
      {() => (
        <RecordTable
          caption={`Density of ${server}`}
          rows={rows}
          columns={columns}
          rowKey={rowKey}
          urlPrefix="v."
          exportTarget={{ view: 'ns-density', subject: server, factsOf }}
        />
      )}
    </Panel>
  );
}
