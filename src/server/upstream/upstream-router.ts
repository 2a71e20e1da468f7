import { parameters } from '#contract/generated/parameters.gen.ts';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import { ApiError } from '#server/http/api-error.ts';
import {
  withOtherScores,
  hasScores,
  scoreMark,
  type AnswerSource,
  markRows,
  mergeByAddress,
  mergeLists,
  rowsOf,
} from './merge-answers.ts';
import { askItems, type BulkOutcome, bulkRuleOf, itemKey } from './bulk-run.ts';
import {
  isBlank,
  isKnown,
  isUnjudged,
  isUnknownItem,
  failureOf,
  noteOfFault,
  noteOfResult,
  type UpstreamNote,
} from './upstream-note.ts';
import type { NeverSend } from './never-send.ts';
import { isObject } from '#model/json-value.ts';
import {
  type BulkRule,
  type ListRule,
  type RouteOverrides,
  isOwnQuestion,
  routeOf,
  ruleOf,
  type UpstreamRoute,
} from './operation-rules.ts';
import { ProviderError, toProviderError } from './provider-answer.ts';
import { providerQuestion } from './provider-question.ts';
import type { Asking } from './provider-calls.ts';
import type { Provider, ProviderResult } from './provider.ts';

/** One call to this service, after validation. */
interface RoutedCall {
  readonly id: OperationId;
  readonly path: object;
  readonly query: object;
  readonly body: object;
  readonly asking: Asking;
}

/** Answers from this collection, with these parameters of the query in place of those of the call. @throws ApiError */
type OwnAnswer = (query?: object) => Promise<unknown>;

export interface Routed {
  readonly response: unknown;
  readonly note: UpstreamNote;
  /** For a merged list: whether more records may follow. */
  readonly hasMore?: boolean;
}

interface RouterOptions {
  readonly provider: Provider;
  readonly never: NeverSend;
  readonly overrides: RouteOverrides;
  /** The name of the provider. */
  readonly providerName: string;
  /** The side whose scores are shown when both have them. */
  readonly scores: AnswerSource;
  readonly isOwnEmpty: () => Promise<boolean>;
  readonly now: () => Date;
}

/** Decides which side answers, queries it, and merges both answers. */
export class UpstreamRouter {
  readonly #options: RouterOptions;

  constructor(options: RouterOptions) {
    this.#options = options;
  }

  async route(id: OperationId): Promise<UpstreamRoute> {
    const { overrides, isOwnEmpty } = this.#options;
    return ruleOf(id) ? routeOf(id, overrides, await isOwnEmpty()) : 'own';
  }

  /** @throws ApiError of the collection, and 502 or 503 when there is no answer without the provider */
  async answer(call: RoutedCall, answerOwn: OwnAnswer): Promise<Routed> {
    const way = await this.route(call.id);
    const rule = ruleOf(call.id);
    if (way === 'own' || !rule || isOwnQuestion(call.path)) return ownOnly('own', await answerOwn());
    const bulk = bulkRuleOf(call.id, providerQuestion(call.id, call));
    if (bulk) return this.#items(way, call, answerOwn, bulk);
    return rule.list ? this.#list(way, call, answerOwn, rule.list) : this.#record(way, call, answerOwn);
  }

  /** One record: the own one if known, else the provider's, or both combined. */
  async #record(way: UpstreamRoute, call: RoutedCall, answerOwn: OwnAnswer): Promise<Routed> {
    const { providerName } = this.#options;
    const theirs = (result: ProviderResult): Routed => ({
      response: marked(call.id, result.response, providerName),
      note: this.#noteOf(way, result),
    });
    if (way === 'upstream') {
      const result = await this.#ask(call);
      return result instanceof ProviderError ? withoutProvider(way, await attempt(answerOwn), result) : theirs(result);
    }
    const own = await attempt(answerOwn);
    const knows = !own.error && isKnown(own.response);
    if (way === 'own-then-upstream' && knows && !isUnjudged(own.response) && !isPressed(call))
      return ownOnly(way, own.response);
    const result = await this.#ask(call);
    if (result instanceof ProviderError) return withoutProvider(way, own, result);
    if (knows && result.found)
      return {
        response: this.#combined(own.response, result.response),
        note: this.#noteOf(way, result, bothSides),
      };
    if (!knows && (result.found || own.error)) return theirs(result);
    return { response: own.response, note: this.#noteOf(way, result, ['own']) };
  }

