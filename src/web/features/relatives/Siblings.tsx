import type { DomainSiblingsAnswer } from '#contract/generated/types.gen.ts';
import { isSameOrBelow } from '#model/domain-name.ts';
import { NotAsOf } from '#web/components/time/NotAsOf.tsx';
import { Panel } from '#web/components/evidence/Panel.tsx';
import type { PanelState } from '#web/components/evidence/panel-state.ts';
import { flagColumn, indicatorColumn } from '#web/components/records/record-columns.tsx';
import { RecordTable } from '#web/components/records/RecordTable.tsx';
import { seenFacts } from '#web/exports/row-facts.ts';
import { useSiblings } from './use-relatives.ts';

interface Sibling {
  readonly sibling: string;
  readonly is_elsewhere: boolean;
}

const columns = [
  indicatorColumn<Sibling>('sibling', 'Name', { width: 320 }),
  flagColumn<Sibling>('is_elsewhere', 'Other domain', {
    width: 120,
    description: 'The name is not below the registrable domain that was asked for',
  }),
];

const rowKey = ({ sibling }: Sibling) => sibling;

/** C13: the other names on certificates of the domain. Whoever has one certificate for several names runs them all. */
export function Siblings({ domain }: { readonly domain: string }) {
  const answer = useSiblings(domain);
  return (
    <Panel
      title="Siblings"
      answer={answer}
      read={siblingState}
      skeleton={{ shape: 'rows', count: 6 }}
      footer="Names on the same certificates; who holds one holds the others, too."
    >
      {(siblings) => (
        <>
          <NotAsOf what="Siblings" />
          <RecordTable
            caption={`Siblings of ${domain}`}
            rows={siblings}
            columns={columns}
            rowKey={rowKey}
            urlPrefix="sib."
            exportTarget={{ view: 'siblings', subject: domain, factsOf: ({ sibling }) => seenFacts(sibling) }}
          />
        </>
      )}
    </Panel>
  );
}

function siblingState({ domain_siblings: found }: DomainSiblingsAnswer): PanelState<readonly Sibling[]> {
  if (!found?.siblings) return { is: 'unknown', message: 'The collection holds no certificate of this domain.' };
  const { siblings, domain = '', results } = found;
  if (siblings.length === 0)
    return { is: 'empty', message: 'The certificates of this domain are valid for no other name.' };
  return {
    is: 'data',
    data: siblings.map((sibling) => ({
      sibling,
      is_elsewhere: !isSameOrBelow(sibling.replace(/^\*\./, ''), domain),
    })),
    count: siblings.length,
    ...(results !== undefined && { atLeast: results }),
  };
}
