import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { client } from '#contract/generated/client.gen.ts';
import type { UpstreamNote } from '#contract/generated/types.gen.ts';
import { operations, type OperationId, type Operations } from '#contract/generated/operations.gen.ts';

/** A question to any operation, as "API request" shows it and as share links carry it. */
export interface AnyQuery {
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
export type Query<Id extends OperationId> = { readonly operationId: Id } & Parameters[Id];

/** What is under `response`. */
export type AnswerOf<Id extends OperationId> = Operations[Id]['answer'];

/** A whole answer. The client has checked that something is under `response`. */
export interface Envelope<R> {
  readonly response: R;
  /** The result of the provider behind the service, if it contributed. */
  readonly upstream?: UpstreamNote;
}

/**
 * Why something is queried, if not for a view that was opened: in the background, because the analyst asked for the provider, or for a
 * newer answer of the provider. A provider is queried automatically for views only, unless the operator allows more.
 */
export type AskReason = 'background' | 'ask' | 'fresh';

/** The address of a question's answer in the cache. */
export function questionKey(question: AnyQuery) {
  const { operationId, path, query, body } = question;
  return [{ operationId, baseUrl: client.getConfig().baseUrl, path, query, body }] as const;
}

/** The beginning of {@link questionKey} that all questions to an operation share. */
export function operationKey(operationId: OperationId) {
  return [{ operationId }] as const;
}

/** Asks once, past the cache. @throws ApiFailure */
export function fetchAnswer<Id extends OperationId>(
  question: Query<Id>,
  signal?: AbortSignal,
  reason?: AskReason,
): Promise<Envelope<AnswerOf<Id>>> {
  return fetchAny<AnswerOf<Id>>(question, signal, reason);
}

/** Presses that the next fetch of a question is for. */
const pressed = new Map<string, AskReason>();

/** Marks the next request of this question as caused by a click. */
export function noteAskPress(question: AnyQuery, reason: AskReason): void {
  pressed.set(JSON.stringify(questionKey(question)), reason);
}

function takeAskPress(question: AnyQuery): AskReason | undefined {
  if (pressed.size === 0) return undefined;
  const key = JSON.stringify(questionKey(question));
  const reason = pressed.get(key);
  pressed.delete(key);
  return reason;
}

/** The same of a question that was put together from its parameters by name. @throws ApiFailure */
export async function fetchAny<R>(
  question: AnyQuery,
  signal?: AbortSignal,
  reason: AskReason | undefined = takeAskPress(question),
): Promise<Envelope<R>> {
  const { operationId, path, query, body } = question;
  const { method, path: url } = operations[operationId];
  const { data } = await client.request<{ 200: Envelope<R> }, unknown, true>({
    method,
    url,
    ...(path && { path }),
    ...(query && { query }),
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
    ...(reason && { headers: { 'Sightline-Upstream': reason } }),
    throwOnError: true,
  });
  return data;
}

/** A question for TanStack Query: where its answer is in the cache, and how to get it. */
export function answerOptions<Id extends OperationId>(question: Query<Id>) {
  return queryOptions({ queryKey: questionKey(question), queryFn: ({ signal }) => fetchAnswer(question, signal) });
}

/**
 * The answer for a view in the background, such as a hover card: from the cache of the views, else requested without the provider.
 * An answer without a part of the provider is cached for the views too.
 * @throws ApiFailure
 */
export async function askQuietly<Id extends OperationId>(
  client: QueryClient,
  question: Query<Id>,
): Promise<Envelope<AnswerOf<Id>>> {
  const queryKey = questionKey(question);
  const known = client.getQueryData<Envelope<AnswerOf<Id>>>(queryKey);
  if (known) return known;
  const answer = await client.fetchQuery({
    queryKey: ['quietly', ...queryKey],
    queryFn: ({ signal }) => fetchAnswer(question, signal, 'background'),
  });
  if (!answer.upstream) client.setQueryData(queryKey, answer);
  return answer;
}

/** The question with these parameters of its query, whatever it says of them itself. */
export function withQuery<const Asked extends AnyQuery>(
  question: Asked,
  query: Readonly<Record<string, unknown>>,
): Asked {
  return { ...question, query: { ...question.query, ...query } };
}

/** The question as of a day: with the parameter that its operation has for that, unless it names a day itself. */
export function withDay<const Asked extends AnyQuery>(question: Asked, asOf: string | null): Asked {
  const { dayParameter } = operations[question.operationId];
  if (asOf === null || dayParameter === null || question.query?.[dayParameter] !== undefined) return question;
  return withQuery(question, { [dayParameter]: asOf });
}
