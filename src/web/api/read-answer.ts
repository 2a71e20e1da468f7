import { ApiFailure, toRefusal } from './failure.ts';
import type { FieldProblem } from './read-by-shape.ts';

/** The unreadable part of an answer, stored beside the rest. */
interface Unread {
  readonly problems: readonly FieldProblem[];
  /** The envelope before anything was left out. */
  readonly asItCame: unknown;
}

const unreadKey = 'sightline:unread';

// a chunk of its own, loaded while the first request is in flight
const shapes = import('./read-by-shape.ts').catch(() => undefined);

/**
 * Makes an envelope fit to be worked with: under `response` stands only what has the kind that the contract says, so that
 * views meet fields that are not given, but none of a wrong kind. What was left out is told by {@link unreadOf}.
 * @param operation method and path template, like `GET /explore/job/{job_id}`
 * @throws ApiFailure of kind `unreadable`, or what the envelope itself says of a failure under status 200
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

/** What was left out of an envelope that {@link readAnswer} gave; undefined when nothing was. */
export function unreadOf(envelope: unknown): Unread | undefined {
  return (envelope as { readonly [unreadKey]?: Unread } | undefined)?.[unreadKey];
}

/** The failure for an answer that no view can be made of. */
export function unreadable(message: string, answer: unknown): ApiFailure {
  return new ApiFailure(message, { kind: 'unreadable', status: 0, code: 'unreadable', answer });
}
