/**
 * A cell that a spreadsheet would run as a formula: it begins with = + - @, tab, CR, LF or NUL, or the full-width form of a
 * sign, also after white space. Wider than PapaParse's own guard, which lets `"=1+1\nfoo"` and full-width signs through.
 */
export const FORMULA_START = /^\s*[=+\-@\t\r\n\0\uFF1D\uFF0B\uFF0D\uFF20]/;

/** The text as a spreadsheet shows it and never runs it. */
export function guardFormula(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}
