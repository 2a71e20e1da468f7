import { parameters } from '#contract/generated/parameters.gen.ts';
import { type OperationId, operations } from '#contract/generated/operations.gen.ts';
import { closedSeconds, ruleOf } from './operation-rules.ts';

/** A query to the provider: the parameters of one operation. */
export interface ProviderQuestion {
  readonly id: OperationId;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

type Values = Readonly<Record<string, unknown>>;

/** Parameters for waiting and metadata, which this service sets; the others are part of the query. */
const notAsked = new Set(['max_wait', 'prefer', 'with_metadata', 'force_metadata_on', 'force_metadata_off']);

/** The canonical query: without default values, names in order. */
export function providerQuestion(
  id: OperationId,
  asked: { path: object; query: object; body: object },
): ProviderQuestion {
  const known = new Map(parameters[id].map((each) => [`${each.in} ${each.name}`, each]));
  const ordered = (place: 'path' | 'query' | 'body', values: Values): Values =>
    Object.fromEntries(
      Object.entries(values)
        .filter(([name, value]) => {
          const parameter = known.get(`${place} ${name}`);
          if (value === undefined || !parameter || notAsked.has(name)) return false;
          return (
            place !== 'query' || (value !== parameter.default && !(parameter.flag && value === 0 && !parameter.default))
          );
        })
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  return {
    id,
    path: ordered('path', asked.path as Values),
    query: ordered('query', asked.query as Values),
    body: ordered('body', asked.body as Values),
  };
}

/** Equal for equal queries. */
export function canonicalText({ path, query, body }: ProviderQuestion): string {
  return JSON.stringify([path, query, body], (_, value: unknown) => (typeof value === 'string' ? value.trim() : value));
}

/** Path and query string as sent. */
export function requestPath({ id, path, query }: Omit<ProviderQuestion, 'body'>, more: Values = {}): string {
  const template: string = operations[id].path;
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name] ?? '')));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...more }))
    for (const each of [value].flat()) search.append(name, String(each));
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

/** A short text of the query for the log. */
export function shownValue({ path, query, body }: ProviderQuestion): string {
  const [list] = Object.values(body).filter((each): each is readonly unknown[] => Array.isArray(each));
  const items = list ? [`${list.length} items: ${list.slice(0, 3).join(', ')}${list.length > 3 ? ' …' : ''}`] : [];
  const parts = [...Object.values(path).map(String), ...items];
  const rest = Object.entries(query).map(([name, value]) => `${name}=${String(value)}`);
  return [...parts, ...rest].join(' ').slice(0, 500);
}

/** How long an answer is fresh: 90 days when its period has ended. @param today 'yyyy-mm-dd' */
export function freshSeconds({ id, query, body }: ProviderQuestion, today: string): number {
  const dates = body['dates'];
  const day = query['date'];
  const isOver = (date: unknown): boolean => String(date).replaceAll('-', '') < today.replaceAll('-', '');
  const isClosed = Array.isArray(dates) ? dates.length > 0 && dates.every(isOver) : day !== undefined && isOver(day);
  return isClosed ? closedSeconds : (ruleOf(id)?.keepSeconds ?? 3600);
}
