/** Phrases of registries and registrars in place of data about a person. */
const phrases = [
  'redacted',
  'withheld',
  '(?:not|never) (?:disclosed|shown|displayed|published|public)',
  'data (?:is )?(?:protected|withheld|hidden)',
  'non-?public data',
  'gdpr',
  'statutory masking',
  'masked',
  'hidden upon (?:user )?request',
  'please (?:visit|query|see|use|contact)',
  '(?:visit|query|see|use) (?:[\\w-]+ ){0,3}(?:www\\.\\S+|https?:\\S+|rdds|rdap|whois)',
  'contact (?:the )?registrar',
  'select (?:request email form|contact domain holder)',
  'not (?:available|applicable)(?: from registry)?$',
  'datos privados',
  'service not supported',
];
const phrase = new RegExp(`(?:^|[^\\p{L}\\d])(?:${phrases.join('|')})(?![\\p{L}\\d])`, 'iu');

/** Whole values without content. */
const empty =
  /^(?:[-–.*_#\s]*|[*\s]*(?:n\/?a|none|null|nil|unknown|undefined|no data|private(?: person)?|privado|hidden|not defined)[*\s.]*)$/iu;

/** Whether a value of a registration only says that the data is missing or withheld: 'REDACTED FOR PRIVACY', 'Not shown, please visit ...'. */
export function isPlaceholder(text: string): boolean {
  return empty.test(text) || phrase.test(text);
}
