import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { barShare, densityBuckets, describeDensity, type DensityBucket, type DensityItem } from './density-buckets.ts';
import { PictureFrame } from './PictureFrame.tsx';
import { TwinTable } from './TwinTable.tsx';
import { useWidth } from './use-width.ts';

export interface DensityBarsProps {
  /** What is shown: "Density of 192.0.2.0/24". Also names the saved picture. */
  label: string;
  /** In the order of the addresses. */
  items: readonly DensityItem[];
  /** Marks one address, for example the subject of the page. */
  highlightedKey?: string | null;
  /** Enter or a press on a bar that stands for one address. */
  onOpen?: (key: string) => void;
  heightPx?: number;
}

const MIN_BAR_PX = 4;
/** More bars than this are joined with their neighbours; up to here the picture scrolls where it is narrow. */
const MAX_BARS = 512;

const names = (bucket: DensityBucket) =>
  `${bucket.label}: ${bucket.items > 1 ? 'up to ' : ''}${bucket.value.toLocaleString('en')} ${bucket.value === 1 ? 'name' : 'names'}`;

function Plot({ label, items, highlightedKey = null, onOpen, heightPx = 140 }: DensityBarsProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  const svgRef = useRef<SVGSVGElement>(null);
  const boxWidth = useWidth(boxRef);
  const [pointed, setPointed] = useState<number | null>(null);
  const buckets = useMemo(() => densityBuckets(items, MAX_BARS), [items]);
  const max = buckets.reduce((most, { value }) => Math.max(most, value), 0);
  const [chosen, setActive] = useState<number | null>(null);
  // the bar that matters most is the one to begin at
  const marked = buckets.findIndex(({ key }) => key === highlightedKey);
  const active = chosen ?? (marked >= 0 ? marked : buckets.findIndex(({ value }) => value === max));
  const barPx = Math.max(MIN_BAR_PX, boxWidth / Math.max(1, buckets.length));
  const open = (bucket: DensityBucket | undefined) => {
    if (bucket && bucket.items === 1) onOpen?.(bucket.key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      PageUp: -16,
      PageDown: 16,
      Home: -Infinity,
      End: Infinity,
    };
    const step = steps[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined) return open(buckets[active]);
    const next = Math.min(buckets.length - 1, Math.max(0, active + step));
    setActive(next);
    const bar = svgRef.current?.querySelectorAll<SVGGElement>('[data-bar]')[next];
    bar?.focus({ preventScroll: true });
    bar?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const shown = buckets[pointed ?? active];
  return (
    <div>
      <div ref={boxRef} className="contain-inline-size overflow-x-auto rounded-lg border border-border bg-surface">
        <svg
          ref={svgRef}
          data-picture
          role="group"
          aria-label={`${label}: arrow keys walk the bars`}
          width={buckets.length * barPx}
          height={heightPx}
          className="block"
          onKeyDown={onKeyDown}
          onPointerLeave={() => setPointed(null)}
        >
          {buckets.map((bucket, index) => {
            const height = barShare(bucket.value, max) * (heightPx - 8);
            return (
              <g
                key={bucket.key}
                data-bar
                role={onOpen ? 'button' : 'img'}
                aria-label={names(bucket)}
                tabIndex={index === active ? 0 : -1}
                className="group outline-none"
                onFocus={() => setActive(index)}
                onPointerEnter={() => setPointed(index)}
                onClick={() => open(bucket)}
              >
                <rect
                  x={index * barPx}
                  width={barPx}
                  height={heightPx}
                  className="fill-transparent group-hover:fill-hover group-focus-visible:fill-selected"
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
  const { label, items, highlightedKey, heightPx = 140 } = props;
  const marked = items.find(({ key }) => key === highlightedKey);
  const scale = `Heights are logarithmic${marked ? `; the bar in another colour is ${marked.label}` : ''}.`;
  return (
    <PictureFrame
      label={label}
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
          rows={items.map((item) => [item.label, item.value.toLocaleString('en')])}
        />
      }
    />
  );
}
