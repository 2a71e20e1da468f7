/** What a table has under a text from outside: `constructor` and `__proto__` are in no table, although every object has them. */
export function ownValue<T>(table: Readonly<Partial<Record<string, T>>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
