import { EmptyState } from '#web/ui/EmptyState.tsx';

/** In place of what stands on the question of the header, when that failed: the header says why, and asks again. */
export function NotAnswered() {
  return (
    <EmptyState kind="unknown" word="Not answered">
      This stands on the question of the header, which has no answer.
    </EmptyState>
  );
}
