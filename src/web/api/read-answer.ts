import { ApiFailure, toRefusal } from './failure.ts';
import type { FieldProblem } from './read-by-shape.ts';

/** The unreadable part of an answer, stored with the rest. */
interface Unread {
  readonly problems: readonly FieldProblem[];
  /** The complete envelope, before fields were removed. */
  readonly asItCame: unknown;
}

const unreadKey = 'sightline:unread';

// a chunk of its own, loaded while the first request is in flight
const shapes = import('./read-by-shape.ts').catch(() => undefined);

/**
 * Validates an envelope: removes the fields under `response` whose type differs from the contract, so that
 * views may find fields missing, but never of a wrong type. {@link unreadOf} returns the removed fields.
 * @param operation method and path template, like `GET /explore/job/{job_id}`
 * @throws ApiFailure of kind `unreadable`, or the failure that the envelope reports under status 200
 */
export async function readAnswer(operation: string, envelope: unknown): Promise<unknown> {
  if (typeof envelope !== 'object' || envelope === null) throw unreadable('The answer is not an object.', envelope);
  const refusal = toRefusal(envelope);
  if (refusal) throw refusal;
  const response: unknown = 'response' in envelope ? envelope.response : undefined;
  if (response === undefined || response === null) throw unreadable('The answer has no “response”.', envelope);
  const { value, problems } = (await shapes)?.readResponse(operation, response) ?? { value: response, problems: [] };
  if (value === undefined) throw unreadable('“response” has an unexpected format.', envelope);
  if (value === response) return envelope;
  const unread: Unread = { problems, asItCame: envelope };
  return { ...envelope, response: value, [unreadKey]: unread };
}

/** The fields that {@link readAnswer} removed from an envelope; undefined when none. */
export function unreadOf(envelope: unknown): Unread | undefined {
  return (envelope as { readonly [unreadKey]?: Unread } | undefined)?.[unreadKey];
}

/** The failure for an answer of an unexpected format. */
export function unreadable(message: string, answer: unknown): ApiFailure {
  return new ApiFailure(message, { kind: 'unreadable', status: 0, code: 'unreadable', answer });
}
