import type { LiveHandler } from './handler.ts';

/** The provider behind this service: its state, its limits, and what was sent to it. */
const upstreamStatus: LiveHandler<'upstreamStatus'> = {
  answer: async ({ query }, { upstream }) =>
    upstream ? upstream.status(query.limit ?? 100) : { configured: false, state: 'off' },
};

/** What a bulk run would cost before it starts. Nothing is sent. */
const upstreamCost: LiveHandler<'upstreamCost'> = {
  answer: async ({ body }, { upstream }) => {
    const { operation, items } = body;
    const nothing = { items: items.length, kept: 0, withheld: 0, to_send: 0, calls: 0, calls_left: null };
    return upstream ? upstream.cost(operation, items) : nothing;
  },
};

export const providerHandlers = { upstreamStatus, upstreamCost };
