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

// Letters that look like one Latin letter, as the confusables of Unicode (UTS 39) have them. A few, because the whole list is 100 kB.
const latinLetters = new Map(
  ('аa еe оo рp сc уy хx іi јj ѕs ԁd һh ԛq ԝw ѵv ӏl гr ' + 'αa γy οo ρp νv ιi σo υu κk ' + 'օo սu հh ոn')
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.charAt(1)] as const),
);

/**
 * The name that a name of foreign letters looks like: "apple.com" for one in Cyrillic. Null for a plain name, and where a letter has
 * no Latin look. Takes the Unicode form.
 */
export function latinReading(unicodeName: string): string | null {
  const read = [...unicodeName].map((letter) => latinLetters.get(letter) ?? letter).join('');
  return read !== unicodeName && /^[a-z\d.-]+$/.test(read) ? read : null;
}
