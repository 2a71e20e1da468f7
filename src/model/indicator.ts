import { foldText, unwrap } from './clean-text.ts';
import { extractIndicators, type Extraction } from './extract-indicators.ts';
import type { Change, Interpretation, Problem } from './interpretation.ts';
import { readToken } from './read-token.ts';
import { readRegex } from './read-name.ts';
import { refang } from './refang.ts';
import type { StrippedParts } from './url-parts.ts';

/** What a pasted or typed text was understood as. */
export interface Recognition {
  /** The readings, most likely first; empty when there is none (see `problem`) or when the text holds several indicators. */
  readonly interpretations: readonly Interpretation[];
  /** Why the text cannot be what it looks like, and what to try; null when it was understood or is empty. */
  readonly problem: Problem | null;
  /** Scheme, user, port and path that stood around the indicator. */
  readonly stripped: StrippedParts;
  /** The indicators of several lines or of a longer text: the offer of a bulk triage. Null when the text is one indicator. */
  readonly bulk: Extraction | null;
}

const EMPTY: Recognition = { interpretations: [], problem: null, stripped: {}, bulk: null };

function strippedWords({ scheme, user, port, path }: StrippedParts): string[] {
  return [
    ...(scheme === undefined ? [] : [`scheme ${scheme}`]),
    ...(user === undefined ? [] : [`user ${user}`]),
    ...(port === undefined ? [] : [`port ${port}`]),
    ...(path === undefined ? [] : [`path ${path}`]),
  ];
}

function commonChanges(text: string, cleaned: string, refanged: string, stripped: StrippedParts): Change[] {
  const words = strippedWords(stripped);
  return [
    ...(cleaned === text
      ? []
      : [{ kind: 'cleaned', detail: 'invisible characters, quotes or punctuation removed' } as const]),
    ...(refanged === cleaned ? [] : [{ kind: 'refanged', detail: `refanged from ${cleaned}` } as const]),
    ...(words.length === 0 ? [] : [{ kind: 'stripped', detail: `without ${words.join(', ')}` } as const]),
  ];
}

function recogniseOne(text: string): Recognition {
  const cleaned = unwrap(foldText(text));
  // In a pattern `[.]` is a character class, so patterns are left as they are.
  const refanged = readRegex(cleaned) ? cleaned : unwrap(refang(cleaned));
  const { interpretations, problem, stripped } = readToken(refanged);
  const changes = commonChanges(text.trim(), cleaned, refanged, stripped);
  return {
    interpretations: interpretations.map((each) => ({ ...each, changes: [...changes, ...each.changes] })),
    problem,
    stripped,
    bulk: null,
  };
}

function recogniseSeveral(text: string): Recognition | null {
  const bulk = extractIndicators(text);
  const hasContent = bulk.indicators.length > 0 || bulk.lineCount > 1;
  return hasContent ? { ...EMPTY, bulk } : null;
}

/**
 * Reads whatever an analyst has on the clipboard, in the order of dashboard.md, "The omnibox": cleaned, refanged, taken out of
 * its URL, then subnet, address, AS number, hash, number, pattern, domain, AS name. Several lines, or a longer text with
 * indicators in it, come back as `bulk`.
 */
export function recognise(text: string): Recognition {
  const folded = text.trim();
  if (folded === '') return EMPTY;
  if (/[\r\n]/.test(folded)) return recogniseSeveral(folded) ?? EMPTY;
  const one = recogniseOne(folded);
  const isPlainText = one.interpretations.length === 0 || one.interpretations[0]?.kind === 'as-name';
  return (isPlainText && /[\s,;|]/.test(folded) && recogniseSeveral(folded)) || one;
}
