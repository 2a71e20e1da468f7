/** Of a tag: its padding and border, and the gap after it. */
const aroundPixels = 18;
/** Of a letter at the size of a tag, on average. */
const letterPixels = 6.4;
/** The number of the tags that do not fit. */
const countPixels = 22;

/** How many tags fit beside each other with the number of the others: the first always, cut if it must be. @param room pixels */
export function fittingTags(labels: readonly string[], room: number): number {
  let end = 0;
  for (const [index, label] of labels.entries()) {
    end += aroundPixels + letterPixels * label.length;
    const isLast = index === labels.length - 1;
    if (index > 0 && end + (isLast ? 0 : countPixels) > room) return index;
  }
  return labels.length;
}
