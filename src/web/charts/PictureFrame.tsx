import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { DownloadIcon, TableIcon, TimelineIcon } from '#web/kit/ui/icons.ts';
import { MenuButton } from '#web/kit/ui/MenuButton.tsx';
import { SegmentedControl } from '#web/kit/ui/RadioGroup.tsx';
import { useIsPrinting } from '#web/kit/ui/use-is-printing.ts';

interface PictureFrameProps {
  /** The title of the picture; also the name of the saved file. */
  label: string;
  /** Distinguishes the URL keys of the charts of a page: `ev.` -> `ev.chart`. */
  urlPrefix: string;
  /** The chart in a sentence, for screen readers. */
  description: string;
  /** For screen readers only: repeats what is visible. */
  isDescriptionHidden?: boolean;
  /** Controls alongside the switch, only with the picture. */
  controls?: ReactNode;
  /** Drawn in SVGs marked with `data-picture`; those are saved. */
  picture: ReactNode;
  /** The same data as a table; undefined where a table is beside the picture. */
  table: ReactNode;
}

const viewParser = parseAsStringLiteral(['picture', 'table'])
  .withDefault('picture')
  .withOptions({ history: 'replace' });

/** The frame of every chart: a table view unless the panel has one, a text description, and saving as SVG or PNG. */
export function PictureFrame({
  label,
  urlPrefix,
  description,
  isDescriptionHidden = false,
  controls,
  picture,
  table,
}: PictureFrameProps) {
  const [view, setView] = useQueryState(`${urlPrefix}chart`, viewParser);
  const ref = useRef<HTMLElement>(null);
  const save = (format: 'svg' | 'png') => {
    const svgs = [
      ...(ref.current?.querySelectorAll<SVGSVGElement>('svg[data-picture], [data-picture] svg.recharts-surface') ?? []),
    ];
    if (svgs.length > 0) void import('./save-picture.ts').then(({ savePicture }) => savePicture(svgs, label, format));
  };
  return (
    <figure ref={ref} aria-label={label} className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {table && (
          <SegmentedControl
            label={`View of ${label}`}
            value={view}
            onChange={(next) => void setView(next)}
            choices={[
              { value: 'picture', label: 'Chart', icon: TimelineIcon },
              { value: 'table', label: 'Table', icon: TableIcon },
            ]}
          />
        )}
        {view === 'picture' && (
          <>
            {controls}
            <span className="ml-auto">
              <MenuButton
                label={`Save the chart of ${label}`}
                icon={DownloadIcon}
                size="sm"
                entries={[
                  { kind: 'action', id: 'svg', label: 'Save as SVG', onAction: () => save('svg') },
                  { kind: 'action', id: 'png', label: 'Save as PNG', onAction: () => save('png') },
                ]}
              />
            </span>
          </>
        )}
      </div>
      {view === 'picture' ? picture : table}
      <figcaption className={isDescriptionHidden ? 'sr-only' : 'text-sm text-muted'}>{description}</figcaption>
    </figure>
  );
}

/** The width of a panel on A4 and Letter with usual margins; the browser measures nothing between the print command and the print. */
export const paperWidthPx = 620;

/**
 * The inner width of an element in CSS pixels, followed as it changes; 0 before the first layout, and
 * that of paper while the page is printed. The element must not take
 * its width from what is drawn in it (`contain-inline-size`), or it never gets narrower again.
 */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  const isPrinting = useIsPrinting();
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    // at once, so that the picture appears in the same frame as its box
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return isPrinting ? Math.min(width, paperWidthPx) : width;
}
