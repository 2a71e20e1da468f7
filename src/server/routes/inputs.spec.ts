import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { operations, type OperationId } from '#contract/generated/operations.gen.ts';
import { parameters, type Parameter } from '#contract/generated/parameters.gen.ts';
import { isLongRun } from '#test/long.ts';
import { key } from '#test/server/collection.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { checkAgainstContract } from '#test/server/contract-check.ts';

// Bodies and values as clients send them and as they should not, for every operation of the contract. Bodies go over the wire; those
// that change feeds are repeated in sources.spec.ts.

const service = useTestService({ now: new Date('2026-11-21T12:00:00Z') });
let base: string;
beforeAll(async () => {
  base = await service.listen();
});

const taking = Object.values(operations).filter(({ takesBody }) => takesBody);
const bulk = taking.filter(({ item }) => item !== null);

/** Examples of the contract. */
function bodyOf(id: OperationId): Record<string, unknown> {
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
/** All in the long run; otherwise every fourth, others at each place. */
const someOf = <T>(values: readonly T[], place: number): readonly T[] =>
  isLongRun ? values : values.filter((_, at) => at % 4 === place % 4);

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

  it('reads JSON whatever its type, compressed or with a byte order mark', { tags: 'long' }, async () => {
    const usual = await post(path, { type: 'application/json', body });
    expect(usual.status).toBe(200);
    const asTyped = someOf(
      types,
      bulk.findIndex(({ operationId }) => operationId === id),
    ).map((type): Sent => ({ ...(type !== undefined && { type }), body }));
    const others: Sent[] = [...asTyped, { encoding: 'gzip', body: gzipSync(body) }, { body: `\uFEFF${body}` }];
    const answers = await Promise.all(others.map((sent) => post(path, sent)));
    expect(answers).toEqual(others.map(() => usual));
  });

  it('answers an item that is nested 50,000 deep as an invalid item', async () => {
    const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const [member = ''] = Object.keys(bodyOf(id));
    const other = JSON.stringify({ ...bodyOf(id), [member]: ['nested'] });
    const { status, envelope } = await post(path, { body: other.replace('"nested"', nested) });
    expect(status).toBe(200);
    expect(JSON.stringify(envelope['response'])).toContain('neither text nor a whole number');
  });
});

describe.each(taking.map(({ operationId, path }) => [operationId, path.replace(/\{\w+\}/, 'any')]))(
  '%s',
  (id, path) => {
    it('says what to send instead of a body that is not a JSON object', { tags: 'long' }, async () => {
      const sentHere = someOf(
        unreadable,
        taking.findIndex(({ operationId }) => operationId === id),
      );
      const answers = await Promise.all(
        sentHere.map(async ([what, sent]) => {
          const { status, envelope } = await post(path, sent);
          return [what, status, envelope['error']];
        }),
      );
      expect(answers).toEqual(sentHere.map(([what]) => [what, 400, refusal]));
    });

    it('never fails on a member that is nested 100,000 deep', async () => {
      const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
      const members = parameters[id].filter((each) => each.in === 'body').map(({ name }) => name);
      const answers = await Promise.all(
        [...members, 'unknown'].map(async (member) => {
          const { status } = await post(path, { body: `{"${member}":${nested}}` });
          return [member, status >= 500];
        }),
      );
      expect(answers).toEqual([...members, 'unknown'].map((member) => [member, false]));
    });

    it('refuses a small body that unpacks into a large one', async () => {
      const { status, envelope } = await post(path, { encoding: 'gzip', body: gzipSync(' '.repeat(1_000_000)) });
      expect([status, envelope['error']]).toMatchObject([413, { code: 'body_too_large' }]);
    });
  },
);

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

it('finds the ten bulk operations, and seventeen more', () => {
  expect([bulk.length, taking.length]).toEqual([10, 27]);
});

// What no number and no day is, for every such parameter.
const all = Object.entries(parameters).flatMap(([id, list]) =>
  list.map((parameter): [OperationId, string, Parameter] => [id as OperationId, parameter.name, parameter]),
);
const isInteger = ({ type, items, flag, ownErrors }: Parameter) =>
  !flag && !ownErrors && (type === 'integer' || items?.type === 'integer');

