/**
 * The cheapest question that answers a `*` pattern, for stores that hold names forwards and backwards:
 * - exact: the text itself;
 * - suffix: names that end with `suffix` (`*.example.test`), a range of reversed names;
 * - prefix: names that begin with `prefix` (`mail*`), a range of names; `*` alone is the empty prefix, which all names have;
 * - like: anything else; `prefix` and `suffix` are the literal ends, possibly empty, by which to narrow before the LIKE.
 */
export type WildcardClass =
  | { readonly kind: 'exact'; readonly text: string }
  | { readonly kind: 'suffix'; readonly suffix: string }
  | { readonly kind: 'prefix'; readonly prefix: string }
  | { readonly kind: 'like'; readonly like: string; readonly prefix: string; readonly suffix: string };

export function hasWildcard(pattern: string): boolean {
  return pattern.includes('*');
}

/** Literal text for use inside a LIKE pattern, where `%`, `_` and `\` have a meaning. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/**
 * Classifies a pattern in which `*` matches any run of characters, also none. Letter case stays as it is: names are to be
 * lower-cased before, file names and issuers are not.
 */
export function classifyWildcard(pattern: string): WildcardClass {
  const pieces = pattern.replace(/\*{2,}/g, '*').split('*');
  const [prefix = '', suffix = ''] = [pieces[0], pieces.at(-1)];
  if (pieces.length === 1) return { kind: 'exact', text: prefix };
  if (pieces.length === 2 && suffix === '') return { kind: 'prefix', prefix };
  if (pieces.length === 2 && prefix === '') return { kind: 'suffix', suffix };
  return { kind: 'like', like: pieces.map(escapeLike).join('%'), prefix, suffix };
}

/** True when the text matches the pattern: the meaning that every store has to agree with. Linear for each piece. */
export function matchesWildcard(pattern: string, text: string): boolean {
  const pieces = pattern.split('*');
  const [prefix = '', suffix = ''] = [pieces[0], pieces.at(-1)];
  if (pieces.length === 1) return text === pattern;
  if (!text.startsWith(prefix) || !text.endsWith(suffix)) return false;
  let from = prefix.length;
  // The earliest place for each piece leaves the most room for those after it.
  for (const piece of pieces.slice(1, -1)) {
    const at = text.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return from <= text.length - suffix.length;
}
