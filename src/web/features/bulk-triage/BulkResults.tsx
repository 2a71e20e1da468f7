import type { Fact, Statement } from '#model/fact.ts';
import { factorLabel } from '#model/score-factors.ts';
import { announcedFacts, asnFacts, seenFacts } from '#web/exports/row-facts.ts';
import { SubjectTabs } from '#web/components/subject/SubjectTabs.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { NOT_TRACKED } from './bulk-answer.ts';
import type { BulkEntry } from './bulk-entry.ts';
import type { BulkRow } from './bulk-row.ts';
import type { BulkView } from './bulk-store.ts';
import { invalidColumns, knownColumns, openColumns, unknownColumns } from './result-columns.tsx';
import { ResultTable } from './ResultTable.tsx';

const count = (rows: readonly unknown[]) => rows.length.toLocaleString('en');
const subject = ({
  entry,
}: {
  readonly entry: { readonly kind: 'ipv4' | 'ipv6' | 'domain' | 'asn'; readonly value: string };
}) => entry;

/** Every line of the input in exactly one tab, in its order. */
export function BulkResults({ view: { name, tabs, phase } }: { view: BulkView }) {
  const { known, unknown, invalid, open } = tabs;
  const isComing = phase === 'running' && open.length > 0;
  const nothing = (what: string) => (
    <EmptyState kind={isComing ? 'running' : 'empty'} {...(isComing && { word: 'Still asking' })}>
      {what}
    </EmptyState>
  );
  return (
    <SubjectTabs
      label="Results"
      tabs={[
        { id: 'known', label: 'Known', count: count(known) },
        { id: 'unknown', label: 'Unknown', count: count(unknown) },
        { id: 'invalid', label: 'Invalid', count: count(invalid) },
        ...(open.length > 0 ? [{ id: 'open' as const, label: 'Not answered', count: count(open) }] : []),
      ]}
    >
      {(tab) => {
        const shared = { tab, name };
        switch (tab) {
          case 'known':
            return (
              <ResultTable
                key={tab}
                {...shared}
                caption="Known indicators"
                rows={known}
                columns={knownColumns}
                indicator={subject}
                factsOf={knownFacts}
                isAsked
                empty={nothing('The collection knows none of them so far.')}
              />
            );
          case 'unknown':
            return (
              <ResultTable
                key={tab}
                {...shared}
                caption="Unknown indicators"
                rows={unknown}
                columns={unknownColumns}
                indicator={subject}
                factsOf={unknownFacts}
                isAsked
                empty={nothing(
                  'None so far. Unknown would mean never observed, registered or listed here, not harmless.',
                )}
              />
            );
          case 'invalid':
            return (
              <ResultTable
                key={tab}
                {...shared}
                caption="Skipped"
                rows={invalid}
                columns={invalidColumns}
                indicator={({ indicator }) => indicator}
                factsOf={({ indicator }) => seenFacts(indicator?.value)}
                isAsked={false}
                empty={nothing('Every line was understood.')}
              />
            );
          case 'open':
            return (
              <ResultTable
                key={tab}
                {...shared}
                caption="Indicators without an answer"
                rows={open}
                columns={openColumns}
                indicator={subject}
                factsOf={bareFacts}
                isAsked={false}
                empty={nothing('Everything is answered.')}
              />
            );
        }
      }}
    </SubjectTabs>
  );
}

/** What a known indicator is judged to be, and who announces it. */
function knownFacts(row: BulkRow): readonly Fact[] {
  const { entry, record, sp_risk_score: score } = row;
  const reason = row.state === 'scored' ? factorLabel(row.decider) : row.verdict;
  const { asn, asname, first_seen: first, last_seen: last } = record;
  const statements = statementsOf(row);
  if (entry.kind === 'asn') return asnFacts(entry.value, asname, { score, reason, statements });
  const seen = seenFacts(entry.value, { first, last, score, reason, statements });
  return asn ? [...seen, ...announcedFacts({ address: entry.value, asn, asname })] : seen;
}

/** Who lists it, what sources say of it, and what none covers. */
function statementsOf({ record: { listed_by, stated, untracked } }: BulkRow): readonly Statement[] {
  return [
    ...(listed_by && listed_by !== NOT_TRACKED ? [{ source: 'Sightline', text: `Listed by: ${listed_by}` }] : []),
    ...(stated ? [{ source: 'Sightline', text: stated }] : []),
    ...(untracked ? [{ source: 'Sightline', text: `Not tracked: ${untracked}` }] : []),
  ];
}

function unknownFacts(row: BulkRow): readonly Fact[] {
  const { entry } = row;
  const statements = statementsOf(row);
  return entry.kind === 'asn'
    ? asnFacts(entry.value, undefined, { statements })
    : seenFacts(entry.value, { statements });
}

/** An indicator without a word about it. */
function bareFacts({ entry }: { readonly entry: BulkEntry }): readonly Fact[] {
  return entry.kind === 'asn' ? asnFacts(entry.value, undefined) : seenFacts(entry.value);
}
