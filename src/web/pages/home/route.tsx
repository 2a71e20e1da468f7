import { useEffect, useEffectEvent } from 'react';
import { Link, useLocation } from 'react-router';
import type { Collection, CollectionLandmark, CollectionLoss } from '#contract/generated/types.gen.ts';
import { formatCount, formatNumber, capital } from '#model/format.ts';
import { INDICATOR_KINDS, type IndicatorKind, isNameServer } from '#model/indicator-kind.ts';
import { recogniseValue } from '#model/recognise-value.ts';
import { ownValue } from '#model/own-value.ts';
import { type Answer, useAnswer } from '#web/api/use-answer.ts';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { focusOmnibox } from '#web/kit/omnibox/focus-omnibox.ts';
import { Omnibox } from '#web/kit/omnibox/Omnibox.tsx';
import { useNow } from '#web/kit/time/use-now.ts';
import { FeedOffer } from '#web/tools/sources/FeedOffer.tsx';
import { FreshnessLine } from '#web/tools/sources/FreshnessLine.tsx';
import { type SourcesView, useSources } from '#web/tools/sources/use-sources.ts';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { WarningIcon } from '#web/kit/ui/icons.ts';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';
import { OwnThings } from './OwnThings.tsx';
import { TopRankings } from './TopRankings.tsx';

export const handle: RouteHandle = { title: 'Home' };

/** The home page. */
export function Component() {
  const collection = useCollection();
  const sources = useSources();
  const isFirstPage = useLocation().key === 'default';
  const takeFocus = useEffectEvent(() => {
    // keeps the focus where the analyst put it while the page loaded
    const isFree = !isFirstPage || document.activeElement === document.body;
    // on a touch screen the focus would open the keyboard over the page
    if (isFree && matchMedia('(pointer: fine)').matches) focusOmnibox();
  });
  useEffect(() => takeFocus(), []);
  return (
    <div className="flex flex-col gap-6">
      <section aria-labelledby="home-heading" className="mx-auto w-full max-w-3xl pt-2 sm:pt-8">
        <h1 id="home-heading" className="mb-3 text-xl font-semibold">
          Look up an indicator
        </h1>
        <Omnibox size="lg" />
        <p className="mt-2 text-muted">
          Addresses, subnets, AS numbers, domains and name servers, defanged or inside a URL; hashes, patterns such as{' '}
          <code className="font-mono">*.example.test</code>, AS names; or a whole report.
        </p>
        <Freshness sources={sources} collection={collection} />
      </section>
      <FeedOffer {...sources} />
      <IncompleteNotice losses={collection.response?.incomplete} />
      <Landmarks landmarks={collection.status === 'pending' ? undefined : (collection.response?.landmarks ?? [])} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,28rem),1fr))] items-start gap-4">
        <OwnThings />
      </div>
      <TopRankings />
      <CollectionPanel answer={collection} />
    </div>
  );
}

interface FreshnessProps {
  readonly sources: SourcesView;
  readonly collection: Answer<Collection>;
}

/** The freshness line; other deployments of the interface have no feeds. */
function Freshness({ sources: { feeds, answer }, collection }: FreshnessProps) {
  const { failure } = answer;
  const now = useNow();
  if (failure?.kind === 'not-found' || failure?.kind === 'not-implemented') return null;
  const old = oldListWords(collection.response?.sources ?? [], now);
  return (
    // the line appears once both requests are answered, so that it does not grow
    <div className="mt-2 min-h-10 max-sm:min-h-20">
      {collection.status !== 'pending' && <FreshnessLine feeds={feeds} moreWarnings={old} />}
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

/** Keyed by the kinds in the contract; a newer deployment may have more. */
const isOfKind: Readonly<Partial<Record<string, (kind: IndicatorKind) => boolean>>> = {
  domain: (kind) => kind === 'domain',
  address: (kind) => kind === 'ipv4' || kind === 'ipv6',
  asn: (kind) => kind === 'asn',
  subnet: (kind) => kind === 'subnet',
  nameserver: isNameServer,
};

interface LandmarksProps {
  /** Undefined while loading. */
  readonly landmarks: readonly CollectionLandmark[] | undefined;
}

/** Indicators of the sample collection to try first, each with its story. Empty unless the sample is loaded. */
function Landmarks({ landmarks }: LandmarksProps) {
  if (!landmarks) return <Room />;
  const shown = landmarks.flatMap(({ indicator = '', kind, story = '' }) => {
    const reading = recogniseValue(indicator).interpretations.find((each) =>
      ownValue(isOfKind, kind ?? '')?.(each.kind),
    );
    return reading ? [{ ...reading, story }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="landmarks-heading">
      <p className="mb-3 border-l-2 border-accent/60 pl-3 text-muted">
        <strong className="font-semibold text-text">Sample collection.</strong> Names, addresses and AS numbers of
        reserved ranges are fictional here and not real infrastructure.
      </p>
      <h2 id="landmarks-heading" className="mb-2 text-base font-semibold">
        Try these first
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))] gap-2">
        {shown.map(({ kind, value, story }) => (
          <li key={`${kind} ${value}`} className="rounded-lg border border-border bg-surface px-3 py-2">
            <p className="text-sm text-faint">{INDICATOR_KINDS[kind].one}</p>
            <IndicatorLink kind={kind} value={value} className="font-medium" />
            <p className="mt-1 text-muted">{story}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Reserves the room of the landmarks in one to five columns, so that nothing moves when they arrive. */
function Room() {
  return (
    <div
      aria-hidden
      className="h-[682px] animate-late rounded-sm bg-hover sm:h-[470px] md:h-[430px] lg:h-[324px] min-[85rem]:h-[198px]"
    />
  );
}

/** The size of the collection. Its sources and their age are on the page of the sources. */
function CollectionPanel({ answer }: { answer: Answer<Collection> }) {
  const { failure } = answer;
  if (failure?.kind === 'not-found' || failure?.kind === 'not-implemented')
    return <p className="text-muted">This deployment does not say what its collection holds.</p>;
  return (
    <Panel
      title="What the collection holds"
      answer={answer}
      read={readCollection}
      skeleton={{ shape: 'rows', count: 3 }}
      footer={
        <Link to={paths.sources()} className={linkClass}>
          Where it comes from
        </Link>
      }
    >
      {(totals) => (
        <div className="@container">
          <dl className="grid grid-cols-2 gap-x-3 gap-y-2 @md:grid-cols-5 @6xl:grid-cols-10">
            {Object.entries(totals).map(([name, count]) => (
              <div key={name}>
                <dd className="text-md font-semibold tabular-nums">{formatNumber(count)}</dd>
                <dt className="text-sm text-muted">{totalName(name)}</dt>
              </div>
            ))}
          </dl>
        </div>
      )}
    </Panel>
  );
}

/** `passive_dns_records` -> 'passive DNS records' */
function totalName(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replace(/\bdns\b/, 'DNS')
    .replace(/\basns\b/, 'AS numbers');
}

function readCollection({ sources = [], totals = {} }: Collection): PanelState<Readonly<Record<string, number>>> {
  if (sources.length === 0) return { is: 'empty', message: 'Nothing has been loaded into the collection yet.' };
  return { is: 'data', data: totals };
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
  if (!reason) return rows === undefined ? `Rows of ${table}.` : `${formatNumber(rows)} rows of ${table}.`;
  const sentence = capital(reason);
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}
