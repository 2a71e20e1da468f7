import { usesFor } from '#server/http/key-roles.ts';
import type { LiveHandler } from './handler.ts';

/** The key that asks: its name, its role, and what it may be used for. */
const ownKey: LiveHandler<'ownKey'> = {
  answer: async ({ author, role }) => ({ name: author, role, may: usesFor(role) }),
};

export const ownKeyHandlers = { ownKey };
