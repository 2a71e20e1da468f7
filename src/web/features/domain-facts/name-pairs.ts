/** Two neighbouring characters of a name and how likely the second follows the first in ordinary words. */
export interface NamePair {
  readonly text: string;
  /** 0 to 1. */
  readonly probability: number;
}

/**
 * The pairs that `domain_string_freq_probabilities` is about (G1). How a deployment cuts a name into pairs is not shown: when
 * the number of pairs inside the words of the label differs from that of the probabilities, they are numbered instead.
 */
export function namePairs(label: string, probabilities: readonly number[]): readonly NamePair[] {
  const texts = label
    .split(/[-_]+/)
    .flatMap((word) => Array.from(word.slice(1), (next, index) => `${word[index] ?? ''}${next}`));
  const isSameCut = texts.length === probabilities.length;
  return probabilities.map((probability, index) => ({
    text: (isSameCut && texts[index]) || String(index + 1),
    probability,
  }));
}
