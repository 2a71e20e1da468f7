import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { UpstreamCost } from '#contract/generated/types.gen.ts';
import { formatCount } from '#model/format.ts';
import { answerOptions, fetchAnswer } from '#web/api/query.ts';
import { Checkbox } from '#web/kit/ui/Checkbox.tsx';
import { askedValue, type BulkEntry, type BulkOperationId, operationsOf } from './bulk-plan.ts';
import { setAsksProvider, useAsksProvider } from './bulk-answer.ts';

const perQuestion = 2000;

/** The cost of looking these indicators up at the provider, and the switch for it. Empty without a provider. */
export function BulkCost({ entries }: { readonly entries: readonly BulkEntry[] }) {
  const isAsked = useAsksProvider();
  const status = useQuery({
    ...answerOptions({ operationId: 'upstreamStatus', query: { limit: 0 } }),
    staleTime: 60_000,
  });
  const provider = status.data?.response;
  const isThere = provider?.configured === true;
  const cost = useQuery({
    queryKey: ['bulkCost', entries],
    queryFn: ({ signal }) => costOf(entries, signal),
    enabled: isThere && entries.length > 0,
    staleTime: 0,
  });
  useEffect(() => {
    if (!isThere) setAsksProvider(false);
  }, [isThere]);
  if (!isThere || entries.length === 0) return null;
  const isAlways = provider.ask === 'always';
  return (
    <div className="flex flex-col gap-1 border-l-2 border-border-strong pl-3">
      {isAlways ? (
        <p>The provider is asked as well (SIGHTLINE_UPSTREAM_ASK=always).</p>
      ) : (
        <Checkbox isChecked={isAsked} onChange={setAsksProvider}>
          Query provider for indicators unknown to this service
        </Checkbox>
      )}
      <p className="text-sm text-muted" role="status">
        {cost.isError
          ? 'The cost could not be calculated.'
          : cost.data
            ? `Cost at most: ${costWords(cost.data)}${cost.data.refused ? ` ${cost.data.refused.message ?? ''}` : ''}`
            : 'Calculating the cost …'}
      </p>
    </div>
  );
}

/** Nothing is sent for it. @throws ApiFailure */
async function costOf(entries: readonly BulkEntry[], signal: AbortSignal): Promise<UpstreamCost> {
  const byOperation = new Map<BulkOperationId, string[]>();
  for (const entry of entries)
    for (const operationId of operationsOf(entry)) {
      const values = byOperation.get(operationId) ?? [];
      values.push(askedValue(operationId, entry));
      byOperation.set(operationId, values);
    }
  const costs: UpstreamCost[] = [];
  for (const [operation, values] of byOperation) {
    if (operation === 'subnetReputation') continue; // by subnet, on its page only
    for (let from = 0; from < values.length; from += perQuestion) {
      const body = { operation, items: values.slice(from, from + perQuestion) };
      costs.push((await fetchAnswer({ operationId: 'upstreamCost', body }, signal)).response);
    }
  }
  return sumOfCosts(costs);
}

/** In a sentence. */
function costWords({ kept, withheld, to_send: toSend, calls, calls_left: left }: UpstreamCost): string {
  const rest = [
    ...(kept > 0 ? [`${formatCount(kept, 'answer')} kept from before`] : []),
    ...(withheld > 0 ? [`${formatCount(withheld, 'value')} never sent`] : []),
  ];
  const sent = toSend === 0 ? 'nothing to send' : formatCount(calls, 'call');
  const limit = left === null ? 'no limit of calls is set' : `${formatCount(left, 'call')} left for bulk runs`;
  const stops = left !== null && calls > left ? ' The run then continues without the provider.' : '';
  return `${[sent, ...rest, limit].join('; ')}.${stops}`;
}

/** Costs of several questions as one. */
function sumOfCosts(costs: readonly UpstreamCost[]): UpstreamCost {
  const zero: UpstreamCost = { items: 0, kept: 0, withheld: 0, to_send: 0, calls: 0, calls_left: null };
  return costs.reduce(
    (sum, each) => ({
      items: sum.items + each.items,
      kept: sum.kept + each.kept,
      withheld: sum.withheld + each.withheld,
      to_send: sum.to_send + each.to_send,
      calls: sum.calls + each.calls,
      calls_left: each.calls_left,
      ...((each.refused ?? sum.refused) && { refused: each.refused ?? sum.refused }),
    }),
    zero,
  );
}