  /** Two answers about one subject, with the scores of the chosen side, or of the only side that has judged the subject. */
  #combined(own: unknown, upstream: unknown): unknown {
    const { scores, providerName } = this.#options;
    const judges = isUnjudged(own) === isUnjudged(upstream) ? scores : isUnjudged(own) ? 'upstream' : 'own';
    const [main, other] = judges === 'own' ? [own, upstream] : [upstream, own];
    return withOtherScores(main, other, judges, providerName);
  }

  /** Both lists from their beginning to the end of the requested page, merged. */
  async #list(way: UpstreamRoute, call: RoutedCall, answerOwn: OwnAnswer, rule: ListRule): Promise<Routed> {
    const page = pageOf(call);
    if (way === 'own-then-upstream') {
      const own = await attempt(answerOwn);
      if (!own.error && isKnown(own.response) && !isPressed(call)) return ownOnly(way, own.response);
    }
    const [own, theirs] = await Promise.all([
      way === 'upstream' ? emptyList(rule) : attempt(() => ownRows(call, rule, answerOwn, page)),
      this.#askPages(call, rule, page),
    ]);
    if (theirs instanceof ProviderError) {
      const { response, note } = withoutProvider(way, await attempt(answerOwn), theirs);
      return { response: markedList(response, rule, 'own'), note };
    }
    if (own.error && own.error.status < 500) throw own.error;
    const merged = mergePages(rule, own.response, theirs.rows, call);
    const base = isObject(own.response) ? own.response : {};
    const sources = bothSides.filter((side) =>
      side === 'own' ? rowsOf(base[rule.member]).length > 0 : theirs.rows.length > 0,
    );
    return {
      response: { ...base, [rule.member]: page ? merged.slice(page.skip, page.end) : merged },
      hasMore: page !== undefined && (merged.length > page.end || theirs.isFull),
      note: this.#noteOf(way, theirs.result, sources),
    };
  }

  /** Pages of the provider, each cached separately. */
  async #askPages(call: RoutedCall, rule: ListRule, page: Page | undefined): Promise<ProviderRows | ProviderError> {
    const size = page?.size ?? 0;
    const rows: Record<string, unknown>[] = [];
    let last: ProviderResult | undefined;
    let isFull = false;
    for (let skip = 0; skip < (page?.end ?? 1); skip += size || 1) {
      const result = await this.#ask(call, page ? { ...call.query, limit: size, skip } : call.query);
      if (result instanceof ProviderError) return result;
      const found = isObject(result.response) ? rowsOf(result.response[rule.member]) : [];
      rows.push(...found.filter((row) => !('error' in row)));
      // the oldest page sets the age of the answer
      last = last && last.asked < result.asked ? { ...last, ...(result.fault && { fault: result.fault }) } : result;
      isFull = page !== undefined && found.length >= size;
      if (!isFull) break;
    }
    return last
      ? { rows, result: last, isFull }
      : new ProviderError('failed', 'no_pages', 'The provider was not queried.');
  }

  /** A bulk answer whose items are answered one by one. */
  async #items(way: UpstreamRoute, call: RoutedCall, answerOwn: OwnAnswer, rule: BulkRule): Promise<Routed> {
    const { provider, never, now } = this.#options;
    const response = await answerOwn();
    const rows = rowsOf(rule.list === undefined ? response : isObject(response) ? response[rule.list] : []);
    const wanted = rows.filter(
      (row) => isValid(row) && (way !== 'own-then-upstream' || isUnknownItem(row) || isUnjudged(row)),
    );
    if (wanted.length === 0) return ownOnly(way, response);
    const outcome = await askItems(provider, never, {
      question: providerQuestion(call.id, call),
      rule,
      asking: call.asking,
      items: wanted.map((row) => String(row[rule.record])),
    });
    const isAsked = new Set(wanted);
    const answered = rows.map((row) =>
      isAsked.has(row) ? this.#item(way, row, rule, outcome) : { ...row, score_source: 'own' },
    );
    const [fault] = outcome.faults.values();
    if (fault && fault.fault !== 'not_asked' && outcome.records.size === 0 && rows.every((row) => isUnknownItem(row)))
      throw failureOf(fault);
    const result = {
      state: outcome.kept === outcome.records.size ? 'cached' : 'answered',
      response,
      found: true,
      asked: Math.floor(now().getTime() / 1000),
    } as const;
    return {
      response: rule.list === undefined ? answered : { ...(response as object), [rule.list]: answered },
      note: fault ? noteOfFault(way, fault) : this.#noteOf(way, result, bothSides),
    };
  }

  /** The record of one item, with the provider's data. */
  #item(way: UpstreamRoute, row: Row, rule: BulkRule, outcome: BulkOutcome): object {
    const { providerName } = this.#options;
    const key = itemKey(row[rule.record]);
    const fault = outcome.faults.get(key);
    if (fault) return { ...row, upstream_state: fault.fault };
    const found = outcome.records.get(key);
    if (!isObject(found) || 'error' in found) return row;
    if (way === 'upstream' || isUnknownItem(row))
      return { ...found, [rule.record]: row[rule.record], ...scoreMark('upstream', providerName) };
    return { ...(this.#combined(row, found) as object), [rule.record]: row[rule.record] };
  }

  #ask(call: RoutedCall, query: object = call.query): Promise<ProviderResult | ProviderError> {
    const { provider } = this.#options;
    return provider.ask(providerQuestion(call.id, { ...call, query }), call.asking).catch(toProviderError);
  }

  #noteOf(way: UpstreamRoute, result: ProviderResult, sources: readonly AnswerSource[] = ['upstream']): UpstreamNote {
    return noteOfResult(way, sources, result, this.#options.now());
  }
}

