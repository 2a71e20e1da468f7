import { parseAsn } from '#model/asn.ts';

// AS names have blanks and commas of their own
const freeTexts: ReadonlySet<string> = new Set(['asname', 'asname_starts_with', 'asname_contains']);

/** The values of a parameter that may be repeated, as they were typed: `;` between them, and where no value has any also , and blanks. */
export function splitList(field: string, text: string): readonly string[] {
  return text
    .split(freeTexts.has(field) ? ';' : /[;,\s]+/)
    .map((value) => value.trim())
    .filter((value) => value !== '')
    .map((value) => (field === 'asnum' ? asNumber(value) : value));
}

export function joinList(values: readonly string[]): string {
  return values.join(';');
}

/** AS64500 and 1.10 are numbers, too; what is none stays as it is, to be complained about. */
function asNumber(text: string): string {
  return parseAsn(text)?.toString() ?? text;
}
