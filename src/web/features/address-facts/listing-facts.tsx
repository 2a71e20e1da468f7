import type { ListingScoreExplain } from '#contract/generated/types.gen.ts';
import { TimeText } from '#web/components/TimeText.tsx';
import { countOf, daysAgo } from '#web/components/verdict.ts';
import type { KeyValue } from '#web/ui/KeyValueList.tsx';

const windows = [7, 30, 90, 180, 365] as const;

/** When and how often the address was listed, as few lines. */
export function listingFacts(explain: ListingScoreExplain): KeyValue[] {
  const { listed_first, listed_first_ago, listed_recent, listed_recent_ago, listed_span, listings_all } = explain;
  return [
    { key: 'listed_first', label: 'First listed', value: <Day day={listed_first} ago={listed_first_ago} /> },
    { key: 'listed_recent', label: 'Last listed', value: <Day day={listed_recent} ago={listed_recent_ago} /> },
    {
      key: 'listed_span',
      label: 'From first to last',
      value: listed_span === undefined ? null : countOf(listed_span, 'day'),
    },
    { key: 'listings_all', label: 'Listings ever', value: listings_all?.toLocaleString('en') },
    ...windows.map((days) => ({
      key: `listings_last_${days}`,
      label: `Last ${days} days`,
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
