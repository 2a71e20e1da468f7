import { classifyWildcard, hasWildcard } from '#model/wildcard.ts';

/** How the service reads a pattern, in words; undefined for a text without wildcards, which says itself. */
export function wildcardReading(pattern: string): string | undefined {
  const text = pattern.trim().toLowerCase();
  if (text === '' || !hasWildcard(text)) return undefined;
  const found = classifyWildcard(text);
  switch (found.kind) {
    case 'suffix':
      return `Everything that ends with ${found.suffix}`;
    case 'prefix':
      return found.prefix === ''
        ? 'Matches everything; this may be slow.'
        : `Everything that begins with ${found.prefix}`;
    case 'like':
      return 'A pattern that is not only at one end reads much of the collection and may run in the background.';
    case 'exact':
      return undefined;
  }
}
