import type { AsnLookupData, AsnName } from '#contract/generated/types.gen.ts';
import { asnFacts } from '#web/exports/row-facts.ts';
import { Explorer } from '#web/kit/ask/Explorer.tsx';
import { loadParameterDocs } from '#web/kit/ask/parameter-docs.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { paged } from '#web/kit/panel/panel-source.tsx';
import { indicatorColumn, textColumn } from '#web/kit/records/record-columns.tsx';
import { asNameForm, type AsNameField, asNameQuestion, asNameTitle } from '#web/tools/as-name-search/as-name-form.ts';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const loader = loadParameterDocs;

export const handle: RouteHandle = {
  title: 'AS names',
  asks: ['asname_contains', 'asname_starts_with', 'asname', 'asnum'],
};

const questions = [
  { says: 'Networks with a word in their name', question: { asname_contains: 'hosting' } },
  { says: 'Networks of one owner', question: { asname_starts_with: 'CINDER' } },
  { says: 'VPN and proxy services by name', question: { asname_contains: 'vpn' } },
  { says: 'Name and owner in one text', question: { asname: 'MOONLESS' } },
  { says: 'Name of an AS number', question: { asnum: 'AS64666' } },
] as const;

const examples = questions.map(({ says, question }) => ({
  says,
  href: paths.asnSearch(question),
  subject: Object.values(question)[0],
}));

const holds = [['asns', 'AS numbers']] as const;

/** The explorer of AS names: every parameter of F2. */
export function Component() {
  return (
    <Explorer<AsNameField>
      title="AS names"
      form={asNameForm}
      pathOf={paths.asnSearch}
      titleOf={asNameTitle}
      examples={examples}
      holds={holds}
      presentOnly="AS names"
    >
      {({ question }) => <AsNames title={asNameTitle(question)} query={asNameQuestion(question).query} />}
    </Explorer>
  );
}

interface AsNamesProps {
  readonly title: string;
  readonly query: NonNullable<AsnLookupData['query']>;
}

/** AS names and numbers that match: F2. */
const AsNames = defineEvidence(
  // F2: the default page size
  paged(({ query }: AsNamesProps) => ({ operationId: 'asnLookup', query }), { pageRows: 10_000 }),
  {
    title: ({ title }) => title,
    rows: ({ records = [] }) => records,
    empty: 'No AS in the collection matches this name or number.',
    columns: [
      indicatorColumn<AsnName>('asn', 'AS number', {
        size: 140,
        meta: { indicatorOf: (value) => ({ kind: 'asn', value }) },
      }),
      textColumn<AsnName>('asname', 'Name', { size: 480 }),
    ],
    rowKey: ({ asn }) => String(asn),
    expectedRows: 12,
    urlPrefix: 't.',
    exports: {
      view: 'as-names',
      subject: ({ query }) => Object.values(query).join(' '),
      facts: ({ asn, asname }) => asnFacts(asn, asname),
    },
  },
);
