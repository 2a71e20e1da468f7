/** The beginning of a long value. `hiddenLength` is what was cut, in UTF-16 units like `length`; 0 when nothing was. */
export interface FoldedText {
  readonly head: string;
  readonly hiddenLength: number;
}

// One visible character may be built of any number of code points: past this many units it is cut inside.
const UNITS_PER_CHARACTER = 16;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

function withoutHalfPair(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}

/**
 * The first `maxCharacters` characters as people count them: no cut inside an emoji or between a letter and its accents. Reads
 * no further than needed, however long the value is.
 */
export function foldLongText(text: string, maxCharacters: number): FoldedText {
  if (text.length <= maxCharacters) return { head: text, hiddenLength: 0 };
  const reach = withoutHalfPair(text.slice(0, maxCharacters * UNITS_PER_CHARACTER));
  let end = 0;
  let count = 0;
  for (const { index, segment } of segmenter.segment(reach)) {
    if (count === maxCharacters) break;
    end = index + segment.length;
    count += 1;
  }
  return { head: text.slice(0, end), hiddenLength: text.length - end };
}
