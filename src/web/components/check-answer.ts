import type { OperationId } from '#contract/generated/operations.gen.ts';
import * as schemas from '#contract/generated/zod.gen.ts';

/** A field that is not what the contract says it is. */
export interface FieldProblem {
  /** Like `response.ip2asn.0.asn`. */
  readonly path: string;
  readonly message: string;
}

const shownAtMost = 20;

interface Schema {
  safeParse(value: unknown): {
    success: boolean;
    error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] };
  };
}

/** Holds an answer against its schema. Loaded only when there is an answer to check, because the schemas are large. */
export function checkAnswer(operationId: OperationId, raw: unknown): readonly FieldProblem[] {
  const name = `z${operationId[0]?.toUpperCase()}${operationId.slice(1)}Response`;
  const schema = (schemas as unknown as Record<string, Schema | undefined>)[name];
  const issues = schema?.safeParse(raw).error?.issues ?? [];
  return issues.slice(0, shownAtMost).map(({ path, message }) => ({ path: path.join('.'), message }));
}
