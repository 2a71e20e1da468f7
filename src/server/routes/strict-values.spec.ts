import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations, type OperationId } from '#contract/generated/operations.gen.ts';
import { parameters, type Parameter } from '#contract/generated/parameters.gen.ts';
import { openTestService, type TestService } from '#test/server/collection.ts';

// What no number and no day is, for every such parameter of the contract.

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ now: new Date('2026-11-21T12:00:00Z') });
});
afterAll(() => service.close());

const all = Object.entries(parameters).flatMap(([id, list]) =>
  list.map((parameter): [OperationId, string, Parameter] => [id as OperationId, parameter.name, parameter]),
);
const isInteger = ({ type, items, flag, ownErrors }: Parameter) =>
  !flag && !ownErrors && (type === 'integer' || items?.type === 'integer');

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
    'review A14: %s %s takes digits only',
    async (id, name, parameter) => {
      for (const value of ['1e2', '0x10', '1.0', '1_0', 'Infinity', 'true']) {
        const { status, body } = await ask(id, parameter, value);
        const place = parameter.type === 'array' ? `item 1 of ${name}` : name;
        const message = `${place} must be a whole number.`;
        expect([value, status, body['error']]).toEqual([value, 400, { code: 'bad_input', message, parameter: name }]);
      }
    },
  );

  it('review A14: members of a body are not converted to numbers', async () => {
    for (const value of [true, null, 1.5, [], {}, '1e2', '0x10', '1_0', 'Infinity']) {
      const { response } = await service.post('/explore/bulk/asn2subnet', { asns: [64500, value] });
      const query = typeof value === 'string' ? value : JSON.stringify(value);
      // each item of a bulk list speaks for itself
      expect(response.asn2subnet[1]).toEqual({ query, error: expect.stringContaining('item 2 of asns') });
    }
  });
});

describe('days', () => {
  it.each(all.filter(([, , { format }]) => format === 'date'))(
    'review A14: %s %s says that there is no such day',
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

  it.each(all.filter(([, , { time }]) => time))(
    'review A14: %s %s is a time, and no other day',
    async (id, name, parameter) => {
      const { status, body } = await ask(id, parameter, '2026-02-30');
      const error = { parameter: name, message: expect.stringContaining('no such day as 2026-02-30') };
      expect([status, body['error']]).toEqual([400, expect.objectContaining(error)]);
    },
  );
});
