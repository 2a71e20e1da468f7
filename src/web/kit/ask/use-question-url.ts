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
  /** Stays the same while the question does. */
  readonly key: string;
  readonly ask: (question: ParameterQuestion<Name>) => void;
  readonly job: KeptJob;
}

/**
 * An explorer's question, which is in the URL and is queried from there, with the job that answers it alongside it.
 * @param form at module scope @param pathOf the explorer with these parameters
 */
export function useQuestionUrl<Name extends string>(
  form: ExplorerForm<Name>,
  docs: ParameterDocs,
  pathOf: (params: Readonly<Record<string, string>>) => string,
): QuestionUrl<Name> {
  // read at once, so that Back never pairs one question with another's job
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
