// Turns the responses of the contract into a TypeScript module with the type of each value and nothing else, so that it
// is small enough for the browser to check every answer, however long.

import { resolve, type Document, type Schema } from './contract-document.ts';

const header = '// This file is generated from src/contract/openapi.yaml: npm run generate\n\n';
const kindOfType: Readonly<Record<string, string>> = {
  integer: 'number',
  number: 'number',
  string: 'string',
  boolean: 'boolean',
  null: 'null',
};

/** A shape in the generated module. */
type Shape = string | readonly Shape[] | { readonly items: Shape } | ObjectShape;
interface ObjectShape {
  readonly fields: Readonly<Record<string, Shape>>;
  readonly rest?: Shape;
}
type Names = Readonly<Record<string, Shape>>;

function union(shapes: readonly Shape[]): Shape {
  const once = [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()];
  return once.length === 1 && once[0] !== undefined ? once[0] : once;
}

function mapValues<T, U>(object: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

function shapeOf(schema: Schema): Shape {
  if (schema.$ref) return `@${schema.$ref.split('/').at(-1) ?? ''}`;
  if (schema.anyOf) return union(schema.anyOf.map(shapeOf));
  const { type } = schema;
  if (typeof type === 'object') return union(type.map((each) => shapeOf({ ...schema, type: each })));
  if (type === 'array') return { items: shapeOf(schema.items ?? {}) };
  if (type === 'object') return objectShape(schema);
  return kindOfType[type ?? ''] ?? 'any';
}

function objectShape({ properties = {}, additionalProperties }: Schema): ObjectShape {
  const rest = typeof additionalProperties === 'object' && shapeOf(additionalProperties);
  return { fields: mapValues(properties, shapeOf), ...(rest && { rest }) };
}

/** The fields of several objects as one object: a field of several shapes may have any of them. */
function merged(shapes: readonly Shape[], names: Names): ObjectShape {
  const objects = shapes.map((shape) => follow(shape, names)).filter(isObject);
  const fields: Record<string, Shape> = {};
  for (const object of objects)
    for (const [field, shape] of Object.entries(object.fields))
      fields[field] = field in fields ? both(fields[field] ?? shape, shape, names) : shape;
  return { fields };
}

function both(one: Shape, other: Shape, names: Names): Shape {
  if (JSON.stringify(one) === JSON.stringify(other)) return one;
  const [a, b] = [follow(one, names), follow(other, names)];
  if (isList(a) && isList(b)) return { items: both(a.items, b.items, names) };
  if (isObject(a) && isObject(b)) return merged([a, b], names);
  return union([a, b].flatMap((shape) => (isChoice(shape) ? shape : [shape])));
}

function follow(shape: Shape, names: Names): Shape {
  return typeof shape === 'string' && shape.startsWith('@') ? follow(named(shape, names), names) : shape;
}

function named(reference: string, names: Names): Shape {
  const shape = names[reference.slice(1)];
  if (shape === undefined) throw new Error(`The contract has no schema ${reference}.`);
  return shape;
}

const isChoice = (shape: Shape): shape is readonly Shape[] => Array.isArray(shape);
const isObject = (shape: Shape): shape is ObjectShape => typeof shape === 'object' && 'fields' in shape;
const isList = (shape: Shape): shape is { readonly items: Shape } => typeof shape === 'object' && 'items' in shape;

/** Source of answer-shapes.gen.ts. */
export function answerShapes(document: Document): string {
  const names = mapValues(document.components.schemas, shapeOf);
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ key: `${method.toUpperCase()} ${path}`, operation })),
  );
  const answers = Object.fromEntries(
    operations.map(({ key, operation }) => {
      const success = operation.responses['200'];
      const content = success && resolve(document, success).content['application/json'];
      const answer = content && resolve(document, content.schema).properties?.['response'];
      if (!answer) throw new Error(`${key} has no answer.`);
      return [key, shapeOf(answer)];
    }),
  );
  // F1 answers with the result of any operation that ran as a job
  const ofJobs = operations.filter(({ operation }) => operation['x-job']).flatMap(({ key }) => answers[key] ?? []);
  for (const { key, operation } of operations)
    if (operation.operationId === 'job') answers[key] = both(answers[key] ?? 'any', merged(ofJobs, names), names);
  const used = reached(Object.values(answers), names);
  const lines = (object: Names) =>
    Object.entries(object)
      .map(([key, shape]) => `  ${JSON.stringify(key)}: ${JSON.stringify(shape)},\n`)
      .join('');
  return `${header}/** The shape of a value. A list is a choice; \`@Name\` refers to the shape of that name. */
export type Shape =
  | string
  | readonly Shape[]
  | { readonly items: Shape }
  | { readonly fields: Readonly<Record<string, Shape>>; readonly rest?: Shape };

/** What is under \`response\`, by method and path template. */
export const answerShapes: Readonly<Record<string, Shape>> = {
${lines(answers)}};

export const namedShapes: Readonly<Record<string, Shape>> = {
${lines(Object.fromEntries(Object.entries(names).filter(([name]) => used.has(name))))}};
`;
}

/** Names of the shapes that the answers refer to. */
function reached(shapes: readonly Shape[], names: Names): Set<string> {
  const found = new Set<string>();
  const visit = (shape: Shape): void => {
    if (isChoice(shape)) shape.forEach(visit);
    else if (isList(shape)) visit(shape.items);
    else if (isObject(shape)) [...(shape.rest ? [shape.rest] : []), ...Object.values(shape.fields)].forEach(visit);
    else if (shape.startsWith('@') && !found.has(shape.slice(1))) {
      found.add(shape.slice(1));
      visit(named(shape, names));
    }
  };
  shapes.forEach(visit);
  return found;
}
