import { parameters } from '#contract/generated/parameters.gen.ts';
import { badInput } from '#server/http/api-error.ts';
import type { ListRule } from '#server/upstream/operation-rules.ts';
import { listIn, type Record_, text, type WatchQuestion } from '#server/watches/watch-part.ts';
import { listRuleOf, partsOf } from '#server/watches/watch-parts.ts';
import type { AllServices } from './handler.ts';
import { readWatchRequest, watchCalls } from './watch-calls.ts';

/** The most records of a search that a published feed reads. */
const mostRecords = 100_000;

type Ask = (question: WatchQuestion) => Promise<unknown>;

/**
 * The names and addresses that a search finds: of a DNS record its name, and the answer if that is an address.
 * @param request path and query of the search, as a watch has them
 * @throws ApiError 400; Unread for an answer that is not whole; EngineError
 */
export async function searchValues(
  request: string,
  services: AllServices,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const question = readWatchRequest(request);
  const call = watchCalls(services);
  const ask: Ask = (page) => call(page, signal);
  const rule = listRuleOf(question.operationId);
  const values = rule ? await pagedValues(question, rule, ask) : await subjectsOf(question, ask);
  return [...new Set(values)].filter((value) => value !== '');
}

async function pagedValues(question: WatchQuestion, rule: ListRule, ask: Ask): Promise<string[]> {
  const limit = parameters[question.operationId].find(({ name }) => name === 'limit')?.maximum ?? 1000;
  const values: string[] = [];
  for (let skip = 0; ; skip += limit) {
    const answer = await ask({ ...question, query: { ...question.query, limit, skip } });
    const records = listIn(answer, rule.member);
    for (const record of records) values.push(...(rule.isByAddress ? Object.keys(record) : valuesOf(record)));
    if (records.length < limit) return values;
    if (skip + limit >= mostRecords)
      throw badInput('request', 'The search finds more than 100,000 records. Narrow it.');
  }
}

function valuesOf(record: Record_): string[] {
  const type = text(record['type'] ?? record['rrtype']);
  const name = text(record['query'] ?? record['rrname'] ?? record['domain'] ?? record['host']);
  return type === 'A' || type === 'AAAA' ? [name, text(record['answer'] ?? record['rdata'])] : [name];
}

/** What the lists of an answer without pages are about. */
async function subjectsOf(question: WatchQuestion, ask: Ask): Promise<string[]> {
  const parts = partsOf({ what: 'search', request: '' }, question);
  const answer = await ask(parts[0]?.question ?? question);
  return parts.flatMap((part) => part.read(answer).map(({ subject }) => subject));
}
