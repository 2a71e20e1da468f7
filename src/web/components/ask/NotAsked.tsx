import { EmptyState } from '#web/ui/EmptyState.tsx';

/** An address that was edited by hand: a question that would be refused, or mean more than it says, is not asked. */
export function NotAsked({
  problems,
}: {
  readonly problems: readonly (readonly [field: string, problem: string | undefined])[];
}) {
  return (
    <EmptyState kind="unknown" word="Invalid search">
      <p>The address of this page has invalid parameters. Fix the highlighted fields and search again.</p>
      <ul className="mt-1 list-disc pl-5">
        {problems.map(([field, problem]) => (
          <li key={field}>
            <code>{field}</code>: {problem}
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}
