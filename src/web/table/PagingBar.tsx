import { formatCount, formatNumber } from '#model/format.ts';
import { Button } from '#web/kit/ui/Button.tsx';

/** The number of loaded rows, whether more exist, and the button for them. */
export function PagingBar({ loaded, paging }: { loaded: number; paging: Paging }) {
  const { hasMore, isLoadingMore = false, onLoadMore, failure } = paging;
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 px-1 py-1 text-sm text-muted">
      <span>{loadedStatement(loaded, paging)}</span>
      {hasMore && onLoadMore && (
        <Button
          size="sm"
          onClick={onLoadMore}
          disabledReason={isLoadingMore ? 'The next rows are being loaded' : undefined}
        >
          {isLoadingMore ? 'Loading…' : failure ? 'Try again' : 'Load more'}
        </Button>
      )}
      {failure && (
        <span role="alert" className="text-danger">
          {failure}
        </span>
      )}
    </div>
  );
}

/** All rows are loaded: the bar above the table has said how many. */
export function isComplete(loaded: number, { total, hasMore, failure }: Paging): boolean {
  return !hasMore && failure === undefined && (total === null || total <= loaded);
}

/** Paging state, in the same words below the table and in the export. */
export interface Paging {
  /** Total rows of the answer; null when the service did not give it. */
  total: number | null;
  /** The total is a lower bound. */
  isTotalAtLeast?: boolean;
  hasMore: boolean;
  isLoadingMore?: boolean;
  onLoadMore?: () => void;
  /** Why the last page could not be loaded. */
  failure?: string | undefined;
}

const rows = (value: number) => formatCount(value, 'row');

/** "100 rows loaded of 358,961 or more". */
export function loadedStatement(loaded: number, paging: Pick<Paging, 'total' | 'isTotalAtLeast' | 'hasMore'>): string {
  const { total, isTotalAtLeast = false, hasMore } = paging;
  if (!hasMore && (total === null || total <= loaded)) return rows(loaded);
  // one row more than the page is requested, which shows only whether there are more
  const most = isTotalAtLeast ? loaded + 1 : loaded;
  if (total === null || total <= most) return `${rows(loaded)} loaded, more available`;
  return `${rows(loaded)} loaded of ${formatNumber(total)}${isTotalAtLeast ? ' or more' : ''}`;
}

/** What an export leaves out, in one sentence; null when it is complete. */
export function truncationStatement(
  exported: number,
  paging: Pick<Paging, 'total' | 'isTotalAtLeast' | 'hasMore'>,
): string | null {
  const { total, isTotalAtLeast = false, hasMore } = paging;
  if (total !== null && total > exported) {
    return `Holds ${rows(exported)} of ${formatNumber(total)}${isTotalAtLeast ? ' or more' : ''}.`;
  }
  return hasMore ? `Holds ${rows(exported)}; more are available.` : null;
}
