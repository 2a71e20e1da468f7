import type { ReactNode } from 'react';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import type { AnswerOf, Question } from '#web/api/question.ts';
import { type Answer, useAnswer } from '#web/api/use-answer.ts';
import type { Pages } from '#web/kit/records/use-pages.ts';

/** What the session and the URL say beside the subject of a panel. */
export interface PanelSetting {
  /** The day the session looks at; null for today. */
  readonly asOf: string | null;
  /** The value chosen in the panel's bar; '' where it offers no choice. */
  readonly choice: string;
}

interface SourceOptions<P, R> {
  readonly props: P;
  readonly setting: PanelSetting;
  /** Names the job in the tray if the answer becomes one. */
  readonly title: string;
  /** The rows of a response; a stable function. */
  readonly rowsOf: (response: R) => readonly unknown[];
}

interface Sourced<R> {
  readonly answer: Answer<R>;
  /** Loaded pages, where the operation pages. */
  readonly pages?: Omit<Pages<R, unknown>, 'answer'>;
  /** Shown before the question is sent, where that takes a press. */
  readonly idle?: ReactNode;
}

/** Where a panel's answer comes from. An object, because TypeScript infers nothing from a generic call that returns a function. */
export interface PanelSource<P, R> {
  readonly useSource: (options: SourceOptions<P, R>) => Sourced<R>;
}

type QuestionOf<P, Id extends OperationId> = (props: P, setting: PanelSetting) => Question<Id>;

/** One question about the subject. */
export function asked<P, Id extends OperationId>(questionOf: QuestionOf<P, Id>): PanelSource<P, AnswerOf<Id>> {
  return {
    useSource: ({ props, setting, title }) => ({ answer: useAnswer(questionOf(props, setting), { title }) }),
  };
}
