// Turns the contract into two TypeScript modules: the operations (small, for all code) and their parameters (with
// descriptions, for the request parser of the service and the forms of the dashboard).

import { resolve, type Document, type Operation, type Parameter, type Schema } from './contract-document.ts';

const header = '// This file is generated from src/contract/openapi.yaml: npm run generate\n\n';
const methods = ['get', 'post'] as const;

/** `[method, path, operation]` of every operation in the order of the document. */
function eachOperation(document: Document): [method: string, path: string, operation: Operation][] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method): [string, string, Operation][] => {
      const operation = item[method];
      return operation ? [[method, path, operation]] : [];
    }),
  );
}

/** Drops empty members, to keep the list short. */
function defined(object: object): object {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined && value !== false));
}

/** One parameter as the service and the dashboard need it; `items` describes the elements of a list. */
function describe(
  document: Document,
  name: string,
  where: string,
  required: boolean | undefined,
  schema: Schema,
  description: string | undefined,
  example: unknown,
) {
  return {
    name,
    in: where,
    type: schema.type,
    required: required === true,
    ...defined({
      separator: schema['x-separator'],
      ownErrors: schema['x-own-errors'],
      minItems: schema.minItems,
      maxItems: schema.maxItems,
      items: schema.items && valueLimits(resolve(document, schema.items)),
      flag: schema['x-flag'],
      time: schema['x-time'],
      caseInsensitive: schema['x-case-insensitive'],
      format: schema.format,
      ...(schema.type === 'array' ? {} : valueLimits(schema)),
      default: schema.default,
    }),
    example,
    description,
  };
}

/** Type and limits of a single value. */
function valueLimits({ type, enum: choices, minimum, maximum, minLength, maxLength }: Schema): object {
  return defined({ type, enum: choices, minimum, maximum, minLength, maxLength });
}

function queryAndPath(document: Document, operation: Operation) {
  return (operation.parameters ?? []).map((each) => {
    const parameter: Parameter = resolve(document, each);
    const schema = resolve(document, parameter.schema);
    return describe(
      document,
      parameter.name,
      parameter.in,
      parameter.required,
      schema,
      parameter.description,
      parameter.example,
    );
  });
}

function bodyMembers(document: Document, operation: Operation) {
  if (!operation.requestBody || operation['x-raw-body']) return [];
  const content = resolve(document, operation.requestBody).content['application/json'];
  const body = resolve(document, content.schema);
  return Object.entries(body.properties ?? {}).map(([name, each]) => {
    const schema = resolve(document, each);
    const required = body.required?.includes(name);
    return describe(
      document,
      name,
      'body',
      required,
      schema,
      schema.description,
      content.example?.[name] ?? schema.examples?.[0],
    );
  });
}

/** Source of operations.gen.ts. */
export function operationList(document: Document): string {
  const operations = eachOperation(document).map(([method, path, operation]) => ({
    operationId: operation.operationId,
    item: operation['x-item'] ?? null,
    method: method.toUpperCase(),
    path,
    tag: operation.tags[0],
    takesBody: operation.requestBody !== undefined && operation['x-raw-body'] !== true,
    takesRawBody: operation['x-raw-body'] === true,
    mayAnswerJob: operation['x-job'] === true,
    dayParameter: dayParameterOf(document, operation),
    isDated: operation['x-dated'] === true,
    summary: operation.summary,
  }));
  const lines = operations.map((each) => `  ${each.operationId}: ${JSON.stringify(each)},\n`).join('');
  const types = operations.map(({ operationId }) => operationType(operationId)).join('');
  return `${header}import type * as contract from './types.gen.ts';

export type Operation = {
  readonly operationId: string;
  /** Item of the interface specification (A1 .. G3); null for what is Sightline's own. */
  readonly item: string | null;
  readonly method: 'GET' | 'POST';
  /** Path template below the base address, e.g. \`/explore/job/{job_id}\`. */
  readonly path: string;
  readonly tag: string;
  /** It needs a JSON object as its body. */
  readonly takesBody: boolean;
  /** Its body is bytes. */
  readonly takesRawBody: boolean;
  /** The answer may be \`job_status\` instead of the result. */
  readonly mayAnswerJob: boolean;
  /** The query parameter that requests the state of one day. */
  readonly dayParameter: string | null;
  /** The records of the answer carry their own days. */
  readonly isDated: boolean;
  readonly summary: string;
};

/** Every operation of the contract by operationId, in the order of the document. */
export const operations = {
${lines}} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;

/** What each operation takes, and what is under \`response\` of its answer. */
export interface Operations {
${types}}
`;
}

function operationType(operationId: string): string {
  const name = operationId.charAt(0).toUpperCase() + operationId.slice(1);
  return `  ${operationId}: { data: contract.${name}Data; answer: contract.${name}Response['response'] };\n`;
}

/** The query parameter marked `x-day`. */
function dayParameterOf(document: Document, operation: Operation): string | null {
  const query = (operation.parameters ?? []).map((each) => resolve(document, each));
  return query.find((parameter) => parameter['x-day'])?.name ?? null;
}

/** Source of parameters.gen.ts. */
export function parameterList(document: Document): string {
  const blocks = eachOperation(document).map(([, , operation]) => {
    const parameters = [...queryAndPath(document, operation), ...bodyMembers(document, operation)];
    return `  ${operation.operationId}: [${parameters.map((each) => `\n    ${JSON.stringify(each)},`).join('')}${parameters.length ? '\n  ' : ''}],\n`;
  });
  return `${header}import type { OperationId } from './operations.gen.ts';

/** Limits of a single value. */
export type ParameterLimits = {
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
};

export type Parameter = ParameterLimits & {
  readonly name: string;
  readonly in: 'path' | 'query' | 'body';
  readonly type: 'string' | 'integer' | 'array';
  readonly required: boolean;
  /** Of a list: several values may also be joined with this character. */
  readonly separator?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Of a list: an element that is wrong is an error in its own record, never one of the call. */
  readonly ownErrors?: true;
  /** Of a list: its elements. */
  readonly items?: ParameterLimits & { readonly type: 'string' | 'integer' };
  /** 0 or 1; true/false in any case mean the same, any other word means 0. */
  readonly flag?: true;
  /** A time value T. */
  readonly time?: true;
  /** The enumeration is accepted ignoring case. */
  readonly caseInsensitive?: true;
  /** \`date\`: yyyy-mm-dd. */
  readonly format?: 'date';
  readonly default?: string | number;
  readonly example?: string | number | readonly (string | number)[];
  readonly description: string;
};

/** Parameters of every operation, body members included, in the order of the document. */
export const parameters: Readonly<Record<OperationId, readonly Parameter[]>> = {
${blocks.join('')}};
`;
}
