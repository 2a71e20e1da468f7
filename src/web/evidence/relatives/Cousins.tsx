import type { DomainCousin, DomainCousinsAnswer, DomainSiblingsAnswer } from '#contract/generated/types.gen.ts';
import { isSameOrBelow, toUnicodeName } from '#model/domain-name.ts';
import { mixedScripts } from '#model/mixed-scripts.ts';
import { hasWildcard } from '#model/wildcard.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { textOf } from '#web/table/cell-text.ts';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { countColumn, flagColumn, indicatorColumn, textColumn } from '#web/kit/records/record-columns.tsx';
import { RecordTable } from '#web/kit/records/RecordTable.tsx';
import { seenFacts } from '#web/exports/row-facts.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';

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
  indicatorColumn<DomainCousin>('domain', 'Domain', { size: 280 }),
  textColumn<DomainCousin>('unicode', 'Reads as', {
    size: 280,
    accessorFn: ({ domain = '' }) => (toUnicodeName(domain) === domain ? '' : toUnicodeName(domain)),
    cell: (cell) => <ReadsAs name={textOf(cell)} />,
    meta: { description: 'The name as browsers may show it, and the scripts it mixes' },
  }),
  textColumn<DomainCousin>('kind', 'Kind', {
    size: 270,
    cell: (cell) => (
      <>
        <VisibleText text={textOf(cell)} /> <span className="text-muted">{kindWords[textOf(cell)]}</span>
      </>
    ),
  }),
  countColumn<DomainCousin>('similarity', 'Similarity', { size: 104, meta: { description: 'How alike, 0 to 100' } }),
];

const rowKey = ({ domain, kind }: DomainCousin) => `${domain} ${kind}`;

/** C14: domains whose names look like this one. Where they lead is what hovering and opening tells. */
export function Cousins({ domain }: { readonly domain: string }) {
  const answer = useCousins(domain);
  return (
    <Panel title="Cousins" answer={answer} read={cousinState} skeleton={{ shape: 'rows', count: 10 }}>
      {(cousins) => (
        <>
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
      message: 'No similar name in the collection. Others may exist.',
    };
  return {
    is: 'data',
    data: cousins,
    count: cousins.length,
    ...(found?.results !== undefined && { total: found.results }),
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

/** C13 */
function useSiblings(domain: string) {
  return useAnswer({ operationId: 'domainSiblings', path: { domain } }, { title: `Siblings of ${domain}` });
}

/** C14 */
function useCousins(domain: string) {
  return useAnswer({ operationId: 'domainCousins', path: { domain } }, { title: `Cousins of ${domain}` });
}

/** The names to compare a domain with; undefined until both its siblings and its cousins were told or failed. */
export function useRelativeNames(domain: string): readonly string[] | undefined {
  const siblings = useSiblings(domain);
  const cousins = useCousins(domain);
  if (siblings.status === 'pending' || cousins.status === 'pending') return undefined;
  return relativeNames(
    domain,
    cousins.response?.domain_cousins?.cousins ?? [],
    siblings.response?.domain_siblings?.siblings ?? [],
  );
}

// C6: at most 100 domains, and the domain itself is one of them
const mostRelatives = 99;

/** The names a domain is compared with: cousins, the most similar first, then siblings in other domains. */
export function relativeNames(
  domain: string,
  cousins: readonly DomainCousin[],
  siblings: readonly string[],
): readonly string[] {
  const names = [...cousins.map((cousin) => cousin.domain ?? ''), ...siblings];
  // names of the domain itself stand on its own infrastructure, and a pattern has none
  const isRelative = (name: string) => name !== '' && !hasWildcard(name) && !isSameOrBelow(name, domain);
  return [...new Set(names.filter(isRelative))].slice(0, mostRelatives);
}

interface Sibling {
  readonly sibling: string;
  readonly is_elsewhere: boolean;
}

const siblingColumns = [
  indicatorColumn<Sibling>('sibling', 'Name', { size: 320 }),
  flagColumn<Sibling>('is_elsewhere', 'Other domain', {
    size: 120,
    meta: { description: 'The name is not below the registrable domain of the subject' },
  }),
];

const siblingKey = ({ sibling }: Sibling) => sibling;

/** C13: the other names on certificates of the domain. Whoever has one certificate for several names runs them all. */
export function Siblings({ domain }: { readonly domain: string }) {
  const answer = useSiblings(domain);
  return (
    <Panel
      title="Siblings"
      answer={answer}
      read={siblingState}
      skeleton={{ shape: 'rows', count: 6 }}
      footer="Names on the same certificates, so probably under the same control."
    >
      {(siblings) => (
        <>
          <RecordTable
            caption={`Siblings of ${domain}`}
            rows={siblings}
            columns={siblingColumns}
            rowKey={siblingKey}
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
    ...(results !== undefined && { total: results }),
  };
}
