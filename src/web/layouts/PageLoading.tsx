import { Skeleton } from '#web/ui/Skeleton.tsx';

/** Stands where the first page will be while its code is on the way. */
export function PageLoading() {
  return (
    <div aria-busy="true" className="p-4">
      <Skeleton shape="text" count={3} />
    </div>
  );
}
