import type { Problem, Reading } from './interpretation.ts';
import { unwrapLinks } from './link-wrappers.ts';
import { readToken, readRegex } from './read-token.ts';
import { refang } from './refang.ts';
import { foldText, unwrap } from './tokenizer.ts';
import type { StrippedParts } from './url-parts.ts';

function strippedWords({ scheme, user, port, path }: StrippedParts): string[] {
  return [
    ...(scheme === undefined ? [] : [`scheme ${scheme}`]),
    ...(user === undefined ? [] : [`user ${user}`]),
    ...(port === undefined ? [] : [`port ${port}`]),
    ...(path === undefined ? [] : [`path ${path}`]),
  ];
}

/** The stages that a text passes on its way to the readers. */
interface Stages {
  readonly text: string;
  readonly folded: string;
  readonly cleaned: string;
  readonly refanged: string;
  readonly target: string;
}

function prepare(text: string): Stages {
  const folded = foldText(text);
  const cleaned = unwrap(folded);
  // In a pattern `[.]` is a character class, so patterns are left as they are.
  const refanged = readRegex(cleaned) ? cleaned : unwrap(refang(cleaned));
  return { text, folded, cleaned, refanged, target: unwrapLinks(refanged) };
}

function commonChanges({ text, folded, cleaned, refanged, target }: Stages, stripped: StrippedParts): string[] {
  const words = strippedWords(stripped);
  const changes = [
    folded === text ? '' : 'invisible or unusual characters replaced',
    cleaned === folded ? '' : 'quotes or punctuation around it removed',
    refanged === cleaned ? '' : `refanged from ${cleaned}`,
    target === refanged ? '' : 'taken out of the link of a mail gateway or search engine',
    words.length === 0 ? '' : `without ${words.join(', ')}`,
  ];
  return changes.filter((change) => change !== '');
}

/** Nothing of a text was understood. */
export const NOT_FOUND: Problem = {
  message: 'Nothing that can be looked up was found in this text.',
  tryInstead: [],
};

/** Reads a text that is one value: cleaned, refanged and taken out of its URL. Does not look for indicators in a longer text. */
export function recogniseValue(text: string): Reading {
  const stages = prepare(text.trim());
  const { interpretations, problem, stripped } = readToken(stages.target, 'value');
  const changes = commonChanges(stages, stripped);
  return {
    interpretations: interpretations.map((each) => ({ ...each, changes: [...changes, ...each.changes] })),
    problem: problem ?? (interpretations.length === 0 ? NOT_FOUND : null),
  };
}
