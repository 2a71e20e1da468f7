import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { client } from '#contract/generated/client.gen.ts';
import type { UpstreamNote } from '#contract/generated/types.gen.ts';
import { operations, type OperationId, type Operations } from '#contract/generated/operations.gen.ts';

/** A query to any operation, for "API request" and share links. */
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

/** A query to one operation: its id and its parameters from the contract. */
export type Query<Id extends OperationId> = { readonly operationId: Id } & Parameters[Id];

/** The content of `response`. */
export type AnswerOf<Id extends OperationId> = Operations[Id]['answer'];

/** A whole answer. The client has checked that `response` exists. */
export interface Envelope<R> {
  readonly response: R;
  /** The result of the provider behind the service, if it contributed. */
  readonly upstream?: UpstreamNote;
}

/**
 * The reason of a query that is not for an opened view: `background`; `ask`, a click that queries the provider; `fresh`, a click for a
 * newer answer of the provider. By default, a provider is queried automatically for views only.
 */
export type AskReason = 'background' | 'ask' | 'fresh';

/** The cache key of a question's answer. */
export function questionKey(question: AnyQuery) {
  const { operationId, path, query, body } = question;
  return [{ operationId, baseUrl: client.getConfig().baseUrl, path, query, body }] as const;
}

/** The prefix of {@link questionKey} shared by all questions to an operation. */
export function operationKey(operationId: OperationId) {
  return [{ operationId }] as const;
}

/** Sends one request, bypassing the cache. @throws ApiFailure */
export function fetchAnswer<Id extends OperationId>(
  question: Query<Id>,
  signal?: AbortSignal,
  reason?: AskReason,
): Promise<Envelope<AnswerOf<Id>>> {
  return fetchAny<AnswerOf<Id>>(question, signal, reason);
}

/** Clicks that apply to the next fetch of a question. */
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

/** The same for a question that is not typed by its operation. @throws ApiFailure */
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

/** A question for TanStack Query: cache key and fetch function. */
export function answerOptions<Id extends OperationId>(question: Query<Id>) {
  return queryOptions({ queryKey: questionKey(question), queryFn: ({ signal }) => fetchAnswer(question, signal) });
}

/**
 * The answer for a background view, such as a hover card: from the cache of the views, otherwise requested without the provider.
 * An answer that the provider has no part in is also cached for the views.
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

/** The question with these query parameters, which override its own. */
export function withQuery<const Asked extends AnyQuery>(
  question: Asked,
  query: Readonly<Record<string, unknown>>,
): Asked {
  return { ...question, query: { ...question.query, ...query } };
}

/** The question as of a day: sets the day parameter of its operation, unless the question has its own day. */
export function withDay<const Asked extends AnyQuery>(question: Asked, asOf: string | null): Asked {
  const { dayParameter } = operations[question.operationId];
  if (asOf === null || dayParameter === null || question.query?.[dayParameter] !== undefined) return question;
  return withQuery(question, { [dayParameter]: asOf });
}
