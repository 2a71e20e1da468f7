import { operations } from '#contract/generated/operations.gen.ts';

const templates = Object.values(operations).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
}));
const own = /^\/(healthz|readyz|metrics|openapi\.json)\/?$/;

/** The methods that a path takes; none when there is no such path. @param url path with or without a query */
export function allowedMethods(url: string): readonly string[] {
  const path = (url.split('?')[0] ?? '').replace(/\/{2,}/g, '/');
  if (own.test(path)) return ['GET', 'HEAD'];
  const operation = /^\/api\/v1(?:\/merge-api)?(\/.*)$/.exec(path)?.[1];
  if (operation === undefined) return [];
  const methods = new Set<string>(
    templates.filter(({ pattern }) => pattern.test(operation)).map(({ method }) => method),
  );
  return methods.has('GET') ? [...methods, 'HEAD'] : [...methods];
}
