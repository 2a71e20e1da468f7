import { z } from 'zod';
import * as schemas from '#contract/generated/zod.gen.ts';
import { operations, type Operation } from '#contract/generated/operations.gen.ts';

/** The most literal template wins, as the router decides. */
const templates = Object.values<Operation>(operations)
  .map((operation) => ({ operation, pattern: patternOf(operation.path) }))
  .sort((a, b) => placeholders(a.operation.path) - placeholders(b.operation.path));

/**
 * Checks an answer against the contract: the envelope, and the response schema of the operation that the path matches
 * (for failures the contract's one failure).
 * @throws Error that names the operation and every field that differs
 */
export function checkAgainstContract(method: string, path: string, status: number, body: unknown): void {
  const operation = operationOf(method, path);
  if (!operation) return;
  const schema = status < 400 ? schemaOf(operation) : schemas.zFailure;
  const checked = z.safeParse(schema, body);
  if (!checked.success)
    throw new Error(`${operation.operationId} (${status}) breaks the contract:\n${z.prettifyError(checked.error)}`);
  const { status_code } = body as { status_code: number };
  if (status_code !== status) throw new Error(`${operation.operationId}: status ${status}, status_code ${status_code}`);
}

function operationOf(method: string, path: string): Operation | undefined {
  const bare = path.replace(/\?.*$/, '').replace(/\/$/, '');
  return templates.find(({ operation, pattern }) => operation.method === method && pattern.test(bare))?.operation;
}

function schemaOf({ operationId }: Operation): z.core.$ZodType {
  const name = `z${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Response`;
  const schema = (schemas as Record<string, unknown>)[name];
  if (!schema) throw new Error(`the contract has no ${name}`);
  return schema as z.core.$ZodType;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
}

function placeholders(path: string): number {
  return path.split('{').length;
}
