import { INDICATOR_KINDS, isNameServer, type IndicatorKind } from './indicator-kind.ts';
import type { Interpretation, Problem } from './interpretation.ts';
import { readNumber, readToken, type TokenReading } from './read-token.ts';
import { refang } from './refang.ts';
import { FIELD, FIELD_NAME, FIELD_OR_NAME, FIELD_SIGN, TIME_OF_DAY } from './text-rules.ts';
import { foldText, numberMeaning, prepareLine, type Token, tokensOf, unwrap } from './tokenizer.ts';

/** One distinct indicator of a text. */
export interface ExtractedIndicator {
  readonly kind: IndicatorKind;
  readonly value: string;
  readonly display: string;
  /** Line of the first occurrence, counted from 1. */
  readonly line: number;
  /** Number of occurrences in the text. */
  occurrences: number;
}

/** Text that looks like an indicator but is invalid, or a line without indicators. */
export interface InvalidEntry {
  readonly line: number;
  readonly text: string;
  readonly reason: string;
}

export interface Extraction {
  /** In the order of the text, without duplicates. */
  readonly indicators: readonly ExtractedIndicator[];
  readonly counts: Readonly<Partial<Record<IndicatorKind, number>>>;
  readonly invalid: readonly InvalidEntry[];
  /** Lines with content: neither blank nor a comment. */
  readonly lineCount: number;
}

/** A token without a dot, a colon, a digit or a run of hex digits is a word, not an indicator. Most of a report is words. */
const MAY_BE_INDICATOR = /[.:\d]|[a-f]{24}/i;
const NUMBER = /^-?\d+(?:\.\d+){0,3}$/;
/** Groups of hex digits between colons are an address or a fingerprint; the first group is not the name of a field. */
const HEX_GROUPS = /^[0-9a-f]{1,4}(?::[0-9a-f]{0,4})+(?:\/\d+)?$/i;

/**
 * The reading of a token of free text; in bulk, a host that may be a name server is triaged as a domain. An e-mail address
 * is two indicators: itself and its domain.
 */
function pick({ interpretations }: TokenReading): readonly Interpretation[] {
  const [first] = interpretations;
  if (!first || !INDICATOR_KINDS[first.kind].isExtracted) return [];
  if (first.kind === 'e-mail') return interpretations;
  return isNameServer(first.kind) ? interpretations.filter(({ kind }) => kind === 'domain') : [first];
}

class Collector {
  readonly indicators = new Map<string, ExtractedIndicator>();
  readonly counts: Partial<Record<IndicatorKind, number>> = {};
  readonly invalid: InvalidEntry[] = [];
  lineCount = 0;

  add({ kind, value, display }: Interpretation, line: number): void {
    const key = `${kind} ${value}`;
    const known = this.indicators.get(key);
    if (known) {
      known.occurrences += 1;
      return;
    }
    this.indicators.set(key, { kind, value, display, line, occurrences: 1 });
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
  }

  refuse(line: number, text: string, reason: string): void {
    this.invalid.push({ line, text: text.slice(0, 200), reason });
  }
}

const NOTHING: TokenReading = { interpretations: [], problem: null, stripped: {} };

const MAX_FIELD_DEPTH = 3;

/** The value of `src=192.0.2.1` or `sha1:...`, as logs write fields, and of a field in it: `msg=ip:192.0.2.1`. */
function fieldValues({ text, start }: Token, depth = 0): readonly Token[] {
  const field = depth === MAX_FIELD_DEPTH || HEX_GROUPS.test(text) ? null : FIELD.exec(text);
  const value = field ? unwrap(text.slice(field[0].length)) : '';
  if (value === '') return [];
  const token = { text: value, start: start + text.lastIndexOf(value) };
  return [token, ...fieldValues(token, depth + 1)];
}

/** Reads a token of a line: a number by the words before it, anything else on its own. */
function readInLine({ text, start }: Token, line: string): TokenReading {
  if (!NUMBER.test(text)) return readToken(text, 'text');
  const meaning = numberMeaning(text, line, start);
  if (meaning) return readNumber(text, meaning);
  return text.includes('.') ? readToken(text, 'text') : NOTHING;
}

function isFieldName({ text, start }: Token, line: string): boolean {
  if (!FIELD_OR_NAME.test(text)) return FIELD_NAME.test(text);
  return FIELD_SIGN.test(line.slice(start + text.length, start + text.length + 5));
}

/** Reads one token. @returns whether it was an indicator or was refused with a reason */
function takeToken(token: Token, line: string, lineNumber: number, collector: Collector): boolean {
  if (!MAY_BE_INDICATOR.test(token.text) || TIME_OF_DAY.test(token.text) || isFieldName(token, line)) return false;
  const values = fieldValues(token);
  const first = values.find(
    // the local part of an e-mail address may contain the separator of a field and its value
    ({ text, start }) => text.includes('@') || numberMeaning(text, line, start) !== null,
  );
  let problem: Problem | null = null;
  for (const each of new Set([first ?? token, token, ...values])) {
    const reading = readInLine(each, line);
    const found = pick(reading);
    for (const indicator of found) collector.add(indicator, lineNumber);
    if (found.length > 0) return true;
    if (each === (values[0] ?? token)) problem = reading.problem;
  }
  if (problem) collector.refuse(lineNumber, (values[0] ?? token).text, problem.message);
  return problem !== null;
}

/** A line in which no token was an indicator, read as one value: a name with signs in it, `as 64500`. */
function takeWholeLine(text: string, line: number, collector: Collector): void {
  const value = unwrap(refang(foldText(text)));
  const { interpretations, problem } = readToken(value, 'value');
  const [first] = interpretations;
  if (first?.kind === 'domain' || (first?.kind === 'asn' && /^as/i.test(value))) collector.add(first, line);
  else if (NUMBER.test(value) && first) collector.refuse(line, text, 'A bare number: write AS64500 for an AS number.');
  else collector.refuse(line, text, problem?.message ?? 'No indicator in this line.');
}

/** A minified file is one line of any length, so that a line is read in steps as well. */
const TOKENS_PER_STEP = 200;

function* takeLine(text: string, lineNumber: number, collector: Collector): Generator<void, void> {
  const line = prepareLine(text);
  if (/^\s*(?:#|$)/.test(line)) return;
  collector.lineCount += 1;
  let isSettled = false;
  let count = 0;
  for (const token of tokensOf(line)) {
    if (takeToken(token, line, lineNumber, collector)) isSettled = true;
    count += 1;
    if (count % TOKENS_PER_STEP === 0) yield;
  }
  if (!isSettled) takeWholeLine(text.trim(), lineNumber, collector);
}

/**
 * Finds the indicators of any text: a list with one on each line, a log, a report. Refangs, unwraps, takes URLs apart,
 * removes duplicates and keeps the order. Linear in the length of the text. In steps of a line at most, so that the caller
 * can let others work in between; the generator's return value is what {@link extractIndicators} answers.
 */
export function* extractInSteps(text: string): Generator<void, Extraction> {
  const collector = new Collector();
  let line = 0;
  for (const lineText of text.split(/\r\n|\r|\n/)) {
    line += 1;
    yield* takeLine(lineText, line, collector);
    yield;
  }
  return {
    indicators: [...collector.indicators.values()],
    counts: collector.counts,
    invalid: collector.invalid,
    lineCount: collector.lineCount,
  };
}

/** {@link extractInSteps}, all at once. */
export function extractIndicators(text: string): Extraction {
  const steps = extractInSteps(text);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
