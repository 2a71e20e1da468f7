import fc from 'fast-check';
import { operations, type OperationId } from '#contract/generated/operations.gen.ts';
import { anyQuestion } from './any-question.ts';
import type { Question } from './parameter-case.ts';

/** One request as it goes over the wire. */
export interface FuzzRequest {
  readonly operationId: OperationId;
  readonly method: string;
  /** Path with its query, exactly as sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Sent with a key that the service knows. */
  readonly isKnown: boolean;
}

const questions = new Map<OperationId, fc.Arbitrary<Question>>();
function questionOf(id: OperationId): fc.Arbitrary<Question> {
  const known = questions.get(id) ?? anyQuestion(id);
  questions.set(id, known);
  return known;
}

/**
 * Any request to one of the operations: a question of the contract with good, borderline and absurd values, sometimes sent in a way
 * that no client library would.
 * @param key one that the service knows
 */
export function anyRequest(ids: readonly OperationId[], key: string): fc.Arbitrary<FuzzRequest> {
  return fc
    .constantFrom(...ids)
    .chain((id) => fc.tuple(fc.constant(id), questionOf(id), anyPath, anyHeaders(key), anyMethod, anyBody))
    .map(([operationId, question, changePath, headers, otherMethod, changeBody]) => {
      const method = otherMethod ?? operations[operationId].method;
      const body = question.body && changeBody(question.body);
      return {
        operationId,
        method,
        path: changePath(`/api/v1${question.path}`),
        headers: { ...headers.all, ...(body && headers.content) },
        isKnown: headers.all['x-api-key'] === key,
        ...(body && { body }),
      };
    });
}

type Change = (path: string) => string;
const inQuery =
  (more: string): Change =>
  (path) =>
    `${path}${path.includes('?') ? '&' : '?'}${more}`;
const asIs: Change = (path) => path;

const anyPath: fc.Arbitrary<Change> = fc.oneof(
  { weight: 40, arbitrary: fc.constant(asIs) },
  {
    weight: 10,
    arbitrary: fc.constantFrom<Change>(
      (path) => path.replace('/api/v1', '/api/v1/merge-api'),
      (path) => path.replace(/(\?|$)/, '/$1'),
      (path) => path.replace('/explore/', '/explore//'),
      (path) => path.replace('/explore/', '/explore/../explore/'),
      (path) => path.replace('/explore/', '/%65xplore/'),
      (path) => path.replaceAll('%2F', '/').replaceAll('%2f', '/'),
      (path) => path.replace(/[^/?]+(\?|$)/, '$1'),
      (path) => path.replace(/[^/?]+(\?|$)/, '%ff%fe$1'),
      (path) => path.replace(/[^/?]+(\?|$)/, `${'a'.repeat(2100)}$1`),
      (path) => path.toUpperCase(),
      inQuery('format=json&pretty'),
      inQuery('max_wait=2&max_wait=0'),
      inQuery('limit=1&limit=2&limit[]=3&limit[a]=4'),
      inQuery(`nothing=${'x'.repeat(9000)}`),
      inQuery('&&&=&=1&%=%&%zz=%zz'),
      inQuery('with_metadata=1&prefer=job_id'),
      inQuery('output_format=cof&explain=1&scan_data=1'),
      inQuery('__proto__=1&constructor=1&toString=1&hasOwnProperty=1'),
    ),
  },
);

const odd = fc.string({ unit: fc.constantFrom(...'abc019 ;,=/*-"%'.split('')), maxLength: 30 });

function anyHeaders(
  key: string,
): fc.Arbitrary<{ readonly all: Record<string, string>; readonly content: Record<string, string> }> {
  const all = fc.oneof(
    { weight: 30, arbitrary: fc.constant<Record<string, string>>({ 'x-api-key': key }) },
    {
      weight: 3,
      arbitrary: fc.constantFrom<Record<string, string>>(
        { 'X-Api-KEY': key, 'x-api-key': key },
        { 'x-api-key': key, accept: 'text/html' },
        { 'x-api-key': key, 'accept-encoding': 'br;q=1.0, gzip;q=0.8, *;q=0.1' },
        { 'x-api-key': key, 'if-none-match': '*', range: 'bytes=0-1' },
        { 'x-api-key': key, cookie: `a=${'b'.repeat(4000)}` },
        { 'x-api-key': key, 'x-forwarded-for': "1.2.3.4'; --", 'x-forwarded-host': 'evil.example' },
        { 'x-api-key': key, 'x-http-method-override': 'DELETE' },
        {},
        { 'x-api-key': 'not-a-key-at-all-0000' },
        { authorization: `Bearer ${key}` },
      ),
    },
  );
  const content = fc.oneof(
    { weight: 10, arbitrary: fc.constant<Record<string, string>>({ 'content-type': 'application/json' }) },
    {
      weight: 5,
      arbitrary: fc.oneof(
        fc.constantFrom<Record<string, string>>(
          {},
          { 'content-type': 'text/plain' },
          { 'content-type': 'application/xml' },
          { 'content-type': 'multipart/form-data; boundary=x' },
          { 'content-type': 'application/x-www-form-urlencoded' },
          { 'content-type': 'application/json; charset=utf-16' },
          { 'content-type': 'application/json', 'content-encoding': 'gzip' },
          { 'content-type': 'application/json', 'content-encoding': 'none-such' },
          { 'content-type': '' },
        ),
        odd.map((type) => ({ 'content-type': type })),
      ),
    },
  );
  return fc.record({ all, content });
}

const anyMethod = fc.oneof(
  { weight: 40, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST', 'GET', 'PROPFIND') },
);

type ToBytes = (body: object) => Buffer;
const json: ToBytes = (body) => Buffer.from(JSON.stringify(body));

const anyBody: fc.Arbitrary<ToBytes> = fc.oneof(
  { weight: 20, arbitrary: fc.constant(json) },
  {
    weight: 5,
    arbitrary: fc.constantFrom<ToBytes>(
      () => Buffer.alloc(0),
      () => Buffer.from('null'),
      () => Buffer.from('"text"'),
      () => Buffer.from('[]'),
      () => Buffer.from('{'),
      () => Buffer.from('['.repeat(50_000)),
      () => Buffer.from('{"ips":['.repeat(5000)),
      () => Buffer.from([0xff, 0xfe, 0x00, 0x7b]),
      (body) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), json(body)]),
      (body) => json(body).subarray(0, -1),
      (body) => json({ ...body, more: { and: ['more'] } }),
      (body) => Buffer.from(JSON.stringify(body).replace('{', '{"__proto__":{"limit":1},')),
      (body) => json(Object.fromEntries(Object.entries(body).map(([name, value]) => [name, [value, [value]]]))),
      (body) => json(Object.fromEntries(Object.entries(body).map(([name, value]) => [name, JSON.stringify(value)]))),
      (body) => json(Object.fromEntries(Object.keys(body).map((name) => [name, 'x'.repeat(200_000)]))),
    ),
  },
);
