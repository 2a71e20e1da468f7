import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerShapes, namedShapes, type Shape } from '#contract/generated/answer-shapes.gen.ts';
import { operations } from '#contract/generated/operations.gen.ts';
import { readByShape } from './read-by-shape.ts';

const records: Shape = { fields: { records: { items: { fields: { name: 'string', count: 'number' } } } } };
const read = (value: unknown, shape: Shape = records) => readByShape(value, shape, namedShapes);

describe('readByShape', () => {
  it('returns the same object for a valid value', () => {
    const value = { records: [{ name: 'a', count: 1, extra: { anything: [1] } }], more: null };
    expect(read(value)).toEqual({ value, problems: [] });
    expect(read(value).value).toBe(value);
  });

  it('removes fields of the wrong kind, and reports each once for all records', () => {
    const value = { records: [{ name: 5, count: 1 }, null, { name: ['b'], count: '2' }, 'c', { name: 'd' }] };
    expect(read(value)).toEqual({
      value: { records: [{ count: 1 }, {}, { name: 'd' }] },
      problems: [
        { path: 'records[].name', message: 'text expected, got a number', count: 2 },
        { path: 'records[].count', message: 'a number expected, got text', count: 1 },
        { path: 'records[]', message: 'a record expected, got text', count: 1 },
      ],
    });
    expect(value.records[0]).toEqual({ name: 5, count: 1 });
  });

  it('silently treats null as not given, unless the contract allows null', () => {
    const shape: Shape = { fields: { a: 'string', b: ['string', 'null'], c: [{ items: 'string' }, 'string'] } };
    expect(read({ a: null, b: null, c: null }, shape)).toEqual({ value: { b: null }, problems: [] });
  });

  it('reads a value of another shape as undefined', () => {
    for (const value of [[], 'text', 5, true]) expect(read(value).value).toBeUndefined();
    expect(read('text').problems).toEqual([{ path: 'response', message: 'a record expected, got text', count: 1 }]);
  });

  it('follows the one choice that fits', () => {
    const shape: Shape = { fields: { found: [{ items: '@PadnsRecord' }, '@NotFound'] } };
    expect(read({ found: { error: 'Not found' } }, shape).problems).toEqual([]);
    expect(read({ found: [{ rrname: 1 }] }, shape).value).toEqual({ found: [{}] });
    expect(read({ found: 7 }, shape)).toEqual({
      value: {},
      problems: [{ path: 'found', message: 'a list or a record expected, got a number', count: 1 }],
    });
  });

  it('reads a hundred thousand broken records', () => {
    const value = { records: Array.from({ length: 100_000 }, (_, count) => ({ name: count, count })) };
    expect(read(value).problems).toEqual([expect.objectContaining({ count: 100_000 })]);
  });
});

describe('the shapes of the contract', () => {
  const answers = Object.entries(answerShapes);

  it('are those of every operation', () => {
    const keys = Object.values(operations).map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(answerShapes).sort()).toEqual(keys.sort());
  });

  it('keep only what they accept again', () => {
    const broken = fc.constantFrom(...answers).chain(([, shape]) => fc.tuple(fc.constant(shape), breakable(shape, 0)));
    fc.assert(
      fc.property(broken, ([shape, value]) => {
        const once = read(value, shape);
        if (once.value === undefined) return;
        const again = read(once.value, shape);
        expect(again.problems).toEqual([]);
        expect(again.value).toBe(once.value);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** A value of the shape with some of its parts of any other kind. */
function breakable(shape: Shape, depth: number): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 4, arbitrary: fitting(shape, depth) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );
}

function fitting(shape: Shape, depth: number): fc.Arbitrary<unknown> {
  if (depth > 6) return fc.jsonValue({ maxDepth: 1 });
  if (typeof shape === 'string') {
    if (shape.startsWith('@')) return fitting(namedShapes[shape.slice(1)] ?? 'any', depth);
    const kinds: Record<string, fc.Arbitrary<unknown>> = {
      string: fc.string(),
      number: fc.integer(),
      boolean: fc.boolean(),
      null: fc.constant(null),
    };
    return kinds[shape] ?? fc.jsonValue({ maxDepth: 2 });
  }
  if ('items' in shape) return fc.array(breakable(shape.items, depth + 1), { maxLength: 3 });
  if (!('fields' in shape)) return fc.oneof(...shape.map((each) => fitting(each, depth)));
  const fields = Object.fromEntries(
    Object.entries(shape.fields).map(([name, each]) => [name, breakable(each, depth + 1)]),
  );
  const rest = shape.rest
    ? fc.dictionary(fc.string(), breakable(shape.rest, depth + 1), { maxKeys: 3 })
    : fc.constant({});
  const record = fc.record(fields, { requiredKeys: [] });
  return fc.tuple(record, rest).map(([named, others]) => ({ ...others, ...named }));
}
