import type { Collection } from '#contract/generated/types.gen.ts';
import { useAnswer, type Answer } from '#web/api/use-answer.ts';

/** What the collection holds. Sightline's own operation: other deployments of the interface have none. */
export function useCollection(): Answer<Collection> {
  return useAnswer({ operationId: 'collection' }, { title: 'What the collection holds' });
}
