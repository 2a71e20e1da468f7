// Turns the responses of the contract into a TypeScript module that says which kind of value stands where, and nothing
// else: small enough for the browser to hold every answer against, however long it is.

const header = '// This file is generated from src/contract/openapi.yaml: npm run generate\n\n';
const kindOfType = { integer: 'number', number: 'number', string: 'string', boolean: 'boolean', null: 'null' };

function resolve(document, node) {
  if (!node?.$ref) return node;
  const target = node.$ref
    .slice(2)
    .split('/')
    .reduce((at, key) => at[key], document);
  return resolve(document, target);
}

const union = (shapes) => {
  const once = [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()];
  return once.length === 1 ? once[0] : once;
};
const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

function shapeOf(schema) {
  if (schema.$ref) return `@${schema.$ref.split('/').at(-1)}`;
  if (schema.anyOf) return union(schema.anyOf.map(shapeOf));
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => shapeOf({ ...schema, type })));
  if (schema.type === 'array') return { items: shapeOf(schema.items ?? {}) };
  if (schema.type === 'object') return objectShape(schema);
  return kindOfType[schema.type] ?? 'any';
}

function objectShape({ properties = {}, additionalProperties }) {
  const rest = typeof additionalProperties === 'object' && shapeOf(additionalProperties);
  return { fields: mapValues(properties, shapeOf), ...(rest && { rest }) };
}

/** The fields of several objects as one object: a field of several shapes may have any of them. */
function merged(shapes, names) {
  const objects = shapes.map((shape) => follow(shape, names)).filter((shape) => shape.fields);
  const fields = {};
  for (const object of objects)
    for (const [field, shape] of Object.entries(object.fields))
      fields[field] = field in fields ? both(fields[field], shape, names) : shape;
  return { fields };
}

function both(one, other, names) {
  if (JSON.stringify(one) === JSON.stringify(other)) return one;
  const [a, b] = [follow(one, names), follow(other, names)];
  if (a.items && b.items) return { items: both(a.items, b.items, names) };
  if (a.fields && b.fields) return merged([a, b], names);
  return union([a, b].flat());
}

const follow = (shape, names) =>
  typeof shape === 'string' && shape.startsWith('@') ? follow(names[shape.slice(1)], names) : shape;

/** Source of answer-shapes.gen.ts. */
export function answerShapes(document) {
  const named = mapValues(document.components.schemas, shapeOf);
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ key: `${method.toUpperCase()} ${path}`, operation })),
  );
  const answers = Object.fromEntries(
    operations.map(({ key, operation }) => {
      const { schema } = resolve(document, operation.responses['200']).content['application/json'];
      return [key, shapeOf(resolve(document, schema).properties.response)];
    }),
  );
  // F1 answers with the result of whatever became the job
  const jobKey = operations.find(({ operation }) => operation.operationId === 'job').key;
  const ofJobs = operations.filter(({ operation }) => operation['x-job']).map(({ key }) => answers[key]);
  answers[jobKey] = both(answers[jobKey], merged(ofJobs, named), named);
  const used = reached(Object.values(answers), named);
  const lines = (object) =>
    Object.entries(object)
      .map(([key, shape]) => `  ${JSON.stringify(key)}: ${JSON.stringify(shape)},\n`)
      .join('');
  return `${header}/** Which kind of value stands where. A list is a choice; \`@Name\` stands for the shape of that name. */
export type Shape =
  | string
  | readonly Shape[]
  | { readonly items: Shape }
  | { readonly fields: Readonly<Record<string, Shape>>; readonly rest?: Shape };

/** What stands under \`response\`, by method and path template. */
export const answerShapes: Readonly<Record<string, Shape>> = {
${lines(answers)}};

export const namedShapes: Readonly<Record<string, Shape>> = {
${lines(Object.fromEntries(Object.entries(named).filter(([name]) => used.has(name))))}};
`;
}

/** Names of the shapes that the answers stand on. */
function reached(shapes, named) {
  const names = new Set();
  const visit = (shape) => {
    if (Array.isArray(shape)) return shape.forEach(visit);
    if (typeof shape === 'object')
      return [shape.items, shape.rest, ...Object.values(shape.fields ?? {})].forEach(visit);
    if (!shape?.startsWith('@') || names.has(shape.slice(1))) return undefined;
    names.add(shape.slice(1));
    return visit(named[shape.slice(1)]);
  };
  shapes.forEach(visit);
  return names;
}
