import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '#contract/generated/operations.gen.ts';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { key, openTestService, type TestService } from '#test/server/collection.ts';
import { checkAgainstContract } from '#test/server/contract-check.ts';

// Bodies as clients send them and as they should not, over the wire, for every operation of the contract that takes one; those that
// change feeds are repeated in sources.spec.ts.

let service: TestService;
let base: string;
beforeAll(async () => {
  service = await openTestService({ now: new Date('2026-11-21T12:00:00Z') });
  base = await service.listen();
});
afterAll(() => service.close());

const taking = Object.values(operations).filter(({ takesBody }) => takesBody);
const bulk = taking.filter(({ item }) => item !== null);

/** Examples of the contract. */
function bodyOf(id: (typeof taking)[number]['operationId']): Record<string, unknown> {
  const members = parameters[id].filter((each) => each.in === 'body' && each.required);
  return Object.fromEntries(members.map(({ name, example }) => [name, example]));
}

interface Sent {
  readonly type?: string;
  readonly encoding?: string;
  readonly body?: string | Buffer<ArrayBuffer>;
}

async function post(path: string, { type, encoding, body }: Sent) {
  const headers = {
    'x-api-key': key,
    ...(type !== undefined && { 'content-type': type }),
    ...(encoding !== undefined && { 'content-encoding': encoding }),
  };
  // bytes: fetch adds a content type to text
  const bytes = body === undefined ? null : Buffer.from(body);
  const answer = await fetch(`${base}/api/v1${path}`, { method: 'POST', headers, body: bytes });
  const envelope = (await answer.json()) as Record<string, unknown>;
  checkAgainstContract('POST', path, answer.status, envelope);
  return { status: answer.status, envelope };
}

const types = [
  undefined,
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'application/json; charset=utf-8',
  'application/json; charset=iso-8859-1',
  'APPLICATION/JSON',
  'application/vnd.api+json',
  'no type at all',
];
const unreadable: readonly (readonly [string, Sent])[] = [
  ['no body', {}],
  ['no body of type text', { type: 'text/plain' }],
  ['an empty body', { type: 'application/json', body: '' }],
  ['blanks', { body: '  ' }],
  ['a cut object', { body: '{"ips": ["192.0' }],
  ['a form', { type: 'application/x-www-form-urlencoded', body: 'ips=192.0.2.1' }],
  ['text', { type: 'text/plain', body: 'hello' }],
  ['null', { body: 'null' }],
  ['a number', { body: '5' }],
  ['a string', { body: '"ips"' }],
  ['a list', { body: '["192.0.2.1"]' }],
  ['an object for the prototype', { body: '{"__proto__": {"ips": []}}' }],
  ['deep nesting', { body: '['.repeat(50_000) }],
  ['UTF-16', { type: 'application/json; charset=utf-16', body: Buffer.from('{"ips":[]}', 'utf16le') }],
  ['what is not gzip', { encoding: 'gzip', body: '{}' }],
  ['an unknown encoding', { encoding: 'snappy', body: '{}' }],
];

const refusal = {
  code: 'bad_input',
  message: 'Send the body as a JSON object with the header Content-Type: application/json.',
  parameter: 'body',
};

describe.each(bulk.map(({ operationId, path }) => [operationId, path] as const))('%s', (id, path) => {
  const body = JSON.stringify(bodyOf(id));

  it('review A1: reads JSON whatever its type, compressed or with a byte order mark', async () => {
    const usual = await post(path, { type: 'application/json', body });
    expect(usual.status).toBe(200);
    const asTyped = types.map((type): Sent => ({ ...(type !== undefined && { type }), body }));
    const others: Sent[] = [...asTyped, { encoding: 'gzip', body: gzipSync(body) }, { body: `\uFEFF${body}` }];
    const answers = await Promise.all(others.map((sent) => post(path, sent)));
    expect(answers).toEqual(others.map(() => usual));
  });
});

describe.each(taking.map(({ operationId, path }) => [operationId, path.replace(/\{\w+\}/, 'any')]))('%s', (_, path) => {
  it('review A1: says what to send instead of a body that is not a JSON object', async () => {
    const answers = await Promise.all(
      unreadable.map(async ([what, sent]) => {
        const { status, envelope } = await post(path, sent);
        return [what, status, envelope['error']];
      }),
    );
    expect(answers).toEqual(unreadable.map(([what]) => [what, 400, refusal]));
  });

  it('review A1: refuses a small body that unpacks into a large one', async () => {
    const { status, envelope } = await post(path, { encoding: 'gzip', body: gzipSync(' '.repeat(1_000_000)) });
    expect([status, envelope['error']]).toMatchObject([413, { code: 'body_too_large' }]);
  });
});

describe('an operation that takes no body', () => {
  const { path, method } = operations.sourcesRecommended;

  it.each<[string, Sent]>([
    ['nothing', {}],
    ['a type alone', { type: 'application/json' }],
    ['the type of a form', { type: 'application/x-www-form-urlencoded', body: '' }],
    ['an empty object', { type: 'application/json', body: '{}' }],
  ])('is content with %s', async (_, sent) => {
    expect(method).toBe('POST');
    expect((await post(path, sent)).status).toBe(200);
  });
});

it('finds the ten bulk operations, and eight more', () => {
  expect([bulk.length, taking.length]).toEqual([10, 18]);
});
