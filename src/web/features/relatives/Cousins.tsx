import type { DomainCousin, DomainCousinsAnswer } from '#contract/generated/types.gen.ts';
import { toUnicodeName } from '#model/domain-name.ts';
import { mixedScripts } from '#model/mixed-scripts.ts';
import { NotAsOf } from '#web/components/time/NotAsOf.tsx';
import { Panel } from '#web/components/evidence/Panel.tsx';
import type { PanelState } from '#web/components/evidence/panel-state.ts';
import { countColumn, indicatorColumn, textColumn } from '#web/components/records/record-columns.tsx';
import { RecordTable } from '#web/components/records/RecordTable.tsx';
import { seenFacts } from '#web/exports/row-facts.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { VisibleText } from '#web/ui/VisibleText.tsx';
import { useCousins } from './use-relatives.ts';

// C14
const kindWords: Readonly<Record<string, string>> = {
  tld: 'the same name in another zone',
  homoglyph: 'letters that look alike',
  hyphen: 'hyphens added, removed or moved',
  keyword: 'the name with other words',
  typo: 'a letter or two off',
  subdomain: 'inside another domain',
};

const columns = [
  indicatorColumn<DomainCousin>('domain', 'Domain', { width: 280 }),
  textColumn<DomainCousin>('unicode', 'Reads as', {
    width: 280,
    description: 'The name as browsers may show it, and the scripts it mixes',
    value: ({ domain = '' }) => (toUnicodeName(domain) === domain ? '' : toUnicodeName(domain)),
    cell: ({ text }) => <ReadsAs name={text} />,
  }),
  textColumn<DomainCousin>('kind', 'Kind', {
    width: 270,
    cell: ({ text }) => (
      <>
        <VisibleText text={text} /> <span className="text-muted">{kindWords[text]}</span>
      </>
    ),
  }),
  countColumn<DomainCousin>('similarity', 'Similarity', { width: 104, description: 'How alike, 0 to 100' }),
];

const rowKey = ({ domain, kind }: DomainCousin) => `${domain} ${kind}`;

/** C14: domains whose names look like this one. Where they lead is what hovering and opening tells. */
export function Cousins({ domain }: { readonly domain: string }) {
  const answer = useCousins(domain);
  return (
    <Panel title="Cousins" answer={answer} read={cousinState} skeleton={{ shape: 'rows', count: 7 }}>
      {(cousins) => (
        <>
          <NotAsOf what="Cousins" />
          <RecordTable
            caption={`Cousins of ${domain}`}
            rows={cousins}
            columns={columns}
            rowKey={rowKey}
            urlPrefix="cou."
            exportTarget={{ view: 'cousins', subject: domain, factsOf: (row) => seenFacts(row.domain) }}
          />
        </>
      )}
    </Panel>
  );
}

function cousinState({ domain_cousins: found }: DomainCousinsAnswer): PanelState<readonly DomainCousin[]> {
  const cousins = found?.cousins;
  if (!cousins) return { is: 'unknown', message: 'The collection has nothing to compare this name with.' };
  if (cousins.length === 0)
    return {
      is: 'empty',
      message: 'No name of the collection looks like this one. Others may exist that were never seen.',
    };
  return {
    is: 'data',
    data: cousins,
    count: cousins.length,
    ...(found?.results !== undefined && { atLeast: found.results }),
  };
}

function ReadsAs({ name }: { name: string }) {
  if (name === '') return <span className="text-faint">the same</span>;
  const scripts = mixedScripts(name);
  return (
    <span className="inline-flex items-center gap-2">
      <VisibleText text={name} />
      {scripts && <Badge tone="warning">mixes {scripts.join(' and ')}</Badge>}
    </span>
  );
}
