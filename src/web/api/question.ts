import { queryOptions } from '@tanstack/react-query';
import { client } from '#contract/generated/client.gen.ts';
import { operations, type OperationId, type Operations } from '#contract/generated/operations.gen.ts';

/** A question to any operation, as "API request" shows it and as share links carry it. */
export interface AnyQuestion {
  readonly operationId: OperationId;
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

type Parameters = { readonly [Id in OperationId]: DeepReadonly<Omit<Operations[Id]['data'], 'url'>> };

/** A question to one operation: its id, and the parameters that the contract gives it. */
export type Question<Id extends OperationId> = { readonly operationId: Id } & Parameters[Id];

/** What stands under `response`. */
export type AnswerOf<Id extends OperationId> = Operations[Id]['answer'];

/** A whole answer. The client has checked that something stands under `response`. */
export interface Envelope<R> {
  readonly response: R;
}

/** The address of a question's answer in the cache. */
export function questionKey(question: AnyQuestion) {
  const { operationId, path, query, body } = question;
  return [{ operationId, baseUrl: client.getConfig().baseUrl, path, query, body }] as const;
}

/** The beginning of {@link questionKey} that all questions to an operation share. */
export function operationKey(operationId: OperationId) {
  return [{ operationId }] as const;
}

/** Asks once, past the cache. @throws ApiFailure */
export function fetchAnswer<Id extends OperationId>(
  question: Question<Id>,
  signal?: AbortSignal,
): Promise<Envelope<AnswerOf<Id>>> {
  return fetchAny<AnswerOf<Id>>(question, signal);
}

/** The same of a question that was put together from its parameters by name. @throws ApiFailure */
export async function fetchAny<R>(question: AnyQuestion, signal?: AbortSignal): Promise<Envelope<R>> {
  const { operationId, path, query, body } = question;
  const { method, path: url } = operations[operationId];
  const { data } = await client.request<{ 200: Envelope<R> }, unknown, true>({
    method,
    url,
    ...(path && { path }),
    ...(query && { query }),
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
    throwOnError: true,
  });
  return data;
}

/** A question for TanStack Query: where its answer stands in the cache, and how to get it. */
export function answerOptions<Id extends OperationId>(question: Question<Id>) {
  return queryOptions({ queryKey: questionKey(question), queryFn: ({ signal }) => fetchAnswer(question, signal) });
}

/** The question with these parameters of its query, whatever it says of them itself. */
export function withQuery<const Asked extends AnyQuestion>(
  question: Asked,
  query: Readonly<Record<string, unknown>>,
): Asked {
  return { ...question, query: { ...question.query, ...query } };
}

/** The question as of a day: with the parameter that its operation has for that, unless it names a day itself. */
export function withDay<const Asked extends AnyQuestion>(question: Asked, asOf: string | null): Asked {
  const { dayParameter } = operations[question.operationId];
  if (asOf === null || dayParameter === null || question.query?.[dayParameter] !== undefined) return question;
  return withQuery(question, { [dayParameter]: asOf });
}
