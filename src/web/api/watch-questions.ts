/** Asks how many events of watches this key has not seen. */
export const unreadQuestion = { operationId: 'watchEvents', query: { limit: 0 } } as const;
