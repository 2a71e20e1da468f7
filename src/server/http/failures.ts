import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { EngineError, type EngineFault } from '#server/engine/engine.ts';
import { ApiError, badInput, failure, invalidRegex, itemOf, overloaded } from './api-error.ts';
import { notJson } from './json-body.ts';

const tooLarge = () =>
  new ApiError(
    503,
    'too_large',
    'The search needs more memory or rows than one statement may take. Narrow it or lower the limit.',
  );

function internal(): ApiError {
  return new ApiError(500, 'internal', 'The service failed to answer. The request id names this failure in its log.');
}

const engineFailures: Readonly<Record<EngineFault, (error?: EngineError) => ApiError>> = {
  'invalid-regex': () => invalidRegex('regex'),
  timeout: () =>
    new ApiError(
      503,
      'timeout',
      'The search took too long. Narrow it: a longer literal, a time window, or a smaller network.',
      {
        retryAfterSeconds: 5,
      },
    ),
  'too-large': tooLarge,
  memory: tooLarge,
  overloaded,
  cancelled: () => new ApiError(499, 'cancelled', 'The caller hung up.'),
  unreachable: (error) =>
    new ApiError(
      503,
      'store_unreachable',
      error?.shard === undefined
        ? 'The collection cannot be reached right now.'
        : `Shard ${error.shard} of the collection cannot be reached right now.`,
      { retryAfterSeconds: 5 },
    ),
  'disk-full': () =>
    new ApiError(503, 'store_full', 'The disk of the collection is full: nothing can be added to it right now.', {
      retryAfterSeconds: 60,
    }),
  'read-only': () =>
    new ApiError(503, 'store_read_only', 'The collection is read-only: nothing can be added to it right now.', {
      retryAfterSeconds: 60,
    }),
  damaged: () =>
    new ApiError(
      503,
      'store_damaged',
      'A part of the collection is damaged on disk, so the requested data cannot be read. The operator has to restore or reload it.',
    ),
  denied: internal,
  failed: internal,
};

/**
 * Turns any thrown value into the error that the caller reads.
 * @param request whose body could not be read, if that is the error
 */
export function toApiError(error: unknown, request?: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof EngineError) return engineFailures[error.fault](error);
  if (isFromDisk(error)) return engineFailures[fullCodes.includes(String(error.code)) ? 'disk-full' : 'read-only']();
  if (isFastifyError(error)) return fromFastify(error, request);
  return internal();
}

const fullCodes = ['ENOSPC', 'EDQUOT'];
const readOnlyCodes = ['EROFS', 'EACCES'];

/** Whether a file, for example of a job, could not be written. */
function isFromDisk(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && [...fullCodes, ...readOnlyCodes].includes(String(error.code));
}

/** The one error handler: writes the envelope; details that the caller must not see go to the log. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  // the client disconnected: a truncated response is not an error, and nothing more can be sent
  if (isPrematureClose(error) && request.raw.socket.destroyed) {
    request.log.info('the caller disconnected');
    void reply.hijack();
    return;
  }
  // a path that cannot be one of a file, such as /domain/a%5Cb, may be one of a view
  if (isFastifyError(error) && error.code === 'FST_STATIC_FORBIDDEN_PATH') return reply.callNotFound();
  const problem = toApiError(error, request);
  if (isFault(error)) request.log.error({ err: error }, 'failed');
  else request.log.info({ code: problem.code, parameter: problem.parameter }, 'refused');
  if (problem.retryAfterSeconds !== undefined) void reply.header('retry-after', problem.retryAfterSeconds);
  void reply.code(problem.status).send(failure(problem.status, problem.body));
}

function isPrematureClose(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** Whether the error needs investigation: deliberate refusals, also under overload, do not. */
export function isFault(error: unknown): boolean {
  return toApiError(error).status >= 500 && !(error instanceof ApiError || isOverload(error));
}

function isOverload(error: unknown): boolean {
  return error instanceof EngineError && error.fault === 'overloaded';
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'statusCode' in error;
}

function fromFastify(error: FastifyError, request: FastifyRequest | undefined): ApiError {
  if (error.validation) return fromValidation(error, request);
  const status = error.statusCode ?? 500;
  if (status === 429) return new ApiError(429, 'too_many_requests', error.message);
  if (status === 413)
    return new ApiError(413, 'body_too_large', 'The body is too large: send at most 100 items per call.');
  // a body that no parser or decompressor can read; a body that is too large was answered above
  if (/^FST_(ERR_CTP|CP_ERR)_/.test(error.code) || status === 415) return unreadableBody(request);
  if (status >= 500) return engineFailures.failed();
  if (error.code === 'FST_ERR_BAD_URL')
    return new ApiError(status, 'bad_request', 'The path has a % that encodes no character. Send % itself as %25.');
  return new ApiError(status, 'bad_request', error.message);
}

/** Only a push may have a body that is not JSON. */
function unreadableBody(request: FastifyRequest | undefined): ApiError {
  const encoding = request?.headers['content-encoding'];
  if (request?.routeOptions.config.isPush !== true || encoding === undefined) return notJson();
  return badInput(
    'body',
    `The body is not valid ${encoding}: send it plain, or packed as gzip with its Content-Encoding.`,
  );
}

/** Turns ajv's message into one that says what to send instead. */
function fromValidation(error: FastifyError, request: FastifyRequest | undefined): ApiError {
  const first = error.validation?.[0];
  const [, member, index] = first?.instancePath.split('/') ?? [];
  const parameter = member ?? String(first?.params['missingProperty'] ?? error.validationContext ?? 'request');
  const isPattern = first?.keyword === 'pattern';
  const wanted = isPattern ? likeExample(parameter, request) : first && wantedBy(first.keyword, first.params);
  const place = index === undefined ? parameter : itemOf(parameter, Number(index));
  return new ApiError(400, 'bad_input', `${place} ${wanted ?? first?.message ?? 'is not valid'}.`, { parameter });
}

/** A regular expression says less than an example. */
function likeExample(parameter: string, request: FastifyRequest | undefined): string | undefined {
  const asked = parameters[request?.routeOptions.config.operationId as OperationId] ?? [];
  const example = asked.find(({ name }) => name === parameter)?.example;
  return example === undefined ? undefined : `must look like ${String([example].flat()[0])}`;
}

function wantedBy(keyword: string, params: Record<string, unknown>): string | undefined {
  const limit = String(params['limit']);
  switch (keyword) {
    case 'enum':
      return `takes one of ${(params['allowedValues'] as unknown[]).join(', ')}`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'maxItems':
      return `takes at most ${limit} items per call; split the list`;
    case 'minItems':
      return `needs at least ${limit} item`;
    case 'type':
      return `must be ${String(params['type']) === 'integer' ? 'a whole number' : `of type ${String(params['type'])}`}`;
    case 'format':
      return `must look like ${String(params['format']) === 'date' ? 'yyyy-mm-dd' : String(params['format'])}`;
    case 'required':
      return 'is missing';
    case 'maxLength':
      return `must be at most ${limit} characters long`;
    case 'minLength':
      return 'must not be empty';
    default:
      return undefined;
  }
}
