import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { Link } from 'react-router';
import { formatCount } from '#model/format.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { emptyRetroHunt, retroHuntQuestion } from '#web/evidence/retro-hunt-words.ts';
import { RetroHuntTable } from '#web/evidence/retro-hunt.tsx';
import { AnswerFailure } from '#web/kit/panel/AnswerFailure.tsx';
import { WatchButton } from '#web/kit/watch/WatchButton.tsx';
import { watchedSearch } from '#web/kit/watch/watched.ts';
import { NotAsOf } from '#web/kit/time/NotAsOf.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { SegmentedControl } from '#web/kit/ui/RadioGroup.tsx';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const handle: RouteHandle = { title: 'Retro-hunt' };

const shown = ['after', 'all'] as const;
const shownParser = parseAsStringLiteral(shown).withDefault('after');
const choices = [
  { value: 'after', label: 'Listed after' },
  { value: 'all', label: 'All' },
] as const;

/** What feeds listed when own logs had resolved it. */
export function Component() {
  const [show, setShow] = useQueryState('show', shownParser);
  const isListedAfter = show === 'after';
  const question = retroHuntQuestion('', isListedAfter);
  const { response, failure, refetch } = useAnswer(question, { title: 'Retro-hunt' });
  const empty = response && emptyRetroHunt(response);
  const before = isListedAfter ? (response?.listed_before ?? 0) : 0;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold">Retro-hunt</h1>
          <p className="max-w-3xl text-muted">
            Names and addresses that a feed listed when your own logs had already resolved them. Each feed update is
            compared with the logs that came before it.
          </p>
        </div>
        <div className="flex flex-wrap items-end gap-2">
          <WatchButton watched={watchedSearch(question, 'Retro-hunt', paths.retroHunt())} />
          <SegmentedControl label="Listings" value={show} choices={choices} onChange={(next) => void setShow(next)} />
        </div>
      </div>
      <NotAsOf what="Retro-hunt" />
      {failure && <AnswerFailure failure={failure} what="Retro-hunt" onRetry={refetch} />}
      {!response && !failure && <Skeleton shape="rows" count={12} />}
      {empty && (
        <EmptyState
          kind={empty.is}
          word={empty.word}
          action={
            <Link to={paths.sources()} className={linkClass}>
              Open the sources
            </Link>
          }
        >
          {empty.sentence}
        </EmptyState>
      )}
      {response && !empty && <RetroHuntTable subject="" isListedAfter={isListedAfter} />}
      {before > 0 && (
        <p className="text-sm text-muted">
          “All” has {formatCount(before, 'more listing')}: already listed when first resolved, of known benign subjects,
          or of subjects on the never-flag list.
        </p>
      )}
    </div>
  );
}
