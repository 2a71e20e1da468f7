import type { Parameter } from '#contract/generated/parameters.gen.ts';

type Query = Record<string, unknown>;

/**
 * The address of a request as its route knows it: slashes that were doubled count once, and a subnet that arrives as one
 * segment (`203.0.113.0%2F25`) stands in the two of D12 and D13; `domain/search` is another address of E8.
 */
export function tolerateUrl(url: string): string {
  if (!url.startsWith('/')) return url; // a proxy's form, or `*`
  const end = url.indexOf('?');
  const [path, query] = end < 0 ? [url, ''] : [url.slice(0, end), url.slice(end)];
  const single = path.replace(/\/{2,}/g, '/');
  const known = single
    .replace(/(\/ipreputation\/(?:history\/)?subnet\/[^/%]+)%2f(\d{1,3}\/?)$/i, '$1/$2')
    .replace(/^(\/api\/v1(?:\/merge-api)?\/explore)\/domain\/search\/?$/, '$1/padns/search/ipdiversity');
  return `${known}${query}`;
}

const trueWords = new Set(['1', 'true', 'yes', 'on']);

/**
 * Reads a query string the way existing clients write it, before the contract validates it: the last of a repeated
 * single value counts, flags may be words, lists may be one value with separators, parameters given empty are not given.
 */
export function tolerateQuery(query: Query, parameters: readonly Parameter[]): Query {
  const known = new Map(parameters.filter((each) => each.in === 'query').map((each) => [each.name, each]));
  const read = Object.entries(query).flatMap(([name, value]): [string, unknown][] => {
    const parameter = known.get(name);
    if (!parameter) return []; // unknown ones are ignored (`format=json` is common)
    const texts = (Array.isArray(value) ? value : [value]).map(String).filter((text) => text !== '');
    return texts.length === 0 ? [] : [[name, readValue(parameter, texts)]];
  });
  return Object.fromEntries(read);
}

/** Path enumerations are accepted in any letter case (`/both/A/...`). */
export function toleratePath(path: Query, parameters: readonly Parameter[]): Query {
  const lowered = parameters
    .filter((each) => each.in === 'path' && each.caseInsensitive)
    .map(({ name }) => [name, String(path[name]).toLowerCase()] as const);
  return { ...path, ...Object.fromEntries(lowered) };
}

function readValue(parameter: Parameter, texts: readonly string[]): unknown {
  if (parameter.type === 'array') return texts.flatMap((text) => splitList(text, parameter));
  const last = texts.at(-1) ?? '';
  if (parameter.flag) return trueWords.has(last.toLowerCase()) ? 1 : 0;
  return parameter.enum && parameter.caseInsensitive ? last.toLowerCase() : last;
}

/** One client packs a second value into the first: `last_seen/-&sort=query/+` as a single percent-encoded value. */
function splitList(text: string, { name, separator }: Parameter): string[] {
  const packed = text.split(`&${name}=`);
  return packed.flatMap((part) => (separator ? part.split(separator) : [part])).filter((part) => part !== '');
}
