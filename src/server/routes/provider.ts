import { operations } from '#contract/generated/operations.gen.ts';
import { badInput } from '#server/http/api-error.ts';
import type { LiveHandler } from './handler.ts';

/** The provider behind this service: its state, its limits, and what was sent to it. */
const upstreamStatus: LiveHandler<'upstreamStatus'> = {
  answer: async ({ query }, { upstream }) =>
    upstream ? upstream.status(query.limit ?? 100) : { configured: false, state: 'off' },
};

/** The bulk operations and the body member of their items. */
const members = {
  ipv4RiskScoreBulk: 'ips',
  ipv4InfoBulk: 'ips',
  ipv6RiskScoreBulk: 'ips',
  ipv6InfoBulk: 'ips',
  asnSubnetsBulk: 'asns',
  domainRiskScoreBulk: 'domains',
  domainInfoBulk: 'domains',
} as const;

/** What a bulk run would cost before it starts. Nothing is sent. */
const upstreamCost: LiveHandler<'upstreamCost'> = {
  answer: async ({ body }, { upstream }) => {
    const { operation, items } = body;
    if (!Object.hasOwn(operations, operation)) throw badInput('operation', 'operation takes a bulk operation.');
    const nothing = { items: items.length, kept: 0, withheld: 0, to_send: 0, calls: 0, calls_left: null };
    return upstream ? upstream.cost(operation, { query: {}, items, member: members[operation] }) : nothing;
  },
};

export const providerHandlers = { upstreamStatus, upstreamCost };
