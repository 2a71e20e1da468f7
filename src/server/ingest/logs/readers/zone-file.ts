import type { AboutFile, LineReader, LogEntry, LogReader } from '#server/ingest/logs/log-reader.ts';
import { isLogRecordType, type LogRecordType } from '#server/ingest/logs/log-reader.ts';
import { dated, lacking, readTtl, reasons, rejected, skipped, typeName, typeSkip } from './values.ts';
import { recordEntries } from './dns-answers.ts';
import { zoneStatements, type ZoneStatement } from './zone-statements.ts';

// Master files (RFC 1035, section 5; $TTL of RFC 2308) and what dig AXFR, ldns-read-zone and named-compilezone print. They hold no
// times, so each record has the day that is given.
//
// NS and MX records come without their set. A set is complete only when a record of another name or type follows; its records would have
// to wait for that.

export const readZoneFile: LogReader = {
  format: 'zone-file',
  title: 'DNS zone file (RFC 1035) or output of dig AXFR',
  sniff(head) {
    const next = zoneStatements();
    const found = head.map(next).filter((each) => each !== undefined);
    const [first] = found;
    // a zone begins with its SOA record; only directives may come before it
    const isZone = head.some((line) => line.startsWith('; <<>> DiG ')) || (first !== undefined && beginsZone(first));
    const sound = found.filter((each) => typeof each !== 'string' && (isDirective(each) || fieldsOf(each)));
    return isZone && sound.length > 0 && 10 * sound.length >= 9 * found.length ? 0.9 : 0;
  },
  open: openZone,
};

const directives: ReadonlySet<string> = new Set(['$ORIGIN', '$TTL', '$INCLUDE', '$GENERATE']);

function isDirective({ tokens: [first = ''] }: ZoneStatement): boolean {
  return first.startsWith('$') && directives.has(first.toUpperCase());
}

function beginsZone(statement: ZoneStatement | string): boolean {
  if (typeof statement === 'string') return false;
  if (isDirective(statement)) return true;
  const fields = fieldsOf(statement);
  return fields?.type === 'SOA' && fields.data.length === soaFields;
}

const faults = {
  noOrigin: 'a relative name, with no $ORIGIN or full SOA name above to complete it, and no origin was given',
  noDay: 'a zone file holds no times, and its day was not given',
  noOwner: 'no owner name, and no record above to take it from',
  longName: 'a name is too long',
  notRecord: 'not a record (name, TTL, class, type, data) or a directive',
  generic: 'data in the generic form of RFC 3597 is not read',
  include: '$INCLUDE is not followed: import the output of named-compilezone, which holds the whole zone',
  generate: '$GENERATE is not expanded: import the output of named-compilezone, which holds the whole zone',
  transfer: 'dig reports that the zone transfer failed',
} as const;

