import { useQueryClient } from '@tanstack/react-query';
import { parseAsString, useQueryStates } from 'nuqs';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { operationKey } from '#web/api/query.ts';
import { useAsOf, withAsOf } from '#web/url/as-of.ts';
import { type ExplorerForm, formNames, formParams, readForm, variantOf } from './explorer-form.ts';
import type { ParameterDocs } from './parameter-docs.ts';
import type { ParameterQuestion } from './parameter-question.ts';
import type { KeptJob } from '#web/kit/jobs/use-kept-job.ts';

export interface QuestionUrl<Name extends string> {
  readonly question: ParameterQuestion<Name>;
  /** Stable while the question is the same. */
  readonly key: string;
  readonly ask: (question: ParameterQuestion<Name>) => void;
  readonly job: KeptJob;
}

/**
 * An explorer's question from the URL, with its background job, which the URL also holds.
 * @param form at module scope @param pathOf the path of the explorer with these parameters
 */
export function useQuestionUrl<Name extends string>(
  form: ExplorerForm<Name>,
  docs: ParameterDocs,
  pathOf: (params: Readonly<Record<string, string>>) => string,
): QuestionUrl<Name> {
  // read together, so that Back never pairs a question with the job of another
  const parsers = useMemo(
    () => Object.fromEntries([...formNames(form), 'job'].map((name) => [name, parseAsString])),
    [form],
  );
  const [params, setParams] = useQueryStates(parsers, { history: 'replace' });
  const question = useMemo(() => readForm(form, params, docs), [form, docs, params]);
  const [asOf] = useAsOf();
  const navigate = useNavigate();
  const client = useQueryClient();
  const key = JSON.stringify(formParams(form, question));
  const id = params['job'] ?? undefined;
  const onChange = useCallback((next: string | undefined) => void setParams({ job: next ?? null }), [setParams]);
  const job = useMemo(
    () => ({
      id,
      onChange,
      hrefOf: (next: string) => withAsOf(pathOf({ ...(JSON.parse(key) as Record<string, string>), job: next }), asOf),
    }),
    [id, onChange, key, asOf, pathOf],
  );
  return {
    question,
    key,
    job,
    ask: (asked) => {
      const next = formParams(form, asked);
      const isSame = JSON.stringify(next) === key;
      if (isSame) {
        // pressing Search again requests a new answer
        client.removeQueries({ queryKey: operationKey(variantOf(form, asked).operationId) });
        client.removeQueries({ queryKey: ['pages'] });
      }
      void navigate(pathOf(next), { replace: isSame });
    },
  };
}

/** The draft of a form; another question in the URL (a link, Back) replaces it. */
export function useDraft<Query>(
  question: Query,
  isSame: (a: Query, b: Query) => boolean,
): [draft: Query, setDraft: (draft: Query) => void] {
  const [draft, setDraft] = useState(question);
  const [shown, setShown] = useState(question);
  if (!isSame(shown, question)) {
    setShown(question);
    setDraft(question);
  }
  return [draft, setDraft];
}
