import type { IncomingMessage } from 'node:http';
import type { Parameter } from '#contract/generated/parameters.gen.ts';
import { isoDateToDate } from '#model/dates.ts';
import { badInput, itemOf } from './api-error.ts';

type Query = Record<string, unknown>;

/**
 * The path of a request in the form its route matches: doubled slashes count once, a subnet sent as one segment
 * (`203.0.113.0%2F25`) becomes the two segments of D12 and D13, and the paths of newer clients become those of G1 to G3
 * (`enrich/{type}/{value}/enrich`) and of E7 (`enrich/domain/{value}/ip-diversity`).
 */
export function tolerateUrl(url: string): string {
  if (!url.startsWith('/')) return url; // a proxy's form, or `*`
  const end = url.indexOf('?');
  const [path, query] = end < 0 ? [url, ''] : [url.slice(0, end), url.slice(end)];
  const single = path.replace(/\/{2,}/g, '/');
  const known = single
    .replace(/(\/ipreputation\/(?:history\/)?subnet\/[^/%]+)%2f(\d{1,3}\/?)$/i, '$1/$2')
    .replace(
      /^(\/api\/v1(?:\/merge-api)?)\/enrich\/domain\/([^/]+)\/ip-diversity\/?$/,
      '$1/explore/padns/lookup/ipdiversity/a/$2',
    )
    .replace(
      /^(\/api\/v1(?:\/merge-api)?)\/enrich\/(domain|ipv4|ipv6)\/([^/]+)(?:\/enrich)?\/?$/,
      '$1/explore/enrich/$2/$3',
    );
  return `${known}${query}`;
}

const trueWords = new Set(['1', 'true', 'yes', 'on']);

const absoluteForm = /^https?:\/\/([^/?#]*)(.*)$/is;

/**
 * The path and query of a request target in absolute form, `GET http://host/path`, which RFC 9112 requires every server to accept. Its
 * host takes the place of the header.
 */
export function originForm({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const [, host, rest = ''] = absoluteForm.exec(url) ?? [];
  if (host === undefined) return url;
  headers.host = host;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Reads a query string the way existing clients write it, before the contract validates it: the last of a repeated
 * single value counts, flags may be words, lists may be one value with separators, empty parameters count as missing.
 */
export function tolerateQuery(query: Query, parameters: readonly Parameter[]): Query {
  const read: Query = {};
  for (const parameter of parameters) {
    // unknown ones are ignored (`format=json` is common)
    if (parameter.in !== 'query' || !Object.hasOwn(query, parameter.name)) continue;
    const value = query[parameter.name];
    const texts = (Array.isArray(value) ? value : [value]).map(String).filter((text) => text !== '');
    if (texts.length > 0) read[parameter.name] = readValue(parameter, texts);
  }
  return read;
}

/** Path enumerations are accepted ignoring case (`/both/A/...`). */
export function toleratePath(path: Query, parameters: readonly Parameter[]): Query {
  const read = { ...path };
  for (const { name, caseInsensitive, in: place } of parameters)
    if (place === 'path' && caseInsensitive) read[name] = String(path[name]).toLowerCase();
  return read;
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

type Values = Readonly<Record<string, unknown>>;

/**
 * Refuses values that the validator would convert, or describe wrongly: null is not a list of one item, `1e2`, `0x10` and `true`
 * are not whole numbers, and 2026-02-30 looks like a day but does not exist. Runs before the validator. @throws ApiError 400 that names the parameter
 */
export function checkValues(given: Readonly<Record<Parameter['in'], Values>>, parameters: readonly Parameter[]): void {
  for (const parameter of parameters) {
    const values = given[parameter.in];
    if (parameter.in === 'body' && parameter.type === 'array' && values[parameter.name] === null)
      throw badInput(parameter.name, `${parameter.name} is null. Send a list, such as ${exampleOf(parameter)}.`);
    if (!parameter.ownErrors && Object.hasOwn(values, parameter.name)) checkValue(parameter, values[parameter.name]);
  }
}

/**
 * Refuses a member that an operation does not have: a mistyped one would be lost. Not for operations of existing clients, which may
 * send more. @throws ApiError 400 that names the member
 */
export function checkMembers(body: Values, parameters: readonly Parameter[]): void {
  const names = parameters.filter((parameter) => parameter.in === 'body').map(({ name }) => name);
  const unknown = Object.keys(body).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw badInput(unknown, `This operation takes no member ${unknown}. Its body may have ${names.join(', ')}.`);
}

function exampleOf({ example }: Parameter): string {
  return JSON.stringify(example ?? []);
}

function checkValue({ name, type, items, flag, format }: Parameter, value: unknown): void {
  if (flag) return; // any word that does not mean true means off
  const list = Array.isArray(value) ? (value as readonly unknown[]) : undefined;
  if (type === 'integer' || items?.type === 'integer') {
    const wrong = list?.findIndex((each) => !isInteger(each)) ?? (isInteger(value) ? -1 : 0);
    const place = list && type === 'array' ? itemOf(name, wrong) : name;
    if (wrong >= 0) throw badInput(name, `${place} must be a whole number.`);
  }
  if (format === 'date') checkDay(name, value);
}

/** Digits only: other notations that JavaScript reads as a number are mistakes or attacks. */
function isInteger(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value);
  return typeof value === 'string' && /^[+-]?\d+$/.test(value.trim());
}

function checkDay(name: string, value: unknown): void {
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && isoDateToDate(value) === null)
    throw badInput(name, noSuchDay(name, value));
}

/** The message for a well-formed day that is not in the calendar. */
function noSuchDay(name: string, day: string): string {
  return `${name}: there is no such day as ${day}. Send a day of the calendar as yyyy-mm-dd, e.g. 2026-01-31.`;
}
