import { formatNumber } from '#model/format.ts';

/** A directive or a record of a master file (RFC 1035, section 5), from one line or from several that parentheses join. */
export interface ZoneStatement {
  /** The line begins with a blank: the record belongs to the same name as the one before. */
  readonly isIndented: boolean;
  /** At least one, as written in the file: with escapes, and with the quotes of quoted strings. */
  readonly tokens: readonly string[];
}

/** Limits of one statement: a parenthesis that was opened by mistake must not swallow the file. */
const [maxLines, maxCharacters] = [100, 100_000];

const faults = {
  tooLong: `a record has more than ${formatNumber(maxCharacters)} characters`,
  open: `a parenthesis is not closed within ${maxLines} lines`,
  unfinished: 'the file ends within a record, before its closing parenthesis',
  stray: 'a closing parenthesis without an opening one',
  quote: 'a quote is not closed on its line',
  afterFault: 'part of a record above that could not be read',
} as const;

interface Started {
  readonly isIndented: boolean;
  readonly tokens: string[];
  depth: number;
  lines: number;
  characters: number;
}

interface StatementReader {
  /** @returns the statement that ends with the line, a text saying why it cannot be read, or undefined when the line ends none */
  (line: string): ZoneStatement | string | undefined;
  /** Why the statement that the last line left open cannot be read. */
  unfinished(): string | undefined;
}

/** Joins lines to statements; the function it returns is called with each line in turn. */
export function zoneStatements(): StatementReader {
  let started: Started | undefined;
  // indented lines after a fault would be attributed to the wrong name
  let isAfterFault = false;

  const giveUp = ({ isIndented, lines }: Started, reason: string): string => {
    isAfterFault ||= lines > 1 || !isIndented;
    started = undefined;
    return reason;
  };

  return Object.assign(next, { unfinished: () => started && faults.unfinished });

  function next(given: string): ZoneStatement | string | undefined {
    const line = given.charCodeAt(0) === 0xfeff ? given.slice(1) : given;
    const isIndented = isBlank(line.charCodeAt(0));
    if (!started) {
      if (isAfterFault) {
        if (isEmpty(line)) return undefined;
        if (isIndented || line.startsWith(')')) return faults.afterFault;
        isAfterFault = false;
      }
      if (line.length <= maxCharacters && !/[;()"\\]/.test(line)) {
        const text = line.trim();
        return text === '' ? undefined : { isIndented, tokens: text.split(/[ \t\r]+/) };
      }
      if (isEmpty(line)) return undefined;
    }
    const statement = started ?? { isIndented, tokens: [], depth: 0, lines: 0, characters: 0 };
    statement.lines += 1;
    statement.characters += line.length;
    if (statement.characters > maxCharacters) return giveUp(statement, faults.tooLong);
    const fault = scan(line, statement);
    if (fault !== undefined) return giveUp(statement, fault);
    if (statement.depth > 0) {
      if (statement.lines >= maxLines) return giveUp(statement, faults.open);
      started = statement;
      return undefined;
    }
    started = undefined;
    return statement.tokens.length === 0 ? undefined : statement;
  }
}

const [quote, backslash, semicolon, opening, closing] = [0x22, 0x5c, 0x3b, 0x28, 0x29];

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d;
}

/** Whether a line holds nothing but a comment. */
function isEmpty(line: string): boolean {
  let at = 0;
  while (isBlank(line.charCodeAt(at))) at += 1;
  return at === line.length || line.charCodeAt(at) === semicolon;
}

/** Adds the tokens of a line. @returns why the line cannot be read; undefined when it can */
function scan(line: string, statement: Started): string | undefined {
  for (let at = 0; at < line.length;) {
    const code = line.charCodeAt(at);
    if (code === semicolon) break;
    if (isBlank(code)) at += 1;
    else if (code === opening) {
      statement.depth += 1;
      at += 1;
    } else if (code === closing) {
      if (statement.depth === 0) return faults.stray;
      statement.depth -= 1;
      at += 1;
    } else {
      const end = code === quote ? endOfQuoted(line, at + 1) : endOfToken(line, at);
      if (end < 0) return faults.quote;
      statement.tokens.push(line.slice(at, end));
      at = end;
    }
  }
  return undefined;
}

function endOfToken(line: string, from: number): number {
  let at = from;
  for (; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (isBlank(code) || code === semicolon || code === opening || code === closing) break;
  }
  return Math.min(at, line.length);
}

/** The position after the closing quote; -1 without one. */
function endOfQuoted(line: string, from: number): number {
  for (let at = from; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === quote) return at + 1;
  }
  return -1;
}
