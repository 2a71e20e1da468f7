import type { CoveringSource, Listing, ListingScoreExplain } from '#contract/generated/types.gen.ts';
import { dateToIsoDate } from '#model/dates.ts';
import { capital, formatCount, formatNumber } from '#model/format.ts';
import { asSentence } from '#model/listed-by.ts';
import type { IndicatorKind } from '#model/indicator-kind.ts';
import { daysAgo } from '#model/shown-time.ts';
import type { EvidenceFields } from '#model/verdict-records.ts';
import { providerOf } from '#web/api/score-origin.ts';
import { textOf } from '#web/table/cell-text.ts';
import { NotTracked } from '#web/kit/panel/FactList.tsx';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { given } from '#web/kit/panel/panel-source.tsx';
import {
  categoryColumn,
  countColumn,
  flagColumn,
  hiddenColumn,
  indicatorColumn,
  textColumn,
  timeColumn,
} from '#web/kit/records/record-columns.tsx';
import { RecordTable } from '#web/kit/records/RecordTable.tsx';
import {
  cutOffWords,
  endedWords,
  listingKnowledge,
  listingStatus,
  sourceNames,
} from '#web/kit/score/evidence-words.ts';
import { listingWords } from '#web/kit/score/score-words.ts';
import type { Entity } from '#web/kit/subject/entity.ts';
import { DayAndAge } from '#web/kit/time/TimeText.tsx';
import { listedFacts } from '#web/exports/row-facts.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { ExternalIcon } from '#web/kit/ui/icons.ts';
import { type KeyValue, KeyValueList } from '#web/kit/ui/KeyValueList.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';

/** The fields of the header's record that the panel reads. Other deployments send the score and its explanation only. */
export interface ListedRecord extends EvidenceFields {
  readonly error?: string;
  readonly listing_score?: number | undefined;
  readonly listing_score_explain?: ListingScoreExplain | undefined;
  /** The inputs of the score that were checked. */
  readonly checked?: readonly string[] | undefined;
}

type ListedEntity = Entity<unknown, ListedRecord>;

/** The lists that name the subject, or a range or AS that contains it, with first and last day. */
export const Listings = defineCard(
  given(({ header }: ListedEntity) => header),
  {
    title: 'Listings',
    isShown: ({ record }) => isKnown(record),
    read: (_response, { kind, record }) => listingsState(record ?? {}, subjectWords[kind] ?? 'indicator'),
    show: (record, { text }) => <ListingTable record={record} subject={text} />,
    expectedRows: 3,
  },
);

/**
 * The columns of an overview that the panel takes: few for a sentence, more for a table of lists, all for one with tags and references.
 * @param ofSentence a third, unless the column is wider
 */
export function listingsWidth(record: ListedRecord | null | undefined, ofSentence: 4 | 8 = 4): 4 | 8 | 12 {
  const { listings = [] } = record ?? {};
  return listings.length === 0 ? ofSentence : listings.some(hasComment) ? 12 : 8;
}

const hasComment = ({ tags, reference }: Listing) => Boolean(tags?.length) || Boolean(reference);
const comments: ReadonlySet<string> = new Set(['tags', 'reference']);

/** False where the header shows that nothing is known or that the answer failed. */
export function isKnown(record: ListedRecord | null | undefined): boolean {
  return record !== null && (record?.error === undefined || record.listings !== undefined);
}

/** The kind of the page's subject, as a word in a sentence. */
const subjectWords: Readonly<Partial<Record<IndicatorKind, string>>> = {
  ipv4: 'address',
  ipv6: 'address',
  asn: 'AS',
  subnet: 'subnet',
  domain: 'domain',
  'name-server': 'name server',
};

function ListingTable({ record, subject }: { record: ListedRecord; subject: string }) {
  const { listings = [], listing_score_explain: explain = {} } = record;
  // a deployment that does not name the lists
  if (listings.length === 0) return <KeyValueList items={listingFacts(explain)} />;
  const leftOut = cutOffWords(record);
  const words = [asSentence(listingWords(explain) ?? endedWords(record) ?? ''), leftOut].filter(Boolean).join(' ');
  return (
    <>
      {words && <p className="mb-2">{words}</p>}
      <RecordTable
        caption={`Listings of ${subject}`}
        rows={listings}
        columns={listings.some(hasComment) ? listingColumns : plainColumns}
        rowKey={rowKey}
        urlPrefix="l."
        exportTarget={{ view: 'listings', subject, factsOf: listedFacts, leftOut }}
      />
    </>
  );
}

function rowKey({ source, subject, category, first_listed }: Listing): string {
  return [source, subject, category, first_listed].join(' ');
}

/** Not listed, not tracked and unknown are different answers. */
export function listingsState(record: ListedRecord, what: string): PanelState<ListedRecord> {
  const { listings, listings_total: total, listing_score: score, listing_score_explain: explain = {} } = record;
  if (listings && listings.length > 0)
    return { is: 'data', data: record, count: listings.length, ...(total !== undefined && { total }) };
  if (Object.keys(explain).length > 0) return { is: 'data', data: record };
  const known = listingKnowledge(record);
  if (known === 'not-tracked')
    return {
      is: 'untracked',
      message: (
        <>
          No list is loaded, so listings of this {what} are unknown. <NotTracked>Open the sources</NotTracked>
        </>
      ),
    };
  if (known === 'no-current-list')
    return {
      is: 'unknown',
      word: 'No current list',
      message: (
        <>
          No current list could name this {what}, so whether it would be listed is unknown.{' '}
          <NotTracked>Open the sources</NotTracked>
        </>
      ),
    };
  if (known === 'not-listed' || score === 0)
    // "not listed" does not mean harmless, least of all for an indicator that was never observed
    return { is: 'empty', word: 'Not listed', message: <NotListed what={what} lists={record.current_lists} /> };
  return {
    is: 'unknown',
    message: `${capital(providerOf(record) ?? 'the service')} reports no listing data for this ${what}.`,
  };
}

