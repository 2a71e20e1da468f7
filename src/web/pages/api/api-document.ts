import { fieldsOf } from '#web/storage/browser-store.ts';

/*
 * The parts of the service's OpenAPI document that the API reference shows.
 */

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
}

/** A schema with any further members. */
type OpenSchema = Schema & Readonly<Record<string, unknown>>;

interface Content {
  readonly schema?: Schema;
  readonly example?: unknown;
}

interface RawOperation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly RawParameter[];
  readonly requestBody?: RawBody;
  readonly responses: Readonly<Record<string, RawBody>>;
}

interface RawParameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly example?: unknown;
  readonly description?: string;
  readonly schema?: Schema & Readonly<Record<string, unknown>>;
}

interface RawBody {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, Content>>;
}

interface ScoreFormula {
  readonly score: string;
  readonly of?: string;
  readonly formula: string;
  readonly each?: string;
  readonly over?: string;
  readonly note?: string;
}

export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly 'x-scores': readonly ScoreFormula[];
}

/** An operation as an entry of the list. */
export interface OperationHead {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly family: string;
  readonly summary: string;
}

export interface OperationParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly isRequired: boolean;
  /** "integer, 1 to 1000, default 100" */
  readonly type: string;
  /** Allowed values of an enumeration. */
  readonly values: readonly string[];
  readonly isList: boolean;
  readonly example: string;
  readonly description: string;
}

/** A member of a body, by its path: `ip2asn[].asn`. */
interface FieldLine {
  readonly path: string;
  readonly type: string;
  readonly description: string;
}

export interface OperationDetail extends OperationHead {
  readonly description: string;
  readonly parameters: readonly OperationParameter[];
  /** Fields and example of a JSON body; null without one. */
  readonly body: { readonly fields: readonly FieldLine[]; readonly example: unknown } | null;
  /** Media types of a binary body; empty without one. */
  readonly rawBody: readonly string[];
  /** The fields under `response` in a successful answer. */
  readonly fields: readonly FieldLine[];
  readonly failures: readonly { readonly status: string; readonly description: string }[];
}

/** Loads the document of the service that serves the dashboard. @throws when missing or not an OpenAPI document */
export async function loadDocument(signal: AbortSignal): Promise<ApiDocument> {
  const response = await fetch('/openapi.json', { signal });
  if (!response.ok) throw new Error(`/openapi.json answered with status ${response.status}.`);
  const document: unknown = await response.json();
  if (typeof fieldsOf(document)['paths'] !== 'object') throw new Error('/openapi.json is not an OpenAPI document.');
  return document as ApiDocument;
}

/** Every operation, in the order of the document. */
export function operationHeads({ paths }: ApiDocument): readonly OperationHead[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    (['get', 'post'] as const).flatMap((method) => {
      const operation = methods[method];
      return operation ? [headOf(path, method, operation)] : [];
    }),
  );
}

function headOf(
  path: string,
  method: 'get' | 'post',
  { operationId, tags: [family], summary }: RawOperation,
): OperationHead {
  return { id: operationId, method: method === 'get' ? 'GET' : 'POST', path, family, summary };
}

/** Everything in the document about an operation. */
export function operationDetail(document: ApiDocument, head: OperationHead): OperationDetail | null {
  const operation = document.paths[head.path]?.[head.method.toLowerCase()];
  if (!operation) return null;
  const body = resolved<RawBody>(document, operation.requestBody);
  const [media, content] = Object.entries(body?.content ?? {})[0] ?? [];
  const isJson = media === 'application/json';
  const { '200': good, ...bad } = operation.responses;
  const answer = resolved<RawBody>(document, good)?.content?.['application/json']?.schema;
  const payload = merged(document, answer)?.properties?.['response'];
  return {
    ...head,
    description: operation.description ?? '',
    parameters: (operation.parameters ?? []).map((each) => parameterOf(document, each)),
    body: isJson ? { fields: fieldLines(document, content?.schema), example: content?.example } : null,
    rawBody: media !== undefined && !isJson ? Object.keys(body?.content ?? {}) : [],
    fields: fieldLines(document, payload),
    failures: Object.entries(bad).map(([status, answer]) => ({
      status,
      description: resolved<RawBody>(document, answer)?.description ?? '',
    })),
  };
}

