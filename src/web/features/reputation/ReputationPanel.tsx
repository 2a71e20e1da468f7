import type { ReactNode } from 'react';
import type { ApiCall } from '#web/api/api-request.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { ExplainList } from '#web/components/ExplainList.tsx';
import { Panel } from '#web/components/Panel.tsx';
import { takedownWords } from '#web/components/takedown-words.ts';
import { ScoreBadge } from '#web/components/ScoreBadge.tsx';
import { TimeText } from '#web/components/TimeText.tsx';
import type { ReputationKind } from './reputation-kinds.ts';
import { reputationState } from './reputation-record.ts';

interface ReputationPanelProps<R> {
  readonly kind: ReputationKind;
  readonly call: ApiCall;
  readonly answer: Answer<R>;
  readonly pick: (response: R) => object | undefined;
  /** The subject of the score, where it is not that of the page. */
  readonly subject?: ReactNode;
}

/** A reputation of today: score, how it comes about, and its inputs. */
export function ReputationPanel<R>({ kind, call, answer, pick, subject }: ReputationPanelProps<R>) {
  return (
    <Panel
      title={kind.title}
      call={call}
      answer={answer}
      read={(response) => reputationState(pick(response), kind)}
      skeleton={{ shape: 'rows', count: 5 }}
    >
      {({ score, explain, date }) => (
        <>
          <div className="flex min-h-8 flex-wrap items-baseline justify-between gap-x-3">
            {kind.base === null ? (
              <span className="text-lg font-semibold">{takedownHeading(score, explain)}</span>
            ) : (
              <ScoreBadge score={score} size="lg" />
            )}
            <span className="flex min-w-0 flex-wrap items-baseline justify-end gap-x-3">
              {subject}
              {date !== null && (
                <span className="text-sm text-faint">
                  <TimeText value={date} />
                </span>
              )}
            </span>
          </div>
          <p className="mb-1 text-muted">{kind.meaning}</p>
          <ExplainList explain={explain} />
        </>
      )}
    </Panel>
  );
}

/** D2: the slowness of an operator in words: it is no risk, and has no band. */
function takedownHeading(score: number | null, explain: object | null): string {
  const words = takedownWords(score ?? undefined, explain ?? undefined) ?? 'not known';
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