interface NotListedProps {
  readonly what: string;
  /** Those that could name it. */
  readonly lists: readonly CoveringSource[] | undefined;
}

function NotListed({ what, lists = [] }: NotListedProps) {
  return (
    <>
      No loaded list has ever included this {what}.
      {lists.length > 0 && (
        <>
          {' '}
          Current lists that could: <VisibleText text={sourceNames(lists)} />.
        </>
      )}
    </>
  );
}

/** Marks a listing of a URL on a host that many people use. */
export function SharedHostBadge() {
  return (
    <span title="It lists the URL; for the host, which many people use, it counts little">
      <Badge>shared host</Badge>
    </span>
  );
}

const statusOf = (listing: Listing) => listingStatus(listing, dateToIsoDate(new Date()));

/** One row per list entry; the ids are the fields of the interface. */
export const listingColumns = [
  textColumn<Listing>('title', 'List', { size: 165, accessorFn: ({ title, source }) => title || source }),
  categoryColumn<Listing>('category', 'Category', 110),
  indicatorColumn<Listing>('subject', 'Listed indicator', {
    size: 215,
    meta: { description: 'A range or an AS covers every address in it' },
  }),
  textColumn<Listing>('status', 'Status', {
    size: 165,
    accessorFn: statusOf,
    cell: (cell) => (
      <span className="inline-flex items-baseline gap-1.5">
        <span className={cell.row.original.is_open ? undefined : 'text-muted'}>{textOf(cell)}</span>
        {cell.row.original.known_benign && (
          <span title="Of a known benign or very popular subject: this listing counts in no score">
            <Badge>not counted</Badge>
          </span>
        )}
        {cell.row.original.on_shared_host && <SharedHostBadge />}
      </span>
    ),
    meta: { description: 'Whether it is still on the list, and until when the listing counts' },
  }),
  timeColumn<Listing>('first_listed', 'First listed', { size: 112 }),
  timeColumn<Listing>('last_listed', 'Last listed', { size: 112 }),
  textColumn<Listing>('tags', 'Tags', { size: 160 }),
  textColumn<Listing>('reference', 'Reference', {
    size: 250,
    cell: (cell) => <Reference text={textOf(cell)} />,
    meta: { description: 'A page of the publisher about the entry; opening it leaves Sightline' },
  }),
  flagColumn<Listing>('known_benign', 'Not counted', { meta: { isHidden: true } }),
  countColumn<Listing>('confidence', 'Confidence', {
    size: 104,
    meta: { isHidden: true, description: 'Confidence of the list, 0 to 100' },
  }),
  timeColumn<Listing>('expires', 'Counts until', { size: 112, meta: { isHidden: true } }),
  textColumn<Listing>('source', 'Source id', { meta: { isHidden: true } }),
];

/** Without columns that would be empty. */
const plainColumns = listingColumns.map((column) => (comments.has(column.id) ? hiddenColumn(column) : column));

/** The page where a list explains an entry: a link that shows its URL, http(s) only, since lists may hold any text. */
function Reference({ text }: { text: string }) {
  if (text === '') return <span className="text-faint">–</span>;
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return <VisibleText text={text} />;
  const { href } = new URL(text);
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={linkClass} title={`Opens ${href} in a new tab`}>
      {href.length > longestShown ? `${href.slice(0, longestShown)}…` : href}
      <ExternalIcon className="ml-1 inline text-faint" />
    </a>
  );
}

const longestShown = 120;

const windows = [7, 30, 90, 180, 365] as const;

/** When and how often a subject was listed: the current state, its start, and the listings open in each period. */
function listingFacts(explain: ListingScoreExplain): KeyValue[] {
  const { listed_first, listed_first_ago, listed_recent, listed_recent_ago, listed_span, listings_all } = explain;
  const words = listingWords(explain);
  return [
    ...(words ? [{ key: 'now', label: 'Listed', value: words }] : []),
    {
      key: 'listed_first',
      label: 'First listed',
      value: <DayAndAge day={listed_first} age={listed_first_ago} words={daysAgo} />,
    },
    {
      key: 'listed_recent',
      label: 'Last seen on a list',
      value: <DayAndAge day={listed_recent} age={listed_recent_ago} words={daysAgo} />,
    },
    {
      key: 'listed_span',
      label: 'From first to last',
      value: listed_span === undefined ? null : formatCount(listed_span, 'day'),
    },
    { key: 'listings_all', label: 'Listings ever', value: formatNumber(listings_all) },
    ...windows.map((days) => ({
      key: `listings_last_${days}`,
      label: `Open in the last ${days} days`,
      value: formatNumber(explain[`listings_last_${days}`]),
    })),
  ];
}
