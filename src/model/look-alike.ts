import unhomoglyph from 'unhomoglyph';

/** The kinds of likeness between two labels. */
type Likeness = 'tld' | 'homoglyph' | 'hyphen' | 'keyword' | 'typo';

/** The kind of a likeness and what it costs: the edits from one to the other, weighted by how well they hide. */
interface LabelLikeness {
  readonly kind: Likeness;
  readonly cost: number;
}

const editCost = { tld: 0, homoglyph: 0.2, hyphen: 0.5, keyword: 0.5, typo: 1 } as const satisfies Record<
  Likeness,
  number
>;

/**
 * The kind of likeness of `label` to `brand`, both in Unicode form and lower case; null without one. The first kind that
 * applies, in the order of the contract (C14).
 */
export function labelLikeness(brand: string, label: string): LabelLikeness | null {
  const kind = likenessOf(brand, label);
  return kind && { kind, cost: editCost[kind] * editDistance(brand, label) };
}

function likenessOf(brand: string, label: string): Likeness | null {
  if (label === brand) return 'tld';
  const [brandShape, shape] = [skeleton(brand), skeleton(label)];
  if (shape === brandShape) return 'homoglyph';
  if (withoutHyphens(shape) === withoutHyphens(brandShape)) return 'hyphen';
  if (isWithKeywords(brand, label) || isWithKeywords(brandShape, shape)) return 'keyword';
  return editDistance(brand, label) <= mostEdits(brand.length) ? 'typo' : null;
}

/** C14: how alike two labels are, 0 to 100. */
export function similarityOf(cost: number, brand: string, label: string): number {
  return Math.max(0, Math.round(100 - (100 * cost) / Math.max(brand.length, label.length)));
}

/** Short names are similar to too many others. */
export function mostEdits(length: number): 0 | 1 | 2 {
  if (length < 4) return 0;
  return length < 10 ? 1 : 2;
}

// Pairs of ASCII that pass for one letter, and digits for letters, alongside the confusables of Unicode (UTS 39).
const asciiPairs: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/[1i|]/g, 'l'],
  [/0/g, 'o'],
  [/3/g, 'e'],
  [/4/g, 'a'],
  [/5/g, 's'],
  [/8/g, 'b'],
];
// Cyrillic and Greek letters (к, т, м, п) that look Latin to readers but are not confusables in Unicode.
const foreignPairs: readonly (readonly [RegExp, string])[] = [
  [/ĸ/g, 'k'],
  [/ᴛ/g, 't'],
  [/ʍ/g, 'm'],
  [/π/g, 'n'],
];

/** The shape of a label: labels with the same shape look alike. Not for display. */
export function skeleton(label: string): string {
  // marks first, as UTS 39 has it: composed letters with an accent are confusable with other scripts' letters
  const bare = label.normalize('NFD').replace(/\p{Mn}/gu, '');
  const confusable = unhomoglyph(bare).toLowerCase();
  return [...foreignPairs, ...asciiPairs].reduce((text, [pair, letter]) => text.replace(pair, letter), confusable);
}

export function withoutHyphens(label: string): string {
  return label.replaceAll('-', '');
}

/** The distinctive part of a hyphenated label; the label itself without one. */
export function tellingPart(brand: string): string {
  const parts = brand.split('-').filter((part) => part.length >= 6 && !lureWords.has(part));
  return parts.sort((a, b) => b.length - a.length)[0] ?? brand;
}

/**
 * The brand with words around it: apart by hyphens, or words of the field, or a name too long to be there by chance. One or two
 * characters more are a typing error.
 */
function isWithKeywords(brand: string, label: string): boolean {
  const whole = [brand, withoutHyphens(brand)].some((form) => {
    const rest = around(form, label);
    if (rest === null) return false;
    if (form.length >= 8 && rest.words.join('').length >= 3) return true;
    if (form.length >= 4 && (rest.isApart || rest.words.every(isLure))) return true;
    return form.length === 3 && rest.isApart && rest.words.every(isLure);
  });
  if (whole) return true;
  const part = tellingPart(brand);
  const rest = part === brand ? null : around(part, label);
  return rest !== null && rest.words.length > 0 && rest.words.every(isLure);
}

function isLure(word: string): boolean {
  return lureWords.has(word) || /^\d{1,4}$/.test(word);
}

/** The words before and after a text inside a label; null when it is not in there. */
function around(text: string, label: string): { words: string[]; isApart: boolean } | null {
  const at = label.indexOf(text);
  if (at < 0 || text === '') return null;
  const [before, after] = [label.slice(0, at), label.slice(at + text.length)];
  const words = `${before}-${after}`.split('-').filter((word) => word !== '');
  return { words, isApart: /(^|-)$/.test(before) && /^(-|$)/.test(after) };
}

/** Edits from one text to the other: a character added, left out or replaced, or two neighbours swapped (restricted Damerau). */
export function editDistance(a: string, b: string): number {
  const [from, to] = [[...a], [...b]];
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, character] of from.entries()) {
    const line = [row + 1];
    for (const [column, other] of to.entries()) {
      const isSame = character === other;
      const isSwap = character === to[column - 1] && other === from[row - 1];
      line.push(
        Math.min(
          (last[column] ?? 0) + Number(!isSame),
          (last[column + 1] ?? 0) + 1,
          (line[column] ?? 0) + 1,
          isSwap ? (beforeLast[column - 1] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [beforeLast, last] = [last, line];
  }
  return last[to.length] ?? 0;
}

/** Words that impostors put around a name. */
const lureWords: ReadonlySet<string> = new Set(
  `access account accounts activate alert alerts app apps auth bank banking bill billing bonus business card care center
   centre check claim client clients cloud confirm connect contact customer customers direct email gift global group help
   helpdesk home id info invoice live login logon mail message mfa mobile my net office official online order otp page
   password pay payment payments portal profile protect recover recovery refund register renew reset reward rewards safe
   safety secure secured security service services shop sign signin signon sms sso status store support survey team track
   tracking transfer unlock unlocking update updates user validate verification verify vpn wallet web webmail www`.split(
    /\s+/,
  ),
);
