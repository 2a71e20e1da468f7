import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import type { Collection, CollectionLoss } from '#contract/generated/types.gen.ts';
import { capital, formatCount } from '#model/format.ts';
import { type Answer, useAnswer } from '#web/api/use-answer.ts';
import { focusOmnibox } from '#web/kit/omnibox/focus-omnibox.ts';
import { Omnibox } from '#web/kit/omnibox/Omnibox.tsx';
import { NotAsOf } from '#web/kit/time/NotAsOf.tsx';
import { useNow } from '#web/kit/time/use-now.ts';
import { FeedOffer } from '#web/tools/sources/FeedOffer.tsx';
import { FreshnessLine } from '#web/tools/sources/FreshnessLine.tsx';
import { type SourcesView, useSources } from '#web/tools/sources/use-sources.ts';
import { WarningIcon } from '#web/kit/ui/icons.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';
import { ListedLater } from './ListedLater.tsx';
import { newsDays, NewThings } from './NewThings.tsx';
import { WorstNow } from './WorstNow.tsx';
import { Yours } from './Yours.tsx';

export const handle: RouteHandle = { title: 'Home' };

const daysParser = parseAsStringLiteral(newsDays).withDefault('7');

/** The home page. */
export function Component() {
  const collection = useCollection();
  const sources = useSources();
  const [days, setDays] = useQueryState('days', daysParser);
  const news = useAnswer({ operationId: 'news', query: { days: Number(days) } }, { title: 'News' });
  const isFirstPage = useLocation().key === 'default';
  const takeFocus = useEffectEvent(() => {
    // keeps the focus where the analyst put it while the page loaded
    const isFree = !isFirstPage || document.activeElement === document.body;
    // on a touch screen the focus would open the keyboard over the page
    if (isFree && matchMedia('(pointer: fine)').matches) focusOmnibox();
  });
  useEffect(() => takeFocus(), []);
  return (
    <div className="flex flex-col gap-4">
      <section aria-labelledby="home-heading" className="mx-auto w-full max-w-4xl pt-2 pb-2 sm:pt-8 sm:pb-4">
        <h1 id="home-heading" className="sr-only">
          Look up an indicator
        </h1>
        <Omnibox size="lg" />
      </section>
      <IncompleteNotice losses={collection.response?.incomplete} />
      <NotAsOf what="Home" />
      <FeedOffer {...sources}>
        <ListedLater />
      </FeedOffer>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-[5fr_5fr_4fr]">
        <WorstNow news={news} />
        <NewThings answer={news} chosen={days} onChoose={(next) => void setDays(next)} />
        <Yours landmarks={collection.status === 'pending' ? undefined : (collection.response?.landmarks ?? [])} />
      </div>
      <Freshness sources={sources} collection={collection} />
    </div>
  );
}

interface FreshnessProps {
  readonly sources: SourcesView;
  readonly collection: Answer<Collection>;
}

/** One quiet line: what the collection holds and how fresh it is. Other deployments of the interface report neither. */
function Freshness({ sources: { feeds, answer }, collection: { response, status } }: FreshnessProps) {
  const now = useNow();
  const { failure } = answer;
  if (failure?.kind === 'not-found' || failure?.kind === 'not-implemented') return null;
  const { passive_dns_records: records, names } = response?.totals ?? {};
  return (
    // the line appears once both requests are answered, so that it does not grow
    <div className="flex min-h-5 flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
      {status !== 'pending' && (
        <>
          {records !== undefined && names !== undefined && (
            <p>
              {formatCount(records, 'passive DNS record')} of {formatCount(names, 'name')}
            </p>
          )}
          {(response?.landmarks ?? []).length > 0 && (
            <p title="Names, addresses and AS numbers of reserved ranges are fictional here and not real infrastructure.">
              Sample collection loaded
            </p>
          )}
          <FreshnessLine feeds={feeds} moreWarnings={oldListWords(response?.sources ?? [], now)} />
        </>
      )}
    </div>
  );
}

const yearSeconds = 365.25 * 86_400;

/** "The list eth-phishing-detect is 4 years old", for lists shipped with the product. @param now epoch seconds */
export function oldListWords(sources: NonNullable<Collection['sources']>, now: number): readonly string[] {
  return sources.flatMap(({ source = '', kind, sample, as_of: day = '' }) => {
    const years = Math.floor((now - Date.parse(day) / 1000) / yearSeconds);
    if (kind !== 'listings' || sample || !(years >= 1)) return [];
    return [`The list ${source} is ${formatCount(years, 'year')} old`];
  });
}

/** What the collection holds. Sightline's own operation, which other deployments of the interface lack. */
function useCollection(): Answer<Collection> {
  return useAnswer({ operationId: 'collection' }, { title: 'What the collection holds' });
}

/** Lists permanent losses of the collection; otherwise "not found" would read as "never seen". Empty without losses. */
export function IncompleteNotice({ losses = [] }: { losses?: readonly CollectionLoss[] | undefined }) {
  if (losses.length === 0) return null;
  return (
    <section
      aria-labelledby="incomplete-heading"
      className="mx-auto flex w-full max-w-3xl items-start gap-3 border-l-4 border-warning py-1 pl-3"
    >
      <span className="mt-0.5 flex text-warning [&_svg.lucide]:text-[1.125rem]">
        <WarningIcon />
      </span>
      <div className="min-w-0 flex-1">
        <h2 id="incomplete-heading" className="font-semibold text-warning">
          The collection is incomplete
        </h2>
        <p>Data on disk was lost and cannot be restored. Affected answers may lack records.</p>
        <ul className="mt-1 list-disc pl-5 wrap-anywhere text-muted">
          {losses.map((loss) => (
            <li key={`${loss.table} ${loss.reason}`}>{lossWords(loss)}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The reason from the service as a sentence or, without one, the table and number of rows. */
function lossWords({ table = 'a table', rows, reason }: CollectionLoss): string {
  if (!reason) return rows === undefined ? `Rows of ${table}.` : `${formatCount(rows, 'row')} of ${table}.`;
  const sentence = capital(reason);
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}
