import { useLoaderData } from 'react-router';
import { ExplorerHeading } from '#web/components/ExplorerHeading.tsx';
import { NotAsked } from '#web/components/NotAsked.tsx';
import { NotAsOf } from '#web/components/NotAsOf.tsx';
import { loadParameterBook, type ParameterBook } from '#web/components/parameter-book.ts';
import { questionParams, questionProblems } from '#web/components/parameter-question.ts';
import { ParameterForm } from '#web/components/ParameterForm.tsx';
import { useQuestionUrl } from '#web/components/use-question-url.ts';
import { WaysToAsk } from '#web/components/WaysToAsk.tsx';
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

/** The explorer of AS names: every parameter of F2. The question stands in the URL and is asked from there. */
export function Component() {
  const book = useLoaderData<ParameterBook>();
  const { question, key, ask } = useQuestionUrl<AsNameField>(asNameFields, 'asnLookup', paths.asnSearch);
  const isAsked = Object.keys(missingAsNameFields(question)).length === 0;
  const problems = questionProblems<AsNameField>(asNameFields, question, (name) => book.find('asnLookup', name));
  const isWrong = Object.keys(problems).length > 0;
  return (
    <div className="flex flex-col gap-4">
      <ExplorerHeading
        title="AS names"
        explorer={paths.asnSearch()}
        asked={
          isAsked && !isWrong ? { words: asNameTitle(question), params: questionParams(asNameFields, question) } : null
        }
      />
      <NotAsOf what="AS names" />
      <ParameterForm
        label="AS name search"
        fields={asNameFields}
        operationId="asnLookup"
        book={book}
        question={question}
        callOf={asNameCall}
        missingOf={missingAsNameFields}
        onAsk={ask}
      />
      {!isAsked && <WaysToAsk ways={ways} />}
      {isAsked && isWrong && <NotAsked problems={Object.entries(problems)} />}
      {isAsked && !isWrong && <AsNamesPanel key={key} query={asNameCall(question).query} />}
    </div>
  );
}