/** The numbers next to those that a parameter takes. */
function limitsOf({ items, ...own }: Parameter): number[] {
  const { minimum, maximum } = { ...own, ...items };
  return [...(minimum === undefined ? [] : [minimum - 1]), ...(maximum === undefined ? [] : [maximum + 1])];
}

const takesWords = ({ enum: words, items, flag, ownErrors }: Parameter) =>
  !flag && !ownErrors && (words ?? items?.enum);

/** The example of the contract for everything that is required, and `value` for one parameter. */
async function ask(id: OperationId, asked: Parameter, value: unknown) {
  const { name, in: place, type } = asked;
  const required = parameters[id].filter((each) => each.required && each.name !== name);
  const given = new Map<string, unknown>(required.map((each) => [each.name, each.example]));
  const listed = place === 'body' && type === 'array' ? [value] : value;
  given.set(name, listed);
  const text = (each: string) => encodeURIComponent(String(given.get(each)));
  const path = operations[id].path.replace(/\{(\w+)\}/g, (_, each: string) => text(each));
  const inQuery = [...required, asked].filter((each) => each.in === 'query');
  const url = `${path}?${inQuery.map((each) => `${each.name}=${text(each.name)}`).join('&')}`;
  if (operations[id].method === 'GET') return service.get(url);
  const members = parameters[id].filter((each) => each.in === 'body' && given.has(each.name));
  return service.post(url, Object.fromEntries(members.map((each) => [each.name, given.get(each.name)])));
}

describe('whole numbers', () => {
  it.each(all.filter(([, , parameter]) => isInteger(parameter)))(
    '%s %s takes digits only',
    async (id, name, parameter) => {
      for (const value of ['1e2', '0x10', '1.0', '1_0', 'Infinity', 'true']) {
        const { status, body } = await ask(id, parameter, value);
        const place = parameter.type === 'array' ? `item 1 of ${name}` : name;
        const message = `${place} must be a whole number.`;
        expect([value, status, body['error']]).toEqual([value, 400, { code: 'bad_input', message, parameter: name }]);
      }
    },
  );

  it.each(all.filter(([, , parameter]) => isInteger(parameter) && limitsOf(parameter).length > 0))(
    '%s %s takes no number beyond its limits',
    async (id, name, parameter) => {
      for (const value of limitsOf(parameter)) {
        const { status, body } = await ask(id, parameter, value);
        expect([value, status, body['error']]).toMatchObject([value, 400, { code: 'bad_input', parameter: name }]);
      }
    },
  );

  it('members of a body are not converted to numbers', async () => {
    for (const value of [true, null, 1.5, [], {}, '1e2', '0x10', '1_0', 'Infinity']) {
      const { response } = await service.post('/explore/bulk/asn2subnet', { asns: [64500, value] });
      const query = typeof value === 'string' ? value : JSON.stringify(value);
      // each item of a bulk list speaks for itself
      expect(response.asn2subnet[1]).toEqual({ query, error: expect.stringContaining('item 2 of asns') });
    }
  });
});

it('null in the place of a list of a body is refused, and never read as an item', async () => {
  const lists = all.filter(([, , { in: place, type }]) => place === 'body' && type === 'array');
  expect(lists.map(([, name]) => name)).toEqual(expect.arrayContaining(['ips', 'dates', 'asns', 'domains', 'items']));
  for (const [id, name, { example }] of lists) {
    const message = `${name} is null. Send a list, such as ${JSON.stringify(example)}.`;
    const { status, body } = await service.post(operations[id].path, { ...bodyOf(id), [name]: null });
    expect([id, status, body['error']]).toEqual([id, 400, { code: 'bad_input', message, parameter: name }]);
  }
});

it.each(
  all.filter(
    ([id, , { in: place, type, required }]) =>
      operations[id].item !== null && place === 'body' && type === 'array' && required,
  ),
)('%s %s takes as many items as the contract says, and no more', async (id, name, { example, maxItems = 0 }) => {
  const [item] = example as readonly unknown[];
  const send = (list: unknown) => service.post(operations[id].path, { ...bodyOf(id), [name]: list });
  const items = (length: number) => Array.from({ length }, () => item);
  expect((await send(items(maxItems))).status).toBe(200);
  for (const [list, words] of [
    [items(maxItems + 1), `at most ${maxItems} items`],
    [[], 'at least 1'],
    [undefined, 'is missing'],
    [{ 0: item }, ''],
  ] as const) {
    const { status, body } = await send(list);
    expect([status, body['error']]).toMatchObject([400, { parameter: name, message: expect.stringContaining(words) }]);
  }
});

