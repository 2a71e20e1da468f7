import { classNames } from './class-names.ts';

interface SkeletonProps {
  /** text: lines of running text · rows: lines of a table or list at the row height · block: a chart or picture. */
  shape: 'text' | 'rows' | 'block';
  /** Lines or rows. */
  count?: number;
  /** Height of a block in CSS pixels; that of the content to come. */
  heightPx?: number;
  className?: string;
}

const widths = ['w-11/12', 'w-7/12', 'w-9/12', 'w-5/12', 'w-10/12'];

/**
 * The shape of what is coming. It takes its final room from the first frame, so nothing moves when data arrives, and becomes
 * visible after 150 ms only, so a quick answer shows no flash. The panel around it says aria-busy; this says nothing.
 */
export function Skeleton({ shape, count = 3, heightPx = 160, className }: SkeletonProps) {
  if (shape === 'block') {
    return (
      <div
        aria-hidden
        className={classNames('animate-late rounded-sm bg-hover', className)}
        style={{ height: heightPx }}
      />
    );
  }
  return (
    <div aria-hidden className={classNames('animate-late', className)}>
      {Array.from({ length: count }, (_, line) => (
        <div
          key={line}
          className={classNames(
            'flex items-center',
            shape === 'rows' ? 'h-row border-b border-border last:border-b-0' : 'h-5',
          )}
        >
          <div className={classNames('h-2.5 animate-pulse-quiet rounded-sm bg-hover', widths[line % widths.length])} />
        </div>
      ))}
    </div>
  );
}
