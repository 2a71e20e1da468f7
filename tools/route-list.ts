import fastify, { type RouteOptions } from 'fastify';
import openapiGlue from 'fastify-openapi-glue';
import type { Document } from './contract-document.ts';

const head = `// This file is generated from src/contract/openapi.yaml: npm run generate

import type { OperationId } from './operations.gen.ts';

/** A route of the service as the contract has it. */
export interface ContractRoute {
  readonly operationId: OperationId;
  readonly method: 'GET' | 'POST';
  /** Below the base address, with parameters as Fastify writes them: \`/explore/job/:job_id\`. */
  readonly url: string;
  /** JSON schemas that requests are validated against, without references. */
  readonly schema: { readonly params?: object; readonly querystring?: object; readonly body?: object };
}

/** The route of every operation, in the order of the document. */
export const contractRoutes: readonly ContractRoute[] = [
`;

/**
 * The routes with their request schemas. They are generated, because checking the whole document against the schema of OpenAPI
 * would take half of each start of the service.
 * @throws Error when the document is not valid OpenAPI 3.1
 */
export async function routeList(document: Document): Promise<string> {
  const routes: object[] = [];
  const app = fastify({ exposeHeadRoutes: false });
  app.addHook('onRoute', ({ method, url, schema = {}, config }) => {
    const { params, querystring, body } = schema;
    const operationId = config?.operationId;
    routes.push({ operationId, method, url, schema: { params, querystring, body } });
  });
  await app.register(openapiGlue, {
    specification: withoutItemLimits(document),
    operationResolver: routeOf,
  });
  await app.close();
  return `${head}${routes.map((route) => `  ${JSON.stringify(route)},\n`).join('')}];\n`;
}

function routeOf(operationId: string): RouteOptions {
  // method, path and schema come from the document
  const rest: Omit<RouteOptions, 'method' | 'url'> = { config: { operationId }, handler: () => undefined };
  return rest as RouteOptions;
}

/**
 * A copy that accepts any item of a bulk list, because its handler checks each item separately. Raw bodies are not
 * validated.
 */
function withoutItemLimits(document: Document): object {
  return JSON.parse(
    JSON.stringify(document, (_, node: unknown) => {
      if (typeof node !== 'object' || node === null) return node;
      if ('x-raw-body' in node) return { ...node, requestBody: undefined };
      return 'x-own-errors' in node ? { ...node, items: {} } : node;
    }),
  ) as object;
}
