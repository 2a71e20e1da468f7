import { Link } from 'react-router';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import type { IndicatorKind } from '#model/indicator-kind.ts';
import { isReserved } from '#model/reserved-space.ts';
import type { AnswerOf, Question } from '#web/api/question.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { IndicatorLink } from '#web/components/indicator/IndicatorLink.tsx';
import { Panel } from '#web/components/evidence/Panel.tsx';
import { rowsOrEmpty } from '#web/components/evidence/panel-state.ts';
import { SampleMark } from '#web/components/indicator/SampleMark.tsx';
import { ScoreBadge } from '#web/components/score/ScoreBadge.tsx';
import { linkClass } from '#web/ui/link-class.ts';
import { VisibleText } from '#web/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';

/** One line of a ranking. */
export interface RankRow {
  readonly kind: IndicatorKind;
  readonly value: string;
  /** The name of an AS. */
  readonly name?: string | undefined;
  /** A score from 0 to 100, or a plain count. */
  readonly score?: number | undefined;
  readonly count?: number | undefined;
  /** Of the abuse response of an operator, from 0 to 100: no risk, so that it has no band. */
  readonly slowness?: number | undefined;
}

interface RankPanelProps<Id extends OperationId> {
  readonly title: string;
  /** What the ranking page calls it. */
  readonly ranking: string;
  readonly question: Question<Id>;
  readonly rows: (response: AnswerOf<Id>) => readonly RankRow[];
}

/** The top of a ranking; the whole of it is a page. */
export function RankPanel<Id extends OperationId>({ title, ranking, question, rows }: RankPanelProps<Id>) {
  const answer = useAnswer(question, { title });
  return (
    <Panel
      title={title}
      answer={answer}
      read={(response) => rowsOrEmpty(rows(response), 'The collection ranks nothing here.')}
      skeleton={{ shape: 'rows', count: shownOfRanking }}
      isFlush
      headingLevel={3}
      footer={
        <Link to={paths.rankings(ranking)} className={linkClass}>
          The whole ranking
        </Link>
      }
    >
      {(ranked) => (
        <ol>
          {ranked.map(({ kind, value, name, score, count, slowness }) => (
            <li
              key={value}
              className="flex min-h-row items-center gap-2 border-b border-border px-3 py-0.5 last:border-b-0"
            >
              <span className="min-w-0 flex-1 truncate">
                <IndicatorLink kind={kind} value={value} />
                {name && <VisibleText text={name} className="ml-2 text-muted" />}
              </span>
              {isReserved(kind, value) && <SampleMark />}
              {slowness !== undefined ? (
                <span className="tabular-nums">slowness {slowness}</span>
              ) : count === undefined ? (
                <span className="min-w-22">
                  <ScoreBadge score={score} />
                </span>
              ) : (
                <span className="tabular-nums">{count.toLocaleString('en')} listed</span>
              )}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

export const shownOfRanking = 5;
