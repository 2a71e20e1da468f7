import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { RetroHunt, RetroHuntRecord } from '#contract/generated/types.gen.ts';
import { kindOfMember } from '#model/connection.ts';
import { formatCount } from '#model/format.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { RetroHuntLogs } from '#web/evidence/RetroHuntLogs.tsx';
import { emptyRetroHunt, retroHuntWords } from '#web/evidence/retro-hunt-words.ts';
import { quietPlace } from '#web/tools/sources/FeedOffer.tsx';
import { AnswerFailure } from '#web/kit/panel/AnswerFailure.tsx';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';

const shownAtMost = 4;
const title = 'Listed after you resolved it';

/** What feeds listed after own logs had resolved it, or a line that says why there is nothing. Other deployments of the interface lack it. */
export function ListedLater() {
  const { response, failure, refetch } = useAnswer(
    { operationId: 'retroHunt', query: { listed_after: 1, limit: shownAtMost } },
    { title },
  );
  if (failure?.kind === 'not-found' || failure?.kind === 'not-implemented') return null;
  const { total = 0, listed_before: before = 0, records = [] } = response ?? {};
  const more = total + before > 0 && (
    <Link to={paths.retroHunt(total === 0 ? { show: 'all' } : {})} className={linkClass}>
      {total > 0
        ? `All ${formatCount(total, 'listing')}`
        : `${formatCount(before, 'listing')} listed earlier, known benign or never flagged`}
    </Link>
  );
  if (!failure && records.length === 0) return <NothingListed answer={response} more={more} />;
  return (
    <Card title={title} footer={more}>
      {failure && <AnswerFailure failure={failure} what="Retro-hunt" onRetry={refetch} />}
      {records.length > 0 && <ol className="divide-y divide-border">{records.map(listedLine)}</ol>}
    </Card>
  );
}

/** One quiet line. */
function NothingListed({ answer, more }: { readonly answer: RetroHunt | undefined; readonly more: ReactNode }) {
  const empty = answer && emptyRetroHunt(answer);
  return (
    <p className={quietPlace}>
      {empty && (
        <>
          <span className="font-medium">
            {title}: {empty.word.toLowerCase()}.
          </span>{' '}
          {empty.sentence}{' '}
          {more || (
            <Link to={paths.sources()} className={linkClass}>
              Open the sources
            </Link>
          )}
        </>
      )}
    </p>
  );
}

/** The subject, what happened, and the logs. */
function listedLine(record: RetroHuntRecord) {
  const { subject = '', kind, source, category, listed, logs } = record;
  return (
    <li key={[subject, source, category, listed].join(' ')} className="flex flex-wrap items-baseline gap-x-3 py-1">
      <IndicatorLink kind={kindOfMember(kind, subject)} value={subject} className="font-medium" />
      <span className="min-w-0">
        <VisibleText text={retroHuntWords(record)} />
      </span>
      <span className="text-sm text-muted">
        from <RetroHuntLogs logs={logs} />
      </span>
    </li>
  );
}
