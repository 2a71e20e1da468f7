import { extractIndicators, type Extraction } from './extract-indicators.ts';
import type { Change, Interpretation, Problem } from './interpretation.ts';
import { readToken, readRegex } from './read-token.ts';
import { refang } from './refang.ts';
import { foldText, unwrap } from './tokenizer.ts';
import type { StrippedParts } from './url-parts.ts';

/** The interpretation of a pasted or typed text. */
export interface Recognition {
  /** The readings, most likely first; empty when there is none (see `problem`) or when the text holds several indicators. */
  readonly interpretations: readonly Interpretation[];
  /** The problem with the text and what to try; null when it was understood or is empty. */
  readonly problem: Problem | null;
  /** Scheme, user, port and path around the indicator. */
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

/** The stages that a text passes on its way to the readers. */
interface Stages {
  readonly text: string;
  readonly folded: string;
  readonly cleaned: string;
  readonly refanged: string;
}

function prepare(text: string): Stages {
  const folded = foldText(text);
  const cleaned = unwrap(folded);
  // In a pattern `[.]` is a character class, so patterns are left as they are.
  const refanged = readRegex(cleaned) ? cleaned : unwrap(refang(cleaned));
  return { text, folded, cleaned, refanged };
}

function commonChanges({ text, folded, cleaned, refanged }: Stages, stripped: StrippedParts): Change[] {
  const words = strippedWords(stripped);
  const changes: Change[] = [
    { kind: 'cleaned', detail: folded === text ? '' : 'invisible or unusual characters replaced' },
    { kind: 'cleaned', detail: cleaned === folded ? '' : 'quotes or punctuation around it removed' },
    { kind: 'refanged', detail: refanged === cleaned ? '' : `refanged from ${cleaned}` },
    { kind: 'stripped', detail: words.length === 0 ? '' : `without ${words.join(', ')}` },
  ];
  return changes.filter(({ detail }) => detail !== '');
}

const NOT_FOUND: Problem = {
  message: 'Nothing that can be looked up was found in this text.',
  tryInstead: [],
};

function recogniseOne(text: string): Recognition {
  const stages = prepare(text);
  const { interpretations, problem, stripped } = readToken(stages.refanged, 'value');
  const changes = commonChanges(stages, stripped);
  return {
    interpretations: interpretations.map((each) => ({ ...each, changes: [...changes, ...each.changes] })),
    problem: problem ?? (interpretations.length === 0 ? NOT_FOUND : null),
    stripped,
    bulk: null,
  };
}

function recogniseSeveral(text: string): Recognition | null {
  const bulk = extractIndicators(text);
  const hasContent = bulk.indicators.length > 0 || bulk.lineCount > 1;
  return hasContent ? { ...EMPTY, bulk } : null;
}

/** The indicators in a text that is not one itself; a single one in a text without spaces counts as the whole text. */
function recogniseWithin(text: string): Recognition | null {
  const several = recogniseSeveral(text);
  const [only, ...others] = several?.bulk?.indicators ?? [];
  if (!only || others.length > 0 || /\s/.test(text)) return several;
  const change: Change = { kind: 'cleaned', detail: `taken out of ${text}` };
  const { interpretations } = recogniseOne(only.display);
  return {
    ...EMPTY,
    interpretations: interpretations.map((each) => ({ ...each, changes: [change, ...each.changes] })),
  };
}

/**
 * Reads pasted text: cleaned, refanged, taken out of
 * its URL, then subnet, address, AS number, hash, number, pattern, domain, AS name. Several lines, or a longer text with
 * indicators in it, come back as `bulk`.
 */
export function recognise(text: string): Recognition {
  const trimmed = text.trim();
  if (trimmed === '') return EMPTY;
  if (/[\r\n]/.test(trimmed)) return recogniseSeveral(trimmed) ?? { ...EMPTY, problem: NOT_FOUND };
  const one = recogniseOne(trimmed);
  const isPlainText = one.interpretations.length === 0 || one.interpretations[0]?.kind === 'as-name';
  return (isPlainText && recogniseWithin(trimmed)) || one;
}
