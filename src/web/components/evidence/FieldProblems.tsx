import type { FieldProblem } from '#web/api/read-by-shape.ts';
import { WarningIcon } from '#web/ui/icons.ts';

/** Names the fields of an answer that could not be read, because they are not what the contract says. The rest is shown. */
export function FieldProblems({ problems }: { problems: readonly FieldProblem[] | undefined }) {
  if (!problems || problems.length === 0) return null;
  return (
    <details className="mt-2 text-sm text-warning">
      <summary className="flex cursor-pointer items-center gap-1">
        <WarningIcon />
        {problems.length === 1 ? '1 field could not be read' : `${problems.length} fields could not be read`}
      </summary>
      <ul className="mt-1 list-disc pl-6 text-muted">
        {problems.map(({ path, message, count }) => (
          <li key={path}>
            <code className="break-all">{path}</code>: {message}
            {count > 1 && `, ${count.toLocaleString('en')} times`}
          </li>
        ))}
      </ul>
    </details>
  );
}
