import { Button } from '#web/ui/Button.tsx';
import { loadedStatement, type Paging } from './paging.ts';

/** How many rows are loaded, that more exist, and the way to them. */
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
