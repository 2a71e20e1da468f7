/** Looks up a text from outside in a table, without what every object inherits: `constructor`, `__proto__`. */
export function ownValue<T>(table: Readonly<Partial<Record<string, T>>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
