export interface Token {
  readonly text: string;
  readonly at: number;
}

/** Words, texts in quotes and single signs; blanks and comments are left out. */
export function lex(sql: string): Token[] {
  const parts = sql.matchAll(/--[^\n]*|\s+|'(?:\\.|[^'\\])*'|[\w.]+|./gs);
  return [...parts].map((match) => ({ text: match[0], at: match.index })).filter(({ text }) => !/^(--|\s)/.test(text));
}

/** Text that replaces a range of SQL. */
export interface Edit {
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

export function replaced(token: Token, text: string): Edit {
  return { at: token.at, length: token.text.length, text };
}

export function edited(sql: string, edits: readonly Edit[]): string {
  const fromTheEnd = edits.toSorted((one, other) => other.at - one.at);
  return fromTheEnd.reduce((text, { at, length, text: put }) => text.slice(0, at) + put + text.slice(at + length), sql);
}

/** The text as an SQL literal. */
export function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
