import type { FastifyRequest } from 'fastify';
import { badInput, type ApiError } from './api-error.ts';

/**
 * Reads the body of a request as JSON whatever type its header names: clients send none, `text/plain` or the type of a form.
 * Call it in a hook before the body is parsed: the parser and the validation choose by this header, and a body of an unknown
 * type would reach the handler unchecked.
 */
export function expectJsonBody(request: FastifyRequest): void {
  request.raw.headers['content-type'] = 'application/json';
}

/**
 * For an operation without a body: clients send a content type but no body, which the parser would refuse. A body that is
 * sent all the same is parsed as JSON and ignored.
 */
export function ignoreEmptyBody(request: FastifyRequest): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.raw.headers;
  if (length === '0' && encoding === undefined) delete request.raw.headers['content-type'];
  else expectJsonBody(request);
}

/** The content type of raw bodies inside the service. */
export const rawType = 'application/octet-stream';

/** Leaves the body as bytes, whatever type its header names. */
export function expectRawBody(request: FastifyRequest): void {
  request.raw.headers['content-type'] = rawType;
}

/** 400 for a body that is missing, empty, malformed, encoded in an unknown way, or no JSON object. */
export function notJson(): ApiError {
  return badInput('body', 'Send the body as a JSON object with the header Content-Type: application/json.');
}
