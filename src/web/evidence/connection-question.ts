import type { Connection } from '#model/connection.ts';

/** Asks for the names and addresses that share all these values. */
export function membersQuestion(pairs: readonly Connection[]) {
  const asked = pairs.map(({ attribute, value }) => `${attribute}:${value}`);
  return { operationId: 'connectionMembers', query: { with: asked, limit: 1000 } } as const;
}
