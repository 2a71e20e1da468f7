/** The roles of API keys (docs/configuration.md). */
export const keyRoles = ['reader', 'analyst', 'admin', 'ingest', 'feed', 'assistant'] as const;

export type KeyRole = (typeof keyRoles)[number];

/** A key as the operator configures it. */
export interface ApiKey {
  /** Of the person or program that uses it; undefined for a key without one. */
  readonly name?: string;
  readonly role: KeyRole;
  readonly key: string;
}

/**
 * Reads an entry of `SIGHTLINE_API_KEYS`: `name:role:key`, or a key alone, which is an administrator without a name.
 * @returns undefined for any other text
 */
export function readApiKey(entry: string): ApiKey | undefined {
  const parts = entry.split(':');
  const [name = '', word, key = ''] = parts;
  if (parts.length === 1) return { role: 'admin', key: name };
  const role = keyRoles.find((each) => each === word);
  return parts.length === 3 && role !== undefined && /^[\w.@ -]{1,60}$/.test(name) ? { name, role, key } : undefined;
}
