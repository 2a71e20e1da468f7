type TextSegmentKind = 'plain' | 'control' | 'bidi' | 'zero-width';

/** A stretch of text of one kind. Segments that are not plain hold one character and are drawn as their label. */
export interface TextSegment {
  readonly text: string;
  readonly kind: TextSegmentKind;
  /** 'U+202E'; empty for plain text. */
  readonly label: string;
}

// Bidi controls re-order what is read; default-ignorable characters (zero-width, tags, fillers, variation selectors) hide
// text or make two values look the same; controls, line separators and lone surrogates have no visible form of their own.
const BIDI = /\p{Bidi_Control}/u;
const ZERO_WIDTH = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;
const UNSEEN = /[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu;

function kindOf(character: string): TextSegmentKind {
  if (BIDI.test(character)) return 'bidi';
  return ZERO_WIDTH.test(character) ? 'zero-width' : 'control';
}

/** 'U+202E': the code point of a character as the Unicode standard writes it. */
export function codePointLabel(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${hex.padStart(4, '0')}`;
}

function isPlainBreak(character: string, keepsLines: boolean): boolean {
  return keepsLines && (character === '\n' || character === '\t');
}

/**
 * Splits text that an attacker may have written (whois, TXT records, banners, titles) into what can be shown as it is and what
 * must be made visible. Joined, the segments are the text. `keepsLines` leaves line feeds and tabs plain, for views that keep
 * them as white space.
 */
export function visibleSegments(text: string, { keepsLines = false } = {}): TextSegment[] {
  const segments: TextSegment[] = [];
  let plainFrom = 0;
  const endPlain = (at: number) => {
    if (at > plainFrom) segments.push({ text: text.slice(plainFrom, at), kind: 'plain', label: '' });
  };
  for (const { 0: character, index } of text.matchAll(UNSEEN)) {
    if (isPlainBreak(character, keepsLines)) continue;
    endPlain(index);
    segments.push({ text: character, kind: kindOf(character), label: codePointLabel(character) });
    plainFrom = index + character.length;
  }
  endPlain(text.length);
  return segments;
}

/** The text with the code point of each such character in its place: `<U+202E>`. */
export function visibleText(text: string): string {
  return visibleSegments(text)
    .map(({ kind, text: part, label }) => (kind === 'plain' ? part : `<${label}>`))
    .join('');
}

const LABEL = /<U\+([0-9A-F]{4,6})>/g;

/** The text of a field that shows visibleText, with the characters again that its labels stand for. */
export function unseenText(visible: string): string {
  return visible.replace(LABEL, (label, hex: string) => {
    const codePoint = Number.parseInt(hex, 16);
    const character = codePoint <= 0x10_ff_ff ? String.fromCodePoint(codePoint) : label;
    return hasUnseen(character) ? character : label;
  });
}

/** True when the text contains invisible characters or characters that re-order it. */
export function hasUnseen(text: string): boolean {
  return visibleSegments(text).some(({ kind }) => kind !== 'plain');
}
