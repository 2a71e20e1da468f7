import { useEffect, useState } from 'react';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import { WarningIcon } from '#web/ui/icons.ts';
import type { FieldProblem } from './check-answer.ts';

interface FieldProblemsProps {
  readonly operationId: OperationId;
  /** The envelope as it came. */
  readonly raw: unknown;
}

/** Names the fields of an answer that are not what the contract says. The answer is shown all the same. */
export function FieldProblems({ operationId, raw }: FieldProblemsProps) {
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  useEffect(() => {
    let isCurrent = true;
    void import('./check-answer.ts').then(({ checkAnswer }) => {
      if (isCurrent) setProblems(checkAnswer(operationId, raw));
    });
    return () => {
      isCurrent = false;
    };
  }, [operationId, raw]);
  if (problems.length === 0) return null;
  return (
    <details className="mt-2 text-sm text-warning">
      <summary className="flex cursor-pointer items-center gap-1">
        <WarningIcon />
        {problems.length === 1
          ? '1 field differs from the interface'
          : `${problems.length} fields differ from the interface`}
      </summary>
      <ul className="mt-1 list-disc pl-6 text-muted">
        {problems.map(({ path, message }) => (
          <li key={path}>
            <code>{path}</code>: {message}
          </li>
        ))}
      </ul>
    </details>
  );
}