function parameterOf(document: ApiDocument, raw: RawParameter): OperationParameter {
  const parameter = resolved<RawParameter>(document, raw) ?? raw;
  const schema = merged(document, parameter.schema) ?? {};
  const items = schema.items && merged(document, schema.items);
  const values = (items?.enum ?? schema.enum ?? []).map(String);
  const { example } = parameter;
  return {
    name: parameter.name,
    in: parameter.in,
    isRequired: parameter.required ?? false,
    type: limitsText(schema),
    values,
    isList: schema.type === 'array',
    example: Array.isArray(example) ? example.join(';') : textOf(example),
    description: parameter.description ?? '',
  };
}

function limitsText(schema: OpenSchema): string {
  const { minimum, maximum, minItems, maxItems, maxLength, pattern, default: usual } = schema;
  const range = minimum === undefined && maximum === undefined ? '' : `${textOf(minimum)} to ${textOf(maximum)}`;
  const size = maxItems === undefined ? '' : `${textOf(minItems ?? 0)} to ${textOf(maxItems)} values`;
  const length = maxLength === undefined ? '' : `at most ${textOf(maxLength)} characters`;
  return [
    typeWord(schema),
    range,
    size,
    length,
    pattern && `matches ${textOf(pattern)}`,
    usual !== undefined && `default ${textOf(usual)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Every member of a schema by its path. A schema that contains itself is named, not expanded again. */
function fieldLines(document: ApiDocument, schema: Schema | undefined): readonly FieldLine[] {
  const lines: FieldLine[] = [];
  const walk = (raw: Schema | undefined, path: string, inside: readonly string[]) => {
    const reference = raw?.$ref ?? '';
    if (reference !== '' && inside.includes(reference)) return;
    const own = merged(document, raw);
    const chain = reference === '' ? inside : [...inside, reference];
    for (const part of own?.anyOf ?? []) walk(part, path, chain);
    if (own?.items) walk(own.items, `${path}[]`, chain);
    for (const [name, member] of Object.entries(own?.properties ?? {})) {
      const place = path === '' ? name : `${path}.${name}`;
      const shown = merged(document, member) ?? {};
      lines.push({ path: place, type: typeWord(shown), description: shown.description ?? '' });
      walk(member, place, chain);
    }
    if (typeof own?.additionalProperties === 'object') walk(own.additionalProperties, `${path}.*`, chain);
  };
  walk(schema, '', []);
  return [...new Map(lines.map((line) => [line.path, line])).values()];
}

/** Merges the parts of allOf, resolving references. */
function merged(document: ApiDocument, raw: Schema | undefined): OpenSchema | undefined {
  const schema = resolved<Schema>(document, raw);
  if (!schema) return undefined;
  const parts: readonly Schema[] = (schema.allOf ?? []).flatMap((part): readonly Schema[] => {
    const own = merged(document, part);
    return own ? [own] : [];
  });
  if (parts.length === 0) return schema as OpenSchema;
  const properties = Object.assign(
    {},
    ...parts.map(({ properties: own }) => own),
    schema.properties,
  ) as Schema['properties'];
  return Object.assign({}, ...parts, schema, { properties }) as OpenSchema;
}

/** Resolves a reference (`#/components/schemas/X`). */
function resolved<Part extends { readonly $ref?: string }>(
  document: ApiDocument,
  part: Part | undefined,
): Part | undefined {
  const [, , kind = '', name = ''] = part?.$ref?.split('/') ?? [];
  if (kind === '') return part;
  return document.components[kind]?.[name] as Part;
}

function typeWord(schema: Schema): string {
  const { type, items, enum: values, anyOf } = schema;
  if (values) return values.map(textOf).join(' | ');
  if (!type && anyOf) return anyOf.map(typeWord).join(' or ');
  if (type === 'array') return items?.$ref || !items ? 'list' : `list of ${typeWord(items)}`;
  return [type ?? 'object'].flat().join(' or ');
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
}
