// Soft hyphen, zero-width spaces and joiners, direction marks and overrides, fillers, tags, byte order mark: invisible
// characters that come with text copied from mails and chats, or that are inserted to defeat a look-up.
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

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
  return /[\u0080-\uffff]/.test(text) ? text.normalize('NFKC').replace(INVISIBLE, '').trim() : text.trim();
}

function unwrapOnce(text: string): string {
  const closing = WRAPPERS[text.charAt(0)];
  return closing !== undefined && text.length > 2 && text.endsWith(closing) ? text.slice(1, -1).trim() : text;
}

function trimPunctuation(text: string): string {
  let end = text.length;
  while (end > 0 && '.,;:!?'.includes(text.charAt(end - 1))) end -= 1;
  // `2001:db8::` ends in its own colons.
  return text.slice(end, end + 2) === '::' ? text.slice(0, end + 2) : text.slice(0, end).trimEnd();
}

/** Sentence punctuation at the end, and closing brackets and quotes that nothing in the text opened. */
function trimEnd(text: string): string {
  const trimmed = trimPunctuation(text);
  const last = trimmed.charAt(trimmed.length - 1);
  const opening = { ')': '(', '}': '{', ']': '[', '>': '<' }[last];
  const isStray = opening === undefined ? /["'`”’»]/.test(last) : !trimmed.includes(opening);
  return isStray ? trimmed.slice(0, -1) : trimmed;
}

function trimStart(text: string): string {
  const closing = WRAPPERS[text.charAt(0)];
  return closing !== undefined && !text.includes(closing, 1) ? text.slice(1).trimStart() : text;
}

// Real text does not nest deeper, and a text of brackets must not take quadratic time.
const MAX_LAYERS = 8;

/** One indicator without what copying left around it: quotes, brackets, the full stop or comma of its sentence. */
export function unwrap(text: string): string {
  if (/^[a-z0-9].*[a-z0-9]$/i.test(text)) return text;
  let current = text;
  for (let layer = 0; layer < MAX_LAYERS; layer += 1) {
    const next = trimStart(trimEnd(unwrapOnce(current)));
    if (next === current) break;
    current = next;
  }
  return current;
}
