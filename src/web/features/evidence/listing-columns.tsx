import type { Listing } from '#contract/generated/types.gen.ts';
import { dateToIsoDate } from '#model/dates.ts';
import {
  countColumn,
  flagColumn,
  indicatorColumn,
  textColumn,
  timeColumn,
} from '#web/components/records/record-columns.tsx';
import { listingStatus } from '#web/components/score/evidence-words.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { ExternalIcon } from '#web/ui/icons.ts';
import { linkClass } from '#web/ui/link-class.ts';
import { VisibleText } from '#web/ui/VisibleText.tsx';

const statusOf = (listing: Listing) => listingStatus(listing, dateToIsoDate(new Date()));

/** One row for each entry of a list; the ids are the fields of the interface. */
export const listingColumns = [
  textColumn<Listing>('title', 'List', { width: 190, value: ({ title, source }) => title || source }),
  textColumn<Listing>('category', 'Category', { width: 96 }),
  indicatorColumn<Listing>('subject', 'What it names', {
    width: 230,
    description: 'A range or an AS stands for every address in it',
  }),
  textColumn<Listing>('status', 'Status', {
    width: 190,
    value: statusOf,
    description: 'Whether the list still names it, and until when the listing counts',
    cell: ({ row, text }) => (
      <span className="inline-flex items-baseline gap-1.5">
        <span className={row.is_open ? undefined : 'text-muted'}>{text}</span>
        {row.known_benign && (
          <span title="Known to be benign: this listing does not count in any score">
            <Badge tone="ok">known benign</Badge>
          </span>
        )}
      </span>
    ),
  }),
  timeColumn<Listing>('first_listed', 'First listed', { width: 112 }),
  timeColumn<Listing>('last_listed', 'Last listed', { width: 112 }),
  textColumn<Listing>('tags', 'Tags', { width: 160 }),
  textColumn<Listing>('reference', 'Reference', {
    width: 260,
    description: 'A page of the publisher about the entry; opening it leaves Sightline',
    cell: ({ text }) => <Reference text={text} />,
  }),
  flagColumn<Listing>('known_benign', 'Known benign', { hidden: true }),
  countColumn<Listing>('confidence', 'Confidence', {
    width: 104,
    hidden: true,
    description: 'How sure the list is, 0 to 100',
  }),
  timeColumn<Listing>('expires', 'Counts until', { width: 112, hidden: true }),
  textColumn<Listing>('source', 'Source id', { hidden: true }),
];

/** Where a list explains an entry: a link that shows its address, and only of the web. Lists may hold anything. */
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
