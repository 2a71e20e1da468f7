import { classNames } from './class-names.ts';

interface SkeletonProps {
  /** text: lines of running text · rows: lines of a table or list at the row height · block: a chart or picture. */
  shape: 'text' | 'rows' | 'block';
  /** Lines or rows. */
  count?: number;
  /** Height of a block in CSS pixels: the expected height of the content. */
  heightPx?: number;
  className?: string;
}

const widths = ['w-11/12', 'w-7/12', 'w-9/12', 'w-5/12', 'w-10/12'];

/**
 * A placeholder for loading content. It reserves the final room from the first frame, so that nothing moves, and becomes
 * visible after 150 ms, so that a quick answer does not flash. The panel around it sets aria-busy.
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
