import { useAnswer } from '#web/api/use-answer.ts';
import { LoadedData } from '#web/features/sources/LoadedData.tsx';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const handle: RouteHandle = { title: 'Sources' };

/** Where the collection comes from, and how fresh it is. */
export function Component() {
  const collection = useAnswer({ operationId: 'collection' }, { title: 'What the collection holds' });
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-xl font-semibold">Sources</h1>
      <LoadedData answer={collection} />
    </div>
  );
}
