import { parseAsString, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { NotAsOf } from '#web/components/NotAsOf.tsx';
import {
  asNameFields,
  asNameParams,
  asNameQuery,
  readAsNameQuestion,
} from '#web/features/as-names/as-name-question.ts';
import { AsNameForm } from '#web/features/as-names/AsNameForm.tsx';
import { AsNamesPanel } from '#web/features/as-names/AsNamesPanel.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const handle: RouteHandle = { title: 'AS names' };

const questionParsers = Object.fromEntries(asNameFields.map((field) => [field, parseAsString]));

/** Names and numbers of autonomous systems. The question stands in the URL and is asked from there. */
export function Component() {
  const [params] = useQueryStates(questionParsers);
  const question = useMemo(() => readAsNameQuestion(params), [params]);
  const navigate = useNavigate();
  const query = asNameQuery(question);
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-xl font-semibold">AS names</h1>
      <NotAsOf what="AS names" />
      <AsNameForm question={question} onAsk={(asked) => void navigate(paths.asnSearch(asNameParams(asked)))} />
      {query && <AsNamesPanel key={JSON.stringify(query)} query={query} />}
    </div>
  );
}
