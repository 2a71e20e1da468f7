import { EmptyState } from '#web/ui/EmptyState.tsx';

/** Shown by panels that read the header's answer when that failed: the header says why and has the retry button. */
export function NotAnswered() {
  return (
    <EmptyState kind="unknown" word="Not answered">
      This panel needs the answer of the page header, which failed.
    </EmptyState>
  );
}
