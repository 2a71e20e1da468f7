import pMap from 'p-map';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import type { UpstreamCost } from '#contract/generated/types.gen.ts';
import { canonicalIp } from '#model/ip-address.ts';
import { rowsOf } from './merge-answers.ts';
import { type NeverSend, whyValueWithheld } from './never-send.ts';
import { chunksOf } from '#model/chunks.ts';
import { isObject } from '#model/json-value.ts';
import { type BulkRule, ruleOf } from './operation-rules.ts';
import { ProviderError, toProviderError } from './provider-answer.ts';
import type { Asking } from './provider-calls.ts';
import { type ProviderQuestion, canonicalText } from './provider-question.ts';
import type { Provider } from './provider.ts';

/** The provider's answers to a bulk call, by item. */
export interface BulkOutcome {
  readonly records: ReadonlyMap<string, unknown>;
  /** Items without an answer of the provider, and why. */
  readonly faults: ReadonlyMap<string, ProviderError>;
  /** Number of records from the cache. */
  readonly kept: number;
}

/** The batch size that most deployments accept. */
const perCall = 100;

/** One canonical text per item. */
export function itemKey(item: unknown): string {
  const text = String(item ?? '')
    .trim()
    .toLowerCase()
    .replace(/(?<=.)\.$/, '');
  return canonicalIp(text) ?? text.replace(/^as(?=\d+$)/, '');
}

export function bulkRuleOf(id: OperationId, { query }: { readonly query: object }): BulkRule | undefined {
  const rule = ruleOf(id)?.bulk;
  return rule && Object.keys(query).every((name) => name === 'explain' || name === 'scan_data') ? rule : undefined;
}

const single = (question: ProviderQuestion, { member }: BulkRule, item: string): ProviderQuestion => ({
  ...question,
  body: { ...question.body, [member]: [item] },
});

interface Sorting {
  readonly records: Map<string, unknown>;
  readonly faults: Map<string, ProviderError>;
  readonly toSend: readonly string[];
}

/** Splits items into cached ones, withheld ones and the rest. */
async function sort(
  provider: Provider,
  never: NeverSend,
  question: ProviderQuestion,
  rule: BulkRule,
  { items, isFresh }: { readonly items: readonly string[]; readonly isFresh: boolean },
): Promise<Sorting> {
  const [records, faults] = [new Map<string, unknown>(), new Map<string, ProviderError>()];
  for (const item of items) {
    const reason = whyValueWithheld(rule.member, item, never);
    if (reason !== undefined) faults.set(item, new ProviderError('not_asked', 'never_send', reason));
  }
  const sendable = items.filter((item) => !faults.has(item));
  const asked = new Map(sendable.map((item) => [canonicalText(single(question, rule, item)), item]));
  const kept = isFresh
    ? new Map()
    : await provider.kept(
        question.id,
        sendable.map((item) => single(question, rule, item)),
      );
  for (const [text, { response }] of kept) records.set(asked.get(text) ?? '', response);
  return { records, faults, toSend: sendable.filter((item) => !records.has(item)) };
}

/** Queries the items that are not cached, a hundred per call, and caches each answer separately. */
export async function askItems(
  provider: Provider,
  never: NeverSend,
  {
    question,
    rule,
    items,
    asking,
  }: {
    readonly question: ProviderQuestion;
    readonly rule: BulkRule;
    readonly items: readonly string[];
    readonly asking: Asking;
  },
): Promise<BulkOutcome> {
  const unique = [...new Set(items.map(itemKey))];
  const { records, faults, toSend } = await sort(provider, never, question, rule, {
    items: unique,
    isFresh: asking.reason === 'fresh',
  });
  const kept = records.size;
  await pMap(
    chunksOf(toSend, perCall),
    async (chunk) => {
      try {
        const { response } = await provider.send(
          { ...question, body: { ...question.body, [rule.member]: bodyItems(rule, chunk) } },
          asking,
        );
        const list = rule.list === undefined ? response : isObject(response) ? response[rule.list] : undefined;
        const byItem = new Map(rowsOf(list).map((record) => [itemKey(record[rule.record]), record]));
        for (const item of chunk) {
          const record = byItem.get(item);
          const found = record !== undefined && !('error' in record);
          const answer = record ?? { [rule.record]: item, error: 'Not found' };
          records.set(item, answer);
          provider.keep(single(question, rule, item), { response: answer, found });
        }
      } catch (error) {
        for (const item of chunk) faults.set(item, toProviderError(error));
      }
    },
    { concurrency: 2 },
  );
  return { records, faults, kept };
}

function bodyItems({ member }: BulkRule, items: readonly string[]): readonly (string | number)[] {
  return member === 'asns' ? items.map(Number) : items;
}

/** What a run over these items would cost. Nothing is sent. */
export async function costOf(
  provider: Provider,
  never: NeverSend,
  question: ProviderQuestion,
  rule: BulkRule,
  items: readonly string[],
): Promise<Omit<UpstreamCost, 'calls_left' | 'refused'>> {
  const unique = [...new Set(items.map(itemKey))];
  const { records, faults, toSend } = await sort(provider, never, question, rule, { items: unique, isFresh: false });
  const calls = Math.ceil(toSend.length / perCall);
  return { items: unique.length, kept: records.size, withheld: faults.size, to_send: toSend.length, calls };
}
