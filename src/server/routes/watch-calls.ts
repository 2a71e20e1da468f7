import { contractRoutes, type ContractRoute } from '#contract/generated/routes.gen.ts';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { badInput } from '#server/http/api-error.ts';
import { compileAtFirstUse } from '#server/http/compile-at-first-use.ts';
import { checkValues, toleratePath, tolerateQuery, tolerateUrl } from '#server/http/request-values.ts';
import { mostEntries } from '#server/watches/watch.ts';
import type { WatchQuestion } from '#server/watches/watch-part.ts';
import { isWatchable } from '#server/watches/watch-parts.ts';
import type { AskOperation } from '#server/watches/watch-service.ts';
import { type AllServices, type AnyCall, isJobOperation } from './handler.ts';
import { answerInTurn, answerNow, prepareJob } from './handlers.ts';
import { listedOfAs } from './network-hosting.ts';

/** Asks operations for watches, in the queue of heavy questions as a caller of its own. */
export function watchCalls(services: AllServices): AskOperation {
  return async ({ operationId, path, query, body = {} }, signal) => {
    const call: AnyCall = {
      path,
      query,
      body,
      signal,
      owner: 'watches',
      author: 'watches',
      role: 'reader',
      urlOf: () => '',
    };
    const key = JSON.stringify(['watch', operationId, path, query]);
    if (operationId === 'asnListed' || operationId === 'asnListedNames')
      return answerInTurn(key, call, services, (stop, own) =>
        listedOfAs(operationId, { ...(path as { asn: number }), limit: mostEntries }, own, { signal: stop }),
      );
    if (!isJobOperation(operationId)) return answerNow(operationId, call, services);
    return answerInTurn(key, call, services, async (stop, own) => {
      const { answer } = await prepareJob(operationId, { path, query, signal: stop }, own);
      return (await answer()).response;
    });
  };
}

/** Parameters that a watch decides itself, or that do not change what is found. */
const ignored = ['limit', 'skip', 'sort', 'order', 'output_format', 'prefer', 'max_wait', 'with_metadata'];

/** Reads the path and query of a GET that answers a list. @throws ApiError 400 */
export function readWatchRequest(request: string): WatchQuestion {
  const url = URL.canParse(request, 'http://service') ? new URL(request, 'http://service') : null;
  const bare = url && tolerateUrl(url.pathname).replace(/^\/api\/v1(?:\/merge-api)?/, '');
  const route = contractRoutes.find((each) => bare && isWatchable(each.operationId) && pathIn(each, bare));
  if (!url || !bare || !route)
    throw badInput(
      'request',
      'This cannot be watched. Send the path and query of a search in passive DNS, scans, certificates or name-server transfers, of connections, or of the retro-hunt.',
    );
  const known = parameters[route.operationId].filter(({ name }) => !ignored.includes(name));
  const sent = Object.fromEntries(
    [...new Set(url.searchParams.keys())].map((name) => [name, url.searchParams.getAll(name)]),
  );
  const query = tolerateQuery(sent, known);
  if ('as_of' in query) throw badInput('request', 'as_of shows a past day, which does not change. Leave it out.');
  const path = toleratePath(pathIn(route, bare) ?? {}, known);
  checkValues({ path, query, body: {} }, known);
  return {
    operationId: route.operationId,
    path: validated(route, 'params', path),
    query: validated(route, 'querystring', query),
  };
}

/** The path parameters, if the path is of the route. */
function pathIn({ url }: ContractRoute, path: string): Record<string, string> | null {
  const [wanted, given] = [url.split('/'), path.replace(/\/$/, '').split('/')];
  if (wanted.length !== given.length) return null;
  const values: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const text = given[at] ?? '';
    if (part.startsWith(':')) values[part.slice(1)] = decoded(text);
    else if (part !== text) return null;
  }
  return values;
}

/** @throws ApiError 400 */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw badInput('request', 'The path is not percent-encoded correctly.');
  }
}

const validators = new Map<string, ReturnType<typeof compileAtFirstUse>>();

/** The values with the defaults of the contract. @throws ApiError 400 */
function validated(
  { operationId, method, url, schema }: ContractRoute,
  part: 'params' | 'querystring',
  values: object,
): object {
  const rules = schema[part];
  if (!rules) return {};
  const name = `${operationId} ${part}`;
  const validate = validators.get(name) ?? compileAtFirstUse({ schema: rules, method, url, httpPart: part });
  validators.set(name, validate);
  const result = (validate as (value: unknown) => unknown)({ ...values }) as { value?: object; error?: unknown };
  if (result.value) return result.value;
  const [first] = result.error as { instancePath?: string; message?: string }[];
  throw badInput(
    'request',
    `${(first?.instancePath ?? '').replace('/', '') || 'The request'} ${first?.message ?? 'is wrong'}.`,
  );
}
