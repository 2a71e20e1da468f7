import type { ReactNode } from 'react';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import type { AnswerOf, Query } from '#web/api/query.ts';
import { type KeyUse, useTeam } from '#web/api/team.ts';
import { type Answer, useAnswer, useLiveAnswer } from '#web/api/use-answer.ts';
import type { KeptJob } from '#web/kit/jobs/use-kept-job.ts';
import { type Pages, usePagedAnswer } from '#web/kit/records/use-pages.ts';
import { useEnded } from '#web/kit/time/shared-end.tsx';
import { AskNow } from './AskNow.tsx';

/** The settings of a panel from the session and the URL. */
export interface PanelSetting {
  /** The “as of” day; null for today. */
  readonly asOf: string | null;
  /** The value chosen in the panel's bar; '' without a choice. */
  readonly choice: string;
}

interface SourceOptions<P, R> {
  readonly props: P;
  readonly setting: PanelSetting;
  /** The title in the tray if the answer becomes a job. */
  readonly title: string;
  /** The rows of a response; a stable function. */
  readonly rowsOf: (response: R) => readonly unknown[];
}

interface Sourced<R> {
  readonly answer: Answer<R>;
  /** Where the operation pages. Without `rows`, the response holds all loaded rows. */
  readonly pages?: Pick<Pages<R, unknown>, 'paging'> &
    Partial<Pick<Pages<R, unknown>, 'rows' | 'fetchAll' | 'parquet'>>;
  /** Shown before the question is sent, where that needs a press. */
  readonly idle?: ReactNode;
}

/** Where a panel's answer comes from. An object, because TypeScript infers nothing from a generic call that returns a function. */
export interface PanelSource<P, R> {
  readonly useSource: (options: SourceOptions<P, R>) => Sourced<R>;
}

type QueryOf<P, Id extends OperationId> = (props: P, setting: PanelSetting) => Query<Id>;

/** One question about the subject. */
export function asked<P, Id extends OperationId>(questionOf: QueryOf<P, Id>): PanelSource<P, AnswerOf<Id>> {
  return {
    useSource: ({ props, setting, title }) => ({ answer: useAnswer(questionOf(props, setting), { title }) }),
  };
}

/** An answer that the page has already requested, such as that of its header. */
export function given<P, R>(answerOf: (props: P) => Answer<R>): PanelSource<P, R> {
  return { useSource: ({ props }) => ({ answer: answerOf(props) }) };
}

interface PagedSourceOptions<P> {
  /** Rows per page, unless the question sets a limit. */
  readonly pageRows?: number;
  /** The background job of the answer, where the view keeps it in its URL. */
  readonly jobOf?: (props: P) => KeptJob | undefined;
}

/** A question to an operation that pages by skip and limit. */
export function paged<P, Id extends OperationId>(
  questionOf: QueryOf<P, Id>,
  { jobOf, ...options }: PagedSourceOptions<P> = {},
): PanelSource<P, AnswerOf<Id>> {
  return {
    useSource: ({ props, setting, title, rowsOf }) => {
      const job = jobOf?.(props);
      const { answer, ...pages } = usePagedAnswer(useEnded(questionOf(props, setting)), {
        title,
        rowsOf,
        ...options,
        job,
      });
      return { answer, pages };
    },
  };
}

interface Press<P> {
  /** The name that is looked up. */
  readonly about: (props: P) => string;
  /** Text of the button. */
  readonly label: string;
  /** What the look-up sends where, and who may notice it. */
  readonly words: string;
  /** What the key must be allowed to do. */
  readonly needs?: KeyUse;
}

/** A live look-up, sent only when the analyst presses the button. */
export function pressed<P, Id extends OperationId>(
  questionOf: QueryOf<P, Id>,
  { about, label, words, needs }: Press<P>,
): PanelSource<P, AnswerOf<Id>> {
  return {
    useSource: ({ props, setting, title }) => {
      const { answer, ask } = useLiveAnswer(questionOf(props, setting), title);
      const { may } = useTeam();
      const idle =
        needs && !may(needs) ? (
          <p className="text-muted">The key in use may not do this: it only looks up.</p>
        ) : (
          <AskNow about={about(props)} label={label} onAsk={ask}>
            {words}
          </AskNow>
        );
      return { answer, idle };
    },
  };
}
