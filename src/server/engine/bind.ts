import type { Params, ParamValue } from './engine.ts';

/**
 * The one place that writes values into SQL text. chDB serialises `query_params` over the whole process, so the embedded
 * engine binds here instead; over HTTP the same placeholders travel as query parameters.
 * @throws TypeError when a placeholder has no value or the value does not fit its type.
 */
export function bind(sql: string, params: Params = {}): string {
  return sql.replace(
    /(\b(?:LIMIT|OFFSET) )?\{(\w+):((?:[^{}])+)\}/g,
    (_, before: string | undefined, name: string, type: string) => {
      const value = params[name];
      if (value === undefined) throw new TypeError(`no value for the placeholder {${name}:${type}}`);
      // a plain number is planned faster than a CAST, and the type of a row count does not matter
      const isCount = before !== undefined && /^U?Int/.test(type);
      return `${before ?? ''}${isCount && !Array.isArray(value) ? integer(value, type) : literal(value, type.trim())}`;
    },
  );
}

/** An array of this many texts is written as one text, which the engine splits: it parses that three times as fast. */
const manyTexts = 100;

/** The value as a ClickHouse literal of exactly that type; the CAST keeps `{x:UInt8}` a UInt8 as it is over HTTP. */
function literal(value: ParamValue, type: string): string {
  const element = /^Array\((.+)\)$/.exec(type)?.[1];
  if (element !== undefined) {
    if (!Array.isArray(value)) throw new TypeError(`${type} takes an array`);
    if (value.length === 0) return `CAST([], ${quote(type)})`;
    if (element === 'String' && value.length >= manyTexts) {
      const texts = value.map((item: ParamValue) => text(item, element));
      if (!texts.some((each) => each.includes('\n'))) return `splitByChar('\\n', ${quote(texts.join('\n'))})`;
    }
    return `[${value.map((item: ParamValue) => literal(item, element)).join(',')}]`;
  }
  if (Array.isArray(value)) throw new TypeError(`${type} takes one value`);
  if (type === 'String') return quote(text(value, type));
  if (/^U?Int(8|16|32|64|128)$/.test(type)) return `CAST(${quote(integer(value, type))}, '${type}')`;
  if (/^(Float(32|64)|Date(32)?|DateTime(64)?(\([^()]*\))?|IPv[46]|UUID|Bool|FixedString\(\d+\))$/.test(type))
    return `CAST(${quote(scalar(value, type))}, ${quote(type)})`;
  throw new TypeError(`no literal of the type ${type}`);
}

/** ClickHouse reads `\` escapes and `''`; every other byte is literal, but NUL ends a C string. */
function quote(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')}'`;
}

function text(value: ParamValue, type: string): string {
  if (typeof value !== 'string') throw new TypeError(`${type} takes a string`);
  // a lone surrogate has no UTF-8 form: it would be replaced silently and match another text
  if (!value.isWellFormed()) throw new TypeError('the text is not well-formed Unicode');
  return value;
}

function integer(value: ParamValue, type: string): string {
  const number = typeof value === 'boolean' ? Number(value) : value;
  const valid =
    typeof number === 'bigint' ||
    (typeof number === 'number' && Number.isSafeInteger(number)) ||
    (typeof number === 'string' && /^-?\d+$/.test(number));
  if (!valid) throw new TypeError(`${type} takes an integer`);
  return String(number);
}

function scalar(value: ParamValue, type: string): string {
  if (value instanceof Date) return toDateText(value, type);
  if (typeof value === 'boolean') return type === 'Bool' ? String(value) : String(Number(value));
  return String(value);
}

function toDateText(value: Date, type: string): string {
  const iso = value.toISOString();
  return type.startsWith('DateTime') ? iso.slice(0, 19).replace('T', ' ') : iso.slice(0, 10);
}
