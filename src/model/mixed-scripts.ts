// Scripts with similar letters; a name in only one of them, or in Han with kana, is not an imitation.
const SCRIPTS = {
  Latin: /\p{Script=Latin}/u,
  Cyrillic: /\p{Script=Cyrillic}/u,
  Greek: /\p{Script=Greek}/u,
  Armenian: /\p{Script=Armenian}/u,
  Cherokee: /\p{Script=Cherokee}/u,
} as const;

type LookAlikeScript = keyof typeof SCRIPTS;

/**
 * The look-alike scripts that one label of a name mixes; null when every label keeps to one. Takes the Unicode form: a Cyrillic
 * letter among Latin ones looks like the name it is not.
 */
export function mixedScripts(unicodeName: string): readonly LookAlikeScript[] | null {
  const names = Object.keys(SCRIPTS) as LookAlikeScript[];
  const mixes = unicodeName.split('.').map((label) => names.filter((name) => SCRIPTS[name].test(label)));
  return mixes.find(({ length }) => length > 1) ?? null;
}
