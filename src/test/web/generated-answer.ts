import { answerShapes, namedShapes, type Shape } from '#contract/generated/answer-shapes.gen.ts';
import { dateToIsoDate } from '#model/dates.ts';
import { operations, type OperationId } from '#contract/generated/operations.gen.ts';

/** rows: every field and two items in each list · empty: every field, no item in any list · nothing: an object without fields. */
export type Filling = 'rows' | 'empty' | 'nothing';

/** A response to the operation as the contract describes it. No two texts or numbers of it are the same. */
export function generatedAnswer(operationId: OperationId, filling: Filling): unknown {
  if (filling === 'nothing') return {};
  const { method, path } = operations[operationId];
  let count = 0;
  const make = (given: Shape, name: string, depth: number, choice = 0): unknown => {
    const shape = typeof given === 'string' && given.startsWith('@') ? (namedShapes[given.slice(1)] ?? 'any') : given;
    if (isChoice(shape)) return make(shape[choice % shape.length] ?? 'any', name, depth);
    if (typeof shape === 'object' && 'items' in shape)
      return filling === 'empty' || depth > 12 ? [] : [0, 1].map((item) => make(shape.items, name, depth + 1, item));
    if (typeof shape === 'object') {
      const { fields, rest } = shape;
      // an answer that says why there is none has nothing else
      const named = Object.entries(fields).filter(([field]) => !['error', 'not_observed'].includes(field));
      const all = [...named, ...(rest === undefined ? [] : [['50', rest] as const])];
      return Object.fromEntries(all.map(([field, of]) => [field, make(of, field, depth + 1)]));
    }
    count++;
    return shape === 'number' ? numberOf(name, count) : shape === 'boolean' ? true : textOf(name, count);
  };
  return make(answerShapes[`${method} ${path}`] ?? 'any', 'response', 0);
}

function isChoice(shape: Shape): shape is readonly Shape[] {
  return Array.isArray(shape);
}

/** A day of the last four weeks. */
function dayOf(count: number): string {
  return dateToIsoDate(new Date(Date.now() - (1 + (count % 27)) * 86_400_000));
}

function numberOf(name: string, count: number): number {
  return /date|change$/.test(name) ? Number(dayOf(count).replaceAll('-', '')) : count;
}

function textOf(name: string, count: number): string {
  if (name === 'type') return 'A';
  if (/seen|date|not_before|not_after|created|updated|expires|first|last|as_of/.test(name))
    return `${dayOf(count)} 00:00:00`;
  if (/^ips?$|address|^answer$/.test(name)) return `192.0.2.${count % 250}`;
  if (/domain|query|host|server|ns|name|sibling/.test(name)) return `name-${count}.example`;
  return `text ${count}`;
}
