import { type Shape, answerShapes, namedShapes } from '#contract/generated/answer-shapes.gen.ts';
import { type OperationId, operations } from '#contract/generated/operations.gen.ts';
import { isObject } from '#model/json-value.ts';

/** Times that the contract writes with a T; all others have a blank. */
const timesWithT = new Set(['DomainCertificate not_before', 'DomainCertificate not_after']);
const time = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:\.\d+)?(?:Z|\+00:00)?$/;

/**
 * The payload of a provider in the contract's own names and kinds: older toplist names, numbers and flags that came as
 * text, times with a T or a blank. Unknown fields and unreadable values stay as they are, for the reader to mark.
 */
export function normalise(id: OperationId, response: unknown): unknown {
  const { method, path } = operations[id];
  return read(response, answerShapes[`${method} ${path}`] ?? 'any', '');
}

function read(value: unknown, given: Shape, of: string): unknown {
  const [shape, name] = follow(given, of);
  if (typeof shape === 'string') return ofKind(value, shape);
  if (isChoice(shape)) return readChoice(value, shape, name);
  if ('items' in shape) return Array.isArray(value) ? value.map((item) => read(item, shape.items, name)) : value;
  return isObject(value) ? readRecord(value, shape, name) : value;
}

/** Chooses the object shape with the most matching fields, or the kind that matches the text. */
function readChoice(value: unknown, choice: readonly Shape[], of: string): unknown {
  if (typeof value === 'number' && !choice.includes('number') && choice.includes('string')) return String(value);
  if (typeof value === 'string') {
    const kinds = choice.map((each) => follow(each, of)[0]).filter((each) => typeof each === 'string');
    const known = kinds.filter((kind) => kind !== 'string').map((kind) => ofKind(value, kind));
    return known.find((each) => typeof each !== 'string') ?? value;
  }
  const fitting = choice.filter((each) => fits(value, each));
  const named = (each: Shape): number => {
    const [shape] = follow(each, of);
    const fields = typeof shape === 'object' && 'fields' in shape ? shape.fields : {};
    return isObject(value) ? Object.keys(value).filter((field) => Object.hasOwn(fields, field)).length : 0;
  };
  const [best = 'any'] = fitting.toSorted((a, b) => named(b) - named(a));
  return read(value, best, of);
}

function readRecord(value: Record<string, unknown>, shape: Fields, of: string): Record<string, unknown> {
  const fields = Object.entries(value).flatMap(([sent, each]): [string, unknown][] => {
    const name = contractName(sent);
    if (name !== sent && name in value) return [[sent, each]]; // both names are present: the contract's name wins
    const fieldShape = Object.hasOwn(shape.fields, name) ? shape.fields[name] : (shape.rest ?? 'any');
    // these deployments write an empty text for an unknown number or flag
    if (each === '' && (fieldShape === 'number' || fieldShape === 'boolean')) return [];
    const known = read(each, fieldShape ?? 'any', of);
    return [[name, typeof known === 'string' ? timeOf(known, `${of} ${name}`) : known]];
  });
  return Object.fromEntries(fields);
}

function contractName(name: string): string {
  return name.replace(/^(alexa|tranco)_(?=rank$|top10k)/, 'toplist_');
}

const trueWords = new Set(['true', '1', 'yes']);
const falseWords = new Set(['false', '0', 'no']);

function ofKind(value: unknown, kind: string): unknown {
  if (kind === 'number' && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim())) return Number(value);
  if (kind === 'number' && typeof value === 'boolean') return Number(value);
  if (kind === 'string' && typeof value === 'number') return String(value);
  if (kind !== 'boolean') return value;
  const word = String(value).trim().toLowerCase();
  if (trueWords.has(word)) return true;
  return falseWords.has(word) ? false : value;
}

function timeOf(text: string, field: string): string {
  const [whole, date, clock] = time.exec(text) ?? [];
  return whole === undefined ? text : `${date}${timesWithT.has(field) ? 'T' : ' '}${clock}`;
}

type Fields = Extract<Shape, { readonly fields: unknown }>;
const isChoice = (shape: Shape): shape is readonly Shape[] => Array.isArray(shape);

function follow(shape: Shape, of: string): [Shape, string] {
  if (typeof shape !== 'string' || !shape.startsWith('@')) return [shape, of];
  const name = shape.slice(1);
  return follow(namedShapes[name] ?? 'any', name);
}

function fits(value: unknown, given: Shape): boolean {
  const [shape] = follow(given, '');
  if (typeof shape === 'string') return shape === 'any' || shape === kindOf(value);
  if (isChoice(shape)) return shape.some((each) => fits(value, each));
  return 'items' in shape ? Array.isArray(value) : isObject(value);
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}
