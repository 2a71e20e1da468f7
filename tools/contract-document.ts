/** The contract as the generators read it: OpenAPI 3.1, and the extensions that openapi.yaml uses. */

export interface Document {
  readonly info: { description: string };
  /** Only the source of merge keys. */
  'x-fragments'?: unknown;
  readonly 'x-scores': readonly {
    readonly score: string;
    readonly of?: string;
    readonly formula: string;
    readonly note?: string;
  }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content: Content }>>;
  readonly 'x-item'?: string;
  readonly 'x-job'?: boolean;
  /** The body is bytes, not JSON. */
  readonly 'x-raw-body'?: boolean;
  readonly 'x-dated'?: boolean;
}

interface Content {
  readonly 'application/json': {
    readonly schema: Schema;
    readonly example?: Readonly<Record<string, unknown>>;
  };
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly description?: string;
  readonly example?: unknown;
  readonly 'x-day'?: boolean;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Record<string, Schema>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly format?: string;
  readonly default?: unknown;
  readonly 'x-separator'?: string;
  readonly 'x-own-errors'?: boolean;
  readonly 'x-flag'?: boolean;
  readonly 'x-time'?: boolean;
  readonly 'x-case-insensitive'?: boolean;
}

/** Follows `$ref`; members alongside it win. */
export function resolve<Node extends object>(document: Document, node: Node & { readonly $ref?: string }): Node {
  if (!node.$ref) return node;
  const { $ref, ...beside } = node;
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>>)[key], document);
  return { ...resolve(document, target as Node), ...beside };
}
