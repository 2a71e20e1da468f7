import type { Quality } from '#contract/generated/types.gen.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { QualityBands, QualityFactors, QualityFeeds, QualityThresholds } from '#web/evidence/quality-tables.tsx';
import {
  subjectKindLabel,
  missingWords,
  qualityQuestion,
  qualityState,
  resultWords,
} from '#web/evidence/quality-words.ts';
import { AnswerFailure } from '#web/kit/panel/AnswerFailure.tsx';
import { Cell, OverviewGrid } from '#web/kit/panel/PanelGrid.tsx';
import { NotAsOf } from '#web/kit/time/NotAsOf.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const handle: RouteHandle = { title: 'Score quality' };

const title = 'Score quality';

/** How well the score told what lists named later, on the user's own data. */
export function Component() {
  const { response, failure, refetch } = useAnswer(qualityQuestion, { title });
  const state = response && qualityState(response);
  const hasResults = response?.kinds?.some(({ bands = [] }) => bands.length > 0);
  return (
    <div className="flex flex-col gap-4">
      <div className="min-w-0">
        <h1 className="text-xl font-semibold">{title}</h1>
        <p className="max-w-3xl text-muted">
          How well the risk score told what lists named later, in your own collection. What was known 30 days ago is
          scored as it was then, and compared with the listings since. It runs once a week.
        </p>
      </div>
      <NotAsOf what={title} />
      {failure && <AnswerFailure failure={failure} what={title} onRetry={refetch} />}
      {!response && !failure && <Skeleton shape="rows" count={12} />}
      {state && (
        <EmptyState kind={state.is} word={state.word}>
          <VisibleText text={state.sentence} />
        </EmptyState>
      )}
      {response && (response.kinds?.length ?? 0) > 0 && <Result quality={response} />}
      <OverviewGrid>
        <Cell columns={6}>
          {hasResults && (
            <>
              <QualityBands />
              <QualityThresholds />
            </>
          )}
        </Cell>
        <Cell columns={6}>
          {hasResults && <QualityFactors />}
          {(response?.feeds?.length ?? 0) > 0 && <QualityFeeds />}
        </Cell>
      </OverviewGrid>
    </div>
  );
}

function Result({ quality }: { readonly quality: Quality }) {
  const { kinds = [], day, until } = quality;
  return (
    <Card title="Result" meta={`${day} to ${until}`}>
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[8rem_minmax(0,1fr)]">
        {kinds.map((each) => {
          const missing = missingWords(each);
          return (
            <div key={each.kind} className="contents">
              <dt className="font-semibold">{subjectKindLabel(each.kind)}</dt>
              <dd className={missing ? 'text-warning' : undefined}>
                {missing || resultWords(each, day ?? '').map((words) => <p key={words}>{words}</p>)}
              </dd>
            </div>
          );
        })}
      </dl>
    </Card>
  );
}
