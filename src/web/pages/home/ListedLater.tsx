import { Link } from 'react-router';
import type { RetroHuntRecord } from '#contract/generated/types.gen.ts';
import { kindOfMember } from '#model/connection.ts';
import { formatCount } from '#model/format.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { emptyRetroHunt, retroHuntWords } from '#web/evidence/retro-hunt-words.ts';
import { AnswerFailure } from '#web/kit/panel/AnswerFailure.tsx';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { linkClass, quietLinkClass } from '#web/kit/ui/class-names.ts';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';

const shownAtMost = 4;

/** What feeds listed after own logs had resolved it. Sightline's own; other deployments of the interface lack it. */
export function ListedLater() {
  const { response, failure, refetch } = useAnswer(
    { operationId: 'retroHunt', query: { listed_after: 1, limit: shownAtMost } },
    { title: 'Listed after you resolved it' },
  );
  if (failure?.kind === 'not-found' || failure?.kind === 'not-implemented') return null;
  const empty = response && emptyRetroHunt(response);
  const { total = 0, listed_before: before = 0, records = [] } = response ?? {};
  return (
    <Card
      title="Listed after you resolved it"
      footer={
        total + before > 0 && (
          <Link to={paths.retroHunt(total === 0 ? { show: 'all' } : {})} className={linkClass}>
            {total > 0
              ? `All ${formatCount(total, 'listing')}`
              : `${formatCount(before, 'listing')} listed earlier or known benign`}
          </Link>
        )
      }
    >
      {failure && <AnswerFailure failure={failure} what="Retro-hunt" onRetry={refetch} />}
      {!response && !failure && <Skeleton shape="rows" count={1} />}
      {empty && (
        <p className="text-muted">
          <span className="font-medium">{empty.word}.</span> {empty.sentence}{' '}
          <Link to={paths.sources()} className={linkClass}>
            Open the sources
          </Link>
        </p>
      )}
      {records.length > 0 && <ol className="divide-y divide-border">{records.map(listedLine)}</ol>}
    </Card>
  );
}

/** The subject, what happened, and the logs. */
function listedLine(record: RetroHuntRecord) {
  const { subject = '', kind, source, category, listed, logs = [] } = record;
  return (
    <li key={[subject, source, category, listed].join(' ')} className="flex flex-wrap items-baseline gap-x-3 py-1">
      <IndicatorLink kind={kindOfMember(kind, subject)} value={subject} className="font-medium" />
      <span className="min-w-0">
        <VisibleText text={retroHuntWords(record)} />
      </span>
      <Link to={paths.sources()} className={`${quietLinkClass} text-sm text-muted underline`}>
        <VisibleText text={`from ${logs.map(({ source: log = '' }) => log.replace('log:', '')).join(', ')}`} />
      </Link>
    </li>
  );
}
