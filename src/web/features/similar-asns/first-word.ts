/**
 * The word of an AS name that its relatives share: 'EXAMPLE-NET Example Networks Ltd' -> 'EXAMPLE'. Registry names often begin
 * with 'AS-' or a number; such a part says nothing. null when no word of at least three letters is left.
 */
export function firstWord(asname: string): string | null {
  const words = asname.split(/[^\p{L}\p{N}&']+/u).filter((word) => /\p{L}/u.test(word) && !/^asn?\d*$/i.test(word));
  return words.find((word) => word.length >= 3) ?? null;
}
