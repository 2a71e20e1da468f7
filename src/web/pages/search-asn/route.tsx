import { Explorer } from '#web/components/ask/Explorer.tsx';
import type { ExplorerForm } from '#web/components/ask/explorer-form.ts';
import { loadParameterBook } from '#web/components/ask/parameter-book.ts';
import {
  asNameCall,
  asNameFields,
  asNameTitle,
  missingAsNameFields,
  type AsNameField,
} from '#web/features/as-names/as-name-question.ts';
import { AsNamesPanel } from '#web/features/as-names/AsNamesPanel.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const loader = loadParameterBook;

export const handle: RouteHandle = {
  title: 'AS names',
  asks: ['asname_contains', 'asname_starts_with', 'asname', 'asnum'],
};

const questions = [
  { says: 'Networks with a word in their name', question: { asname_contains: 'hosting' } },
  { says: 'Networks of one owner', question: { asname_starts_with: 'CINDER' } },
  { says: 'Whose number it is', question: { asnum: 'AS64666' } },
] as const;

const ways = questions.map(({ says, question }) => ({
  says,
  href: paths.asnSearch(question),
  subject: Object.values(question)[0],
}));

const form: ExplorerForm<AsNameField> = {
  label: 'AS name search',
  variants: { operationId: 'asnLookup', fields: asNameFields },
  callOf: asNameCall,
  missingOf: missingAsNameFields,
};

/** The explorer of AS names: every parameter of F2. */
export function Component() {
  return (
    <Explorer<AsNameField>
      title="AS names"
      form={form}
      pathOf={paths.asnSearch}
      titleOf={asNameTitle}
      ways={ways}
      presentOnly="AS names"
    >
      {({ question }) => <AsNamesPanel query={asNameCall(question).query} />}
    </Explorer>
  );
}