function openZone({ day, origin: given }: AboutFile): LineReader {
  const next = zoneStatements();
  // the names are absolute, with the final dot
  let origin = given === undefined || given === '' ? undefined : completed(given, '.');
  let owner: string | undefined;
  /** Whether the last owner is relative to an origin that is not known. */
  let isWithoutOrigin = false;
  let defaultTtl: number | undefined;
  let lastTtl: number | undefined;

  return Object.assign(entriesOfLine, { unfinished: next.unfinished });

  function entriesOfLine(line: string): readonly LogEntry[] {
    const statement = next(line);
    if (statement === undefined) return line.startsWith('; Transfer failed') ? rejected(faults.transfer) : [];
    if (typeof statement === 'string') return rejected(statement);
    return statement.tokens[0]?.startsWith('$') ? directiveEntries(statement) : entriesOf(statement);
  }

  function directiveEntries({ tokens: [name = '', value] }: ZoneStatement): readonly LogEntry[] {
    switch (name.toUpperCase()) {
      case '$ORIGIN': {
        const named = value === undefined ? undefined : completed(value, origin);
        const fault = nameFault(named);
        origin = fault === undefined ? named : undefined;
        return fault === undefined ? [] : withoutName(fault);
      }
      case '$TTL':
        defaultTtl = value !== undefined && ttlText.test(value) ? readTtl(secondsOf(value)) : undefined;
        return defaultTtl === undefined ? rejected(reasons.badTtl) : [];
      case '$INCLUDE':
        return rejected(faults.include);
      case '$GENERATE':
        return rejected(faults.generate);
      default:
        [owner, isWithoutOrigin] = [undefined, false];
        return rejected('an unknown directive');
    }
  }

  /** A line with a name that cannot be used. */
  function withoutName(fault: string): readonly LogEntry[] {
    if (fault !== faults.noOrigin) return rejected(fault);
    return lacking(day === undefined ? ['origin', 'day'] : ['origin'], fault);
  }

  function entriesOf(statement: ZoneStatement): readonly LogEntry[] {
    const { isIndented, tokens } = statement;
    const fields = fieldsOf(statement);
    if (!isIndented) {
      owner = fields && completed(tokens[0] ?? '', origin);
      isWithoutOrigin = fields !== undefined && owner === undefined;
    }
    if (!fields) return rejected(faults.notRecord);
    const { ttl, group, type, data } = fields;
    lastTtl = ttl ?? lastTtl;
    if (!isLogRecordType(type)) return skipped(typeSkip(type));
    const fault = owner === undefined && isIndented && !isWithoutOrigin ? faults.noOwner : nameFault(owner);
    if (fault !== undefined) return withoutName(fault);
    if (type === 'SOA' && group === 'IN') {
      // the owner of the SOA record is the zone itself, which is the origin of a file without $ORIGIN
      origin ??= owner;
      if (ttl === undefined && defaultTtl === undefined) lastTtl = readTtl(secondsOf(data[soaFields - 1] ?? ''));
    }
    const found = dataOf(type, data, origin);
    if ('fault' in found) return withoutName(found.fault);
    if (day === undefined) return lacking(['day'], faults.noDay);
    const record = { name: owner, type, group, rdata: found.rdata, ttl: ttl ?? defaultTtl ?? lastTtl };
    return dated(recordEntries([record], { time: day, isPart: true }), 'given');
  }
}

interface Fields {
  /** Seconds; undefined where the record has none. */
  readonly ttl: number | undefined;
  /** The class, in upper case. */
  readonly group: string;
  /** In upper case. */
  readonly type: string;
  readonly data: readonly string[];
}

const ttlText = /^(?:\d{1,10}|(?:\d{1,9}[wdhms]){1,5})$/i;
const className = /^(?:IN|CH|HS|CS|ANY|NONE|CLASS\d{1,5})$/i;

/** TTL and class come before the type, in either order, and both may be missing. Undefined when the statement is not a record. */
function fieldsOf({ isIndented, tokens }: ZoneStatement): Fields | undefined {
  let ttl: number | undefined;
  let group: string | undefined;
  for (let at = isIndented ? 0 : 1; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    if (ttl === undefined && ttlText.test(token)) ttl = secondsOf(token);
    else if (group === undefined && token.length <= 10 && className.test(token)) group = token.toUpperCase();
    else if (!/^[a-z][a-z0-9-]{0,19}$/i.test(token)) return undefined;
    else
      return {
        ttl,
        group: group === 'CLASS1' ? 'IN' : (group ?? 'IN'),
        type: typeOf(token),
        data: tokens.slice(at + 1),
      };
  }
  return undefined;
}

/** `TYPE28` is AAAA (RFC 3597). */
function typeOf(token: string): string {
  return typeName(/^TYPE\d{1,5}$/i.test(token) ? Number(token.slice(4)) : token);
}

const unitSeconds: Readonly<Record<string, number>> = { w: 604_800, d: 86_400, h: 3600, m: 60, s: 1 };

