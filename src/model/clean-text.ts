// Soft hyphen, zero-width spaces and joiners, direction marks and overrides, word joiner, byte order mark: invisible on
// screen, carried along by copying from mails and chat, or put there to defeat a look-up.
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

const WRAPPERS: Record<string, string> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '„': '“',
  '‘': '’',
  '«': '»',
  '<': '>',
  '(': ')',
  '{': '}',
};

/** Compatibility forms folded (full-width letters and dots), invisible characters dropped, white space trimmed. */
export function foldText(text: string): string {
  // Almost all input is ASCII, which both steps leave as it is.
  // eslint-disable-next-line no-control-regex -- the range is "ASCII", which begins with a control character
  return /^[\u0000-\u007f]*$/.test(text) ? text.trim() : text.normalize('NFKC').replace(INVISIBLE, '').trim();
}

function unwrapOnce(text: string): string {
  const closing = WRAPPERS[text.charAt(0)];
  return closing !== undefined && text.length > 2 && text.endsWith(closing) ? text.slice(1, -1).trim() : text;
}

/** Sentence punctuation at the end, and closing brackets and quotes that nothing in the text opened. */
function trimEnd(text: string): string {
  const last = text.charAt(text.length - 1);
  // `2001:db8::` ends in its own colons.
  if (/[.,;!?]/.test(last) || (last === ':' && !text.endsWith('::'))) return text.slice(0, -1).trimEnd();
  const opening = { ')': '(', '}': '{', ']': '[', '>': '<' }[last];
  if (opening !== undefined) return text.includes(opening) ? text : text.slice(0, -1);
  return /["'`”’»]/.test(last) ? text.slice(0, -1) : text;
}

function trimStart(text: string): string {
  const closing = WRAPPERS[text.charAt(0)];
  return closing !== undefined && !text.includes(closing, 1) ? text.slice(1).trimStart() : text;
}

/** One indicator without what copying left around it: quotes, brackets, the full stop or comma of its sentence. */
export function unwrap(text: string): string {
  if (/^[a-z0-9].*[a-z0-9]$/i.test(text)) return text;
  for (let current = text; ;) {
    const next = trimStart(trimEnd(unwrapOnce(current)));
    if (next === current) return current;
    current = next;
  }
}
