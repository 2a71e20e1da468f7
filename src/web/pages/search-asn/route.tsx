import { Explorer } from '#web/kit/ask/Explorer.tsx';
import { loadParameterDocs } from '#web/kit/ask/parameter-docs.ts';
import { asNameQuestion, asNameForm, asNameTitle, type AsNameField } from '#web/evidence/as-names/as-name-form.ts';
import { AsNamesPanel } from '#web/evidence/as-names/AsNamesPanel.tsx';
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
  { says: 'Name of an AS number', question: { asnum: 'AS64666' } },
] as const;

const examples = questions.map(({ says, question }) => ({
  says,
  href: paths.asnSearch(question),
  subject: Object.values(question)[0],
}));

/** The explorer of AS names: every parameter of F2. */
export function Component() {
  return (
    <Explorer<AsNameField>
      title="AS names"
      form={asNameForm}
      pathOf={paths.asnSearch}
      titleOf={asNameTitle}
      examples={examples}
      presentOnly="AS names"
    >
      {({ question }) => <AsNamesPanel title={asNameTitle(question)} query={asNameQuestion(question).query} />}
    </Explorer>
  );
}