/** `1h30m` -> 5400; NaN for other text. */
function secondsOf(text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  if (!ttlText.test(text)) return NaN;
  let seconds = 0;
  for (const [, count, unit = ''] of text.toLowerCase().matchAll(/(\d+)([wdhms])/g))
    seconds += Number(count) * (unitSeconds[unit] ?? 0);
  return seconds;
}

const soaFields = 7;

/** The data as `recordEntries` takes it: an absolute name, an address, or quoted strings. */
function dataOf(
  type: LogRecordType,
  data: readonly string[],
  origin: string | undefined,
): { readonly rdata: string } | { readonly fault: string } {
  const [first = '', second = ''] = data;
  if (first === String.raw`\#`) return { fault: faults.generic };
  const target = (token: string) => {
    const name = completed(token, origin);
    const fault = nameFault(name);
    return fault === undefined ? { rdata: name ?? '' } : { fault };
  };
  if (type === 'TXT' && data.length > 0) return { rdata: data.map(quoted).join(' ') };
  if (type === 'SOA' && data.length === soaFields) return target(first);
  if (type === 'MX' && data.length === 2 && /^\d{1,5}$/.test(first)) return target(second);
  if (type === 'SRV' || type === 'SVCB' || type === 'HTTPS') return serviceData(type, data, target);
  if (type === 'CAA' || type === 'DS') return { rdata: data.join(' ') };
  if (data.length !== 1 || type === 'TXT' || type === 'SOA' || type === 'MX') return { fault: reasons.badAnswer };
  return type === 'A' || type === 'AAAA' ? { rdata: first } : target(first);
}

/** The target of SRV is the fourth field, that of the others the second. */
function serviceData(
  type: 'SRV' | 'SVCB' | 'HTTPS',
  data: readonly string[],
  complete: (token: string) => ReturnType<typeof dataOf>,
): ReturnType<typeof dataOf> {
  const at = type === 'SRV' ? 3 : 1;
  const token = data[at];
  if (token === undefined) return { fault: reasons.badAnswer };
  const name = complete(token);
  return 'fault' in name ? name : { rdata: data.with(at, name.rdata).join(' ') };
}

/** Strings of TXT records may be written without quotes, and may then hold a quote. */
function quoted(token: string): string {
  return token.startsWith('"')
    ? token
    : `"${token.replaceAll(/\\.|"/gs, (each) => (each === '"' ? String.raw`\"` : each))}"`;
}

/** Longer than any name, even with every character escaped. Relative origins must not grow without limit. */
const maxNameLength = 1100;

/** Why a name that `completed` gave cannot be used. */
function nameFault(name: string | undefined): string | undefined {
  if (name === undefined) return faults.noOrigin;
  return name.length > maxNameLength ? faults.longName : undefined;
}

/** A name with everything above it and the final dot; undefined for a relative name without an origin. */
function completed(token: string, origin: string | undefined): string | undefined {
  if (token === '@') return origin;
  const name = token.includes('\\') && token.length <= maxNameLength ? unescaped(token) : token;
  if (isAbsolute(name)) return name;
  if (origin === undefined) return undefined;
  return origin === '.' ? `${name}.` : `${name}.${origin}`;
}

/** Whether a name ends with a dot that separates labels; an escaped dot belongs to its label. */
function isAbsolute(name: string): boolean {
  if (!name.endsWith('.')) return false;
  let start = name.length - 1;
  while (name[start - 1] === '\\') start -= 1;
  return (name.length - 1 - start) % 2 === 0;
}

/** Removes escapes that are not needed (`\042.example.`, `\_dmarc`), so that a name is always written the same way. */
function unescaped(token: string): string {
  return token.replaceAll(/\\(?:(\d{3})|(.))/gs, (escape, digits?: string, character?: string) => {
    const code = digits === undefined ? (character ?? '').charCodeAt(0) : Number(digits);
    return code > 0x20 && code < 0x7f && code !== 0x2e && code !== 0x5c ? String.fromCharCode(code) : escape;
  });
}
