import { useMemo, useRef } from 'react';
import { chunksOf } from '#model/chunks.ts';
import { formatCount, formatNumber } from '#model/format.ts';
import { classNames } from '#web/kit/ui/class-names.ts';
import { PictureFrame, useWidth } from './PictureFrame.tsx';
import { TwinTable } from './TwinTable.tsx';
import { useMarks } from './use-marks.ts';

interface DensityBarsProps {
  /** The title, such as "Density of 192.0.2.0/24"; also the name of the saved picture. */
  label: string;
  /** In the order of the addresses. */
  items: readonly DensityItem[];
  /** Marks one address, for example the subject of the page. */
  highlightedKey: string;
  /** Called on Enter or a click on the bar of a single address. */
  onOpen: (key: string) => void;
  heightPx: number;
}

const MIN_BAR_PX = 4;
/** Adjacent bars are merged above this number; up to it, a narrow chart scrolls. */
const MAX_BARS = 512;

const names = (bucket: DensityBucket) =>
  `${bucket.label}: ${bucket.items > 1 ? 'up to ' : ''}${formatCount(bucket.value, 'name')}`;

function Plot({ label, items, highlightedKey, onOpen, heightPx }: DensityBarsProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  const boxWidth = useWidth(boxRef);
  const buckets = useMemo(() => densityBuckets(items, MAX_BARS), [items]);
  const max = buckets.reduce((most, { value }) => Math.max(most, value), 0);
  const keys = useMemo(() => buckets.map(({ key }) => key), [buckets]);
  const marked = keys.indexOf(highlightedKey);
  const { svgRef, handlers, activeIndex, pointedKey } = useMarks({
    keys,
    onOpen: (key) => {
      if (buckets.find((bucket) => bucket.key === key)?.items === 1) onOpen(key);
    },
    steps: { ArrowLeft: -1, ArrowRight: 1, PageUp: -16, PageDown: 16 },
    // the marked bar, else the highest
    first: marked >= 0 ? marked : buckets.findIndex(({ value }) => value === max),
  });
  const barPx = Math.max(MIN_BAR_PX, boxWidth / Math.max(1, buckets.length));
  const shown = buckets.find(({ key }) => key === pointedKey) ?? buckets[activeIndex];
  return (
    <div>
      <div ref={boxRef} className="contain-inline-size overflow-x-auto rounded-lg border border-border bg-surface">
        <svg
          ref={svgRef}
          data-picture
          role="group"
          aria-label={`${label}: arrow keys move between bars`}
          width={buckets.length * barPx}
          height={heightPx}
          className="block"
          {...handlers}
        >
          {buckets.map((bucket, index) => {
            const height = barShare(bucket.value, max) * (heightPx - 8);
            return (
              <g
                key={bucket.key}
                data-key={bucket.key}
                role="button"
                aria-label={names(bucket)}
                tabIndex={index === activeIndex ? 0 : -1}
                className="group outline-none"
              >
                <rect
                  x={index * barPx}
                  width={barPx}
                  height={heightPx}
                  className="fill-transparent group-hover:fill-hover group-focus-visible:stroke-focus group-focus-visible:stroke-2"
                />
                <rect
                  data-fill=""
                  x={index * barPx + 0.5}
                  y={heightPx - height}
                  width={barPx - 1}
                  height={height}
                  className={classNames(bucket.key === highlightedKey ? 'fill-warning' : 'fill-accent')}
                />
              </g>
            );
          })}
        </svg>
      </div>
      <p aria-hidden className="min-h-5 truncate text-sm text-muted">
        {shown ? names(shown) : '\u00a0'}
      </p>
    </div>
  );
}

/** How many names point to each address of a subnet, as bars on a logarithmic scale. */
export function DensityBars(props: DensityBarsProps) {
  const { label, items, highlightedKey, heightPx } = props;
  // an address without names has no bar
  const marked = items.find(({ key, value }) => key === highlightedKey && value > 0);
  const scale = `Heights are logarithmic${marked ? `; the bar in another colour is ${marked.label}` : ''}.`;
  return (
    <PictureFrame
      label={label}
      urlPrefix="density."
      description={`${describeDensity(items)} ${scale}`}
      picture={<Plot {...props} />}
      table={
        <TwinTable
          label={label}
          maxHeightPx={heightPx + 22}
          columns={[
            { header: 'Address', isIndicator: true },
            { header: 'Names', isNumber: true },
          ]}
          rows={items.map((item) => [item.label, formatNumber(item.value)])}
        />
      }
    />
  );
}

/** One address of a subnet and how many names point to it. */
export interface DensityItem {
  readonly key: string;
  readonly label: string;
  readonly value: number;
}

interface DensityBucket {
  /** The first key. */
  readonly key: string;
  /** One label, or the first and the last. */
  readonly label: string;
  /** The highest value of the group, so that peaks stay visible. */
  readonly value: number;
  readonly items: number;
}

/** Merges neighbours into at most `maxCount` equal groups; each item alone while they fit. */
export function densityBuckets(items: readonly DensityItem[], maxCount: number): readonly DensityBucket[] {
  const size = Math.max(1, Math.ceil(items.length / Math.max(1, maxCount)));
  return chunksOf(items, size).map((members) => {
    const [first, last] = [members[0]!, members.at(-1)!];
    return {
      key: first.key,
      label: members.length === 1 ? first.label : `${first.label} to ${last.label}`,
      value: members.reduce((max, { value }) => Math.max(max, value), 0),
      items: members.length,
    };
  });
}

/** "37 of 256 addresses in use; the densest, 192.0.2.7, has 1,204 names." */
export function describeDensity(items: readonly DensityItem[]): string {
  const used = items.filter(({ value }) => value > 0);
  const inUse = `${formatNumber(used.length)} of ${formatCount(items.length, 'address', 'addresses')} in use`;
  if (used.length === 0) return `${inUse}.`;
  const densest = used.reduce((best, item) => (item.value > best.value ? item : best));
  return `${inUse}; the densest, ${densest.label}, has ${formatCount(densest.value, 'name')}.`;
}

/** Height as a share of the highest, by the logarithm: one crowded address must not flatten the others. Anything above 0 shows. */
export function barShare(value: number, max: number): number {
  return value <= 0 || max <= 0 ? 0 : Math.max(0.04, Math.log1p(value) / Math.log1p(max));
}
