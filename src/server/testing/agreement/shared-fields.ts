import { readFileSync } from 'node:fs';
import { operations, type OperationId } from '#contract/generated/operations.gen.ts';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
}
interface Documented {
  readonly responses: {
    readonly '200': { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  };
}

/** Objects of these names speak about the call. */
export const closedObjects: ReadonlySet<string> = new Set(['job_status', 'metadata']);

/** Objects and lists of these names are one value, compared as a whole. */
export const wholeValues: ReadonlySet<string> = new Set(['headers', 'listings', 'facts']);

/** Every field that answers of more than one operation may hold, with these operations, from the contract. */
export function sharedFields(without: ReadonlySet<string>): ReadonlyMap<string, ReadonlySet<OperationId>> {
  const document = JSON.parse(
    readFileSync(new URL('../../../../public/openapi.json', import.meta.url), 'utf8'),
  ) as Document;
  const found = new Map<string, Set<OperationId>>();
  for (const { operationId, path, method } of Object.values(operations)) {
    if (without.has(operationId)) continue;
    const documented = document.paths[path]?.[method.toLowerCase()];
    const envelope = documented?.responses['200'].content['application/json'].schema;
    const response = envelope && resolved(envelope, document).properties?.['response'];
    if (!response) throw new Error(`the contract says nothing of the answer of ${operationId}`);
    for (const field of fieldsOf(response, document))
      found.set(field, (found.get(field) ?? new Set()).add(operationId));
  }
  return new Map([...found].filter(([, users]) => users.size > 1));
}

function resolved(schema: Schema, document: Document): Schema {
  if (!schema.$ref) return schema;
  const keys = schema.$ref.slice(2).split('/');
  return resolved(
    keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) as Schema,
    document,
  );
}

/** Names of properties that hold no further records. */
function fieldsOf(schema: Schema, document: Document): string[] {
  const { properties = {}, ...rest } = resolved(schema, document);
  const own = Object.entries(properties).flatMap(([name, value]) => {
    if (closedObjects.has(name)) return [];
    if (wholeValues.has(name)) return [name];
    return isRecord(value, document) ? fieldsOf(value, document) : [name];
  });
  return [...own, ...inside(rest).flatMap((each) => fieldsOf(each, document))];
}

function isRecord(schema: Schema, document: Document): boolean {
  const { properties, ...rest } = resolved(schema, document);
  return properties !== undefined || inside(rest).some((each) => isRecord(each, document));
}

function inside({ items, additionalProperties, anyOf = [], oneOf = [], allOf = [] }: Schema): Schema[] {
  const values = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  return [...(items ? [items] : []), ...values, ...anyOf, ...oneOf, ...allOf];
}
