const DOT = /\s?(?:\[\s?(?:\.|dot)\s?\]|\(\s?(?:\.|dot)\s?\)|\{\s?(?:\.|dot)\s?\})\s?/gi;
const AT = /\[(?:@|at)\]|\((?:@|at)\)|\{(?:@|at)\}/gi;
const SCHEME = /\bh(?:xx|\*\*)p(s?)(?=:|\[:|\(:)/gi;

/**
 * Undoes the ways in which reports make indicators harmless: `[.] (.) {.} [dot] (dot) {dot}`, `hxxp` and `h**p`, `[://]`,
 * `[:]`, `[@]` and `[at]`, `[/]`, in any letter case. Text without them comes back as it is.
 */
export function refang(text: string): string {
  if (!/[[({*]|hxxp/i.test(text)) return text;
  return text
    .replace(DOT, '.')
    .replace(SCHEME, (_, secure: string) => `http${secure.toLowerCase()}`)
    .replace(/\[:\/\/\]|\(:\/\/\)/g, '://')
    .replace(/\[:\]|\(:\)/g, ':')
    .replace(/\[\/\]/g, '/')
    .replace(AT, '@');
}
