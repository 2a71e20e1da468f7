import { useState } from 'react';

/** The draft of a form; another question in the URL (a link, Back) replaces it. */
export function useDraft<Question>(
  question: Question,
  isSame: (a: Question, b: Question) => boolean,
): [draft: Question, setDraft: (draft: Question) => void] {
  const [draft, setDraft] = useState(question);
  const [shown, setShown] = useState(question);
  if (!isSame(shown, question)) {
    setShown(question);
    setDraft(question);
  }
  return [draft, setDraft];
}
