import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import { questionKey, type AnswerOf, type Question } from './question.ts';
import { useAnswer, type Answer } from './use-answer.ts';

/**
 * An operation that sends something out, to the target or its registry: asked on a press only, never by opening or coming
 * back to a view, and never twice for one press. `idle` until the first press.
 */
export function useLiveAnswer<Id extends OperationId>(
  question: Question<Id>,
  title: string,
): { readonly answer: Answer<AnswerOf<Id>>; readonly ask: () => void } {
  const client = useQueryClient();
  // another question (a choice that is part of it) needs a press of its own
  const queryKey = questionKey(question);
  const key = JSON.stringify(queryKey);
  const [askedKey, setAskedKey] = useState<string>();
  const answer = useAnswer(question, { title, enabled: askedKey === key, isOnPressOnly: true });
  const ask = () => {
    setAskedKey(key);
    // an earlier answer must not pass for the new one while, or because, there is none
    void client.resetQueries({ queryKey, exact: true });
  };
  return { answer: { ...answer, refetch: ask }, ask };
}
