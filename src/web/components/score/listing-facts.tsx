import type { ListingScoreExplain } from '#contract/generated/types.gen.ts';
import type { KeyValue } from '#web/ui/KeyValueList.tsx';
import { listingWords } from './listing-words.ts';
import { TimeText } from '#web/components/time/TimeText.tsx';
import { countOf, daysAgo } from './verdict.ts';

const windows = [7, 30, 90, 180, 365] as const;

/** When and how often something was listed: what stands now, since when, and what was open in which period. */
export function listingFacts(explain: ListingScoreExplain): KeyValue[] {
  const { listed_first, listed_first_ago, listed_recent, listed_recent_ago, listed_span, listings_all } = explain;
  const words = listingWords(explain);
  return [
    ...(words ? [{ key: 'now', label: 'Listed', value: words }] : []),
    { key: 'listed_first', label: 'First listed', value: <Day day={listed_first} ago={listed_first_ago} /> },
    { key: 'listed_recent', label: 'Last seen on a list', value: <Day day={listed_recent} ago={listed_recent_ago} /> },
    {
      key: 'listed_span',
      label: 'From first to last',
      value: listed_span === undefined ? null : countOf(listed_span, 'day'),
    },
    { key: 'listings_all', label: 'Listings ever', value: listings_all?.toLocaleString('en') },
    ...windows.map((days) => ({
      key: `listings_last_${days}`,
      label: `Open in the last ${days} days`,
      value: explain[`listings_last_${days}`]?.toLocaleString('en'),
    })),
  ];
}

function Day({ day, ago }: { day: number | undefined; ago: number | undefined }) {
  return (
    <>
      <TimeText value={day} />
      {ago !== undefined && <span className="text-muted">, {daysAgo(ago)}</span>}
    </>
  );
}