it.each(all.filter(([, , parameter]) => takesWords(parameter)))(
  '%s %s takes only the words of the contract',
  async (id, name, parameter) => {
    const { status, body } = await ask(id, parameter, 'no-such-word');
    expect([status, body['error']]).toMatchObject([400, { code: 'bad_input', parameter: name }]);
  },
);

it.each([
  [
    '/sightline/evidence',
    { name: 'case', files: ['report.md'] },
    'files',
    /^item 1 of files must look like [0-9a-f]{64} 11 /,
  ],
  ['/sightline/imports', { name: 'a.zone', bytes: 1, day: 'yesterday' }, 'day', /^day must look like 2026-11-25\.$/],
  [
    '/sightline/imports',
    { name: 'a.zone', bytes: 1, origin: 'a b' },
    'origin',
    /^origin must look like example\.test\.$/,
  ],
])('%s shows by an example what a text must look like: %j', async (path, sent, parameter, words) => {
  const { status, body } = await service.post(path, sent);
  expect([status, body['error']]).toMatchObject([400, { parameter, message: expect.stringMatching(words) }]);
});

describe('days', () => {
  it.each(all.filter(([, , { format }]) => format === 'date'))(
    '%s %s says that there is no such day',
    async (id, name, parameter) => {
      for (const value of ['2026-02-30', '2026-13-01', '2025-02-29', '2026-00-10']) {
        const { status, body } = await ask(id, parameter, value);
        const error = {
          code: 'bad_input',
          message: expect.stringContaining(`no such day as ${value}`),
          parameter: name,
        };
        expect([value, status, body['error']]).toEqual([value, 400, error]);
      }
      const { body } = await ask(id, parameter, 'yesterday');
      expect(body['error']).toMatchObject({ parameter: name, message: `${name} must look like yyyy-mm-dd.` });
    },
  );

  it.each(all.filter(([, , { time }]) => time))('%s %s is a time, and no other day', async (id, name, parameter) => {
    const { status, body } = await ask(id, parameter, '2026-02-30');
    const error = { parameter: name, message: expect.stringContaining('no such day as 2026-02-30') };
    expect([status, body['error']]).toEqual([400, expect.objectContaining(error)]);
  });
});

describe('addresses', () => {
  const mapped = (parameter: string) => `${parameter}: '::ffff:8.8.8.8' is understood as 8.8.8.8: send it that way.`;
  it.each([
    ['/explore/padns/lookup/answer/a/::ffff:8.8.8.8', mapped('qname')],
    ['/explore/padns/lookup/query/ptr4/::ffff:8.8.8.8', mapped('qname')],
    ['/explore/padns/lookup/both/a/*/::ffff:8.8.8.8', mapped('qanswer')],
    ['/explore/padns/lookup/density/ipv4/::ffff:8.8.8.8', mapped('query')],
    ['/connections/ip/::ffff:8.8.8.8', mapped('subject')],
    ['/connections/ip/::ffff:8.8.8.8/campaign', mapped('subject')],
    ['/connections/ip/8.8.8.8:53', "subject: '8.8.8.8:53' is understood as 8.8.8.8: send it that way."],
    ['/explore/padns/lookup/answer/a/8.8.8[.]8', "qname: '8.8.8[.]8' is understood as 8.8.8.8: send it that way."],
    [
      '/explore/padns/lookup/answer/a/2001:db8::1',
      "qname: '2001:db8::1' is an IPv6 address, 2001:db8::1. Send an IPv4",
    ],
    ['/explore/padns/lookup/answer/aaaa/8.8.8.8', "qname: '8.8.8.8' is an IPv4 address, 8.8.8.8. Send an IPv6 address"],
    ['/connections/ip/acme.test', "subject: 'acme.test' is a name. Send an IPv4 or IPv6 address, such as"],
  ])('%s is refused with what to send', async (path, message) => {
    const { status, body } = await service.get(path);
    expect([status, body['error']]).toMatchObject([400, { message: expect.stringContaining(message) }]);
  });
});
