import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useMemo, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { epochSecondsToTimestamp } from '#model/dates.ts';
import { capital, formatNumber } from '#model/format.ts';
import { SegmentedControl } from '#web/kit/ui/RadioGroup.tsx';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import {
  describeTimeline,
  fitText,
  itemRows,
  openedRows,
  type TimelineGroup,
  timelineGroups,
  type TimelineItem,
  type TimelineWords,
} from './timeline-layout.ts';
import { PictureFrame } from './PictureFrame.tsx';
import { TimelinePlot } from './TimelinePlot.tsx';
import { TwinTable } from './TwinTable.tsx';
import { spanAround, useZoom, ZoomControls } from './ZoomControls.tsx';

interface DiversityTimelineProps {
  /** The title: "IP diversity of a.example"; also the name of the saved picture. */
  label: string;
  /** Distinguishes the URL keys of the timelines of a page: `div.` -> `div.by`. */
  urlPrefix: string;
  items: readonly TimelineItem[];
  words: TimelineWords;
  /** Highlighting shared with a table of the same rows; keys of items and groups. */
  highlightedKey?: string | null;
  onHighlight?: (key: string | null) => void;
  /** Called on Enter or a click on the bar of an item without a page. */
  onOpen?: ((item: TimelineItem) => void) | undefined;
  maxHeightPx?: number;
  /** A table of the same rows is alongside it, so it needs none of its own. */
  hasTableBeside?: boolean;
}

/** Limit of drawn rows; the table shows all. */
const MAX_ROWS = 1000;
/** More bars begin as a row for each group. */
const mostBars = 60;
const LABEL_ROOM = { mostPx: 240, share: 0.36 };

const byParser = parseAsStringLiteral(['item', 'group']).withOptions({ history: 'replace' });

/** A bar for each item from its first to its last sighting, coloured by group: fast flux shows as a staircase of colours. */
export function DiversityTimeline({
  label,
  urlPrefix,
  items,
  words,
  maxHeightPx = 380,
  hasTableBeside = false,
  ...props
}: DiversityTimelineProps) {
  const [chosen, setBy] = useQueryState(`${urlPrefix}by`, byParser);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const groups = useMemo(() => timelineGroups(items), [items]);
  const looks = useMemo(() => new Map(groups.map(({ group, look }) => [group, look])), [groups]);
  const by = chosen ?? (items.length > mostBars && groups.length <= items.length / 2 ? 'group' : 'item');
  const allRows = useMemo(() => (by === 'item' ? itemRows(items) : openedRows(items, opened)), [items, by, opened]);
  const rows = useMemo(() => allRows.slice(0, MAX_ROWS), [allRows]);
  const limits = useMemo(() => spanAround(items), [items]);
  const boxRef = useRef<HTMLDivElement>(null);
  const zoom = useZoom(boxRef, limits, LABEL_ROOM);
  const { onOpen } = props;
  const navigate = useNavigate();
  const isOpenable = by === 'group' || onOpen !== undefined || items.some(({ path }) => path !== undefined);
  const open = (key: string) => {
    const item = items.find((candidate) => candidate.key === key);
    if (item) return item.path === undefined ? onOpen?.(item) : void navigate(item.path);
    setOpened(new Set(opened.has(key) ? [...opened].filter((each) => each !== key) : [...opened, key]));
  };
  const hasCounts = items.some(({ count }) => count !== undefined);
  const cut = allRows.length > rows.length ? ` The first ${formatNumber(MAX_ROWS)} are drawn; the table has all.` : '';
  return (
    <PictureFrame
      label={label}
      urlPrefix={urlPrefix}
      description={`${describeTimeline(items, words)}${cut}`}
      controls={
        <>
          <SegmentedControl
            label="A row for each"
            value={by}
            onChange={(next) => void setBy(next)}
            choices={[
              { value: 'item', label: capital(words.item[1]) },
              { value: 'group', label: capital(words.group[1]) },
            ]}
          />
          <ZoomControls isZoomed={zoom.isZoomed} actions={zoom.actions} />
        </>
      }
      picture={
        <>
          <div
            ref={boxRef}
            data-scroll=""
            className="min-w-0 contain-inline-size overflow-x-hidden overflow-y-auto rounded-lg border border-border bg-surface [scrollbar-gutter:stable]"
            style={{ maxHeight: maxHeightPx, scrollPaddingTop: 24, scrollPaddingBottom: 24 }}
          >
            {zoom.boxWidth === 0 ? (
              <Skeleton shape="block" heightPx={Math.min(maxHeightPx, rows.length * 20 + 44)} />
            ) : (
              <TimelinePlot
                key={by}
                label={label}
                rows={rows}
                items={items}
                looks={looks}
                zoom={zoom}
                highlightedKey={props.highlightedKey ?? null}
                onHighlight={props.onHighlight}
                onOpen={isOpenable ? open : undefined}
              />
            )}
          </div>
          <TimelineLegend groups={groups} />
        </>
      }
      table={
        !hasTableBeside && (
          <TwinTable
            label={label}
            maxHeightPx={maxHeightPx}
            columns={[
              { header: capital(words.item[0]), isIndicator: true },
              { header: capital(words.group[0]) },
              { header: 'Name' },
              { header: 'First seen' },
              { header: 'Last seen' },
              ...(hasCounts ? [{ header: 'Count', isNumber: true }] : []),
            ]}
            rows={items.map((item) => [
              item.label,
              item.group,
              item.groupLabel,
              epochSecondsToTimestamp(item.start),
              epochSecondsToTimestamp(item.end),
              ...(hasCounts ? [formatNumber(item.count) ?? ''] : []),
            ])}
          />
        )
      }
    />
  );
}

const MAX_LISTED = 12;
const GROUP_CHARACTERS = 40;

/** What the colours and stripes represent, the largest groups first. */
function TimelineLegend({ groups }: { readonly groups: readonly TimelineGroup[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {groups.slice(0, MAX_LISTED).map(({ group, groupLabel, groupPath, items, look: { color, isStriped } }) => {
        const name = fitText(group, GROUP_CHARACTERS);
        return (
          <li key={group} className="flex min-w-0 items-center gap-1.5">
            <span
              aria-hidden
              data-fill=""
              className="size-2.5 shrink-0 rounded-sm"
              style={{
                background: isStriped
                  ? `repeating-linear-gradient(45deg, ${color} 0 2px, var(--surface) 2px 4px)`
                  : color,
              }}
            />
            <span className="truncate">
              {groupPath !== undefined ? (
                <Link to={groupPath} className={linkClass}>
                  {name}
                </Link>
              ) : (
                <span className="text-text">{name}</span>
              )}{' '}
              <VisibleText text={groupLabel} /> ({formatNumber(items)})
            </span>
          </li>
        );
      })}
      {groups.length > MAX_LISTED && <li>and {formatNumber(groups.length - MAX_LISTED)} more</li>}
    </ul>
  );
}