const bothSides: readonly AnswerSource[] = ['own', 'upstream'];
type Row = Readonly<Record<string, unknown>>;

/** An answer of this collection for which the provider was not needed. */
function ownOnly(way: UpstreamRoute, response: unknown): Routed {
  return { response, note: { state: 'not_needed', route: way, sources: ['own'] } };
}

/** The answer of this collection when the provider has none. @throws ApiError when this collection has none either */
function withoutProvider(way: UpstreamRoute, own: Own, fault: ProviderError): Routed {
  if (own.error) throw fault.fault === 'not_asked' ? own.error : failureOf(fault);
  if (fault.fault !== 'not_asked' && isBlank(own.response)) throw failureOf(fault);
  return { response: own.response, note: noteOfFault(way, fault) };
}

/** Whether an analyst pressed for the provider's answer. */
function isPressed({ asking }: RoutedCall): boolean {
  return asking.reason === 'ask' || asking.reason === 'fresh';
}

/** The beginning of the provider's list. */
interface ProviderRows {
  readonly rows: readonly Record<string, unknown>[];
  readonly result: ProviderResult;
  /** The last page was full. */
  readonly isFull: boolean;
}

/** The list of this collection up to the end of the page, read in pages of its limit. */
async function ownRows(
  call: RoutedCall,
  rule: ListRule,
  answerOwn: OwnAnswer,
  page: Page | undefined,
): Promise<unknown> {
  if (!page) return answerOwn();
  const most = parameters[call.id].find(({ name }) => name === 'limit')?.maximum ?? page.end;
  const rows: unknown[] = [];
  let first: unknown;
  for (let skip = 0; skip < page.end; skip += most) {
    const limit = Math.min(most, page.end - skip);
    const part = await answerOwn({ ...call.query, skip, limit });
    first ??= part;
    const found = isObject(part) ? rowsOf(part[rule.member]) : [];
    rows.push(...found);
    if (found.length < limit) break;
  }
  return isObject(first) ? { ...first, [rule.member]: rows } : first;
}

/** An answer of this collection, or none, for example after a failed live look-up. */
interface Own {
  readonly response: unknown;
  readonly error?: ApiError;
}

/** An invalid query fails and is never forwarded. @throws ApiError below 500 */
async function attempt(answer: OwnAnswer): Promise<Own> {
  try {
    return { response: await answer() };
  } catch (error) {
    if (error instanceof ApiError && error.status >= 500) return { response: {}, error };
    throw error;
  }
}

function emptyList({ member }: ListRule): Own {
  return { response: { [member]: [] } };
}

/** A record with a valid subject. */
function isValid(row: Row): boolean {
  return !('error' in row) || isUnknownItem(row);
}

interface Page {
  readonly skip: number;
  readonly end: number;
  /** Size of the pages requested from the provider. */
  readonly size: number;
}

const mostPages = 20;
const largestPage = 1000;

/** @throws ApiError 400 for a page too deep to merge from two lists */
function pageOf({ id, query }: RoutedCall): Page | undefined {
  const known = parameters[id].find(({ name }) => name === 'limit');
  if (!known) return undefined;
  const values = query as Readonly<Record<string, number | undefined>>;
  const { limit = Number(known.default ?? 100), skip = 0 } = values;
  const end = skip + limit;
  const most = mostPages * largestPage;
  if (end > most)
    throw new ApiError(
      400,
      'too_deep',
      `skip and limit together reach to ${most} in a list that is merged with that of the provider. Narrow the search.`,
      { parameter: 'skip' },
    );
  return { skip, end, size: end <= mostPages * limit ? limit : Math.min(largestPage, Math.ceil(end / mostPages)) };
}

function mergePages(
  rule: ListRule,
  own: unknown,
  upstream: readonly Record<string, unknown>[],
  { query }: RoutedCall,
): readonly unknown[] {
  const { sort, order } = query as { readonly sort?: readonly string[]; readonly order?: string };
  const ours = isObject(own) ? rowsOf(own[rule.member]) : [];
  return rule.isByAddress
    ? mergeByAddress(rule, ours, upstream)
    : mergeLists(rule, ours, upstream, sort, order === 'asc');
}

function markedList(response: unknown, rule: ListRule, source: AnswerSource): unknown {
  if (!isObject(response) || !Array.isArray(response[rule.member])) return response;
  const rows = rowsOf(response[rule.member]);
  return { ...response, [rule.member]: rule.isByAddress ? mergeByAddress(rule, rows, []) : markRows(rows, source) };
}

/** Marks the scores in records of the provider. */
function marked(id: OperationId, response: unknown, providerName: string): unknown {
  const rule = ruleOf(id)?.list;
  if (rule) return markedList(response, rule, 'upstream');
  const mark = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(mark);
    return isObject(value) && hasScores(value) ? { ...value, ...scoreMark('upstream', providerName) } : value;
  };
  if (!isObject(response) || hasScores(response)) return mark(response);
  return Object.fromEntries(Object.entries(response).map(([name, value]) => [name, mark(value)]));
}
