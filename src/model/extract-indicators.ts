import { foldText, unwrap } from './clean-text.ts';
import { INDICATOR_KINDS, isNameServer, type IndicatorKind } from './indicator-kind.ts';
import type { Interpretation } from './interpretation.ts';
import { readToken, type TokenReading } from './read-token.ts';
import { refang } from './refang.ts';

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

const SEPARATORS = /[\s,;|"'`<>(){}]+/;
/** Shorter than any hash and without a dot, colon or digit: a word of a sentence. Most of a report is words. */
const WORD = /^[a-z_-]{1,23}$/i;
const BARE_NUMBER = /^-?\d+(?:\.\d+)?$/;
/** Times of day are in every log and read like a broken IPv6 address. */
const TIME_OF_DAY = /^(?:\d{4}-\d\d-\d\dT)?\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/i;

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

function findIn(token: string): readonly Interpretation[] {
  return BARE_NUMBER.test(token) ? [] : pick(readToken(token));
}

/** The value of `src=192.0.2.1` or `sha1:...`, as logs write fields; null without one. */
function fieldValue(token: string): string | null {
  const label = /^[a-z_][\w.-]*[=:](?!\/\/)(?=.)/i.exec(token);
  return label && unwrap(token.slice(label[0].length));
}

/** Reads one token. @returns whether it was an indicator or was refused with a reason */
function takeToken(token: string, line: number, collector: Collector): boolean {
  if (WORD.test(token) || TIME_OF_DAY.test(token)) return false;
  const value = fieldValue(token);
  // the local part of an e-mail address may contain the separator of a field and its value
  const [first, second] = value?.includes('@') ? [value, token] : [token, value];
  const read = findIn(first);
  const found = read.length > 0 || second === null ? read : findIn(second);
  if (found.length > 0) {
    for (const each of found) collector.add(each, line);
    return true;
  }
  const problem = readToken(value ?? token).problem;
  if (problem) collector.refuse(line, value ?? token, problem.message);
  return problem !== null;
}

/** A minified file is one line of any length, so that a line is read in steps as well. */
const TOKENS_PER_STEP = 200;

function* takeLine(text: string, line: number, collector: Collector): Generator<void, void> {
  const folded = foldText(text);
  if (folded === '' || folded.startsWith('#')) return;
  collector.lineCount += 1;
  const clean = refang(folded);
  // `AS 64500` is the only indicator with a space.
  const tokens = clean.replace(/\b(asn?)\s+(?=\d)/gi, '$1').split(SEPARATORS);
  let isSettled = false;
  for (const [index, raw] of tokens.entries()) {
    const token = unwrap(raw);
    if (token !== '' && takeToken(token, line, collector)) isSettled = true;
    if (index % TOKENS_PER_STEP === TOKENS_PER_STEP - 1) yield;
  }
  if (isSettled) return;
  const isNumber = BARE_NUMBER.test(clean);
  collector.refuse(
    line,
    folded,
    isNumber ? 'A bare number: write AS64500 for an AS number.' : 'No indicator in this line.',
  );
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
