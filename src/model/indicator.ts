import { extractIndicators, type Extraction } from './extract-indicators.ts';
import type { Reading } from './interpretation.ts';
import { NOT_FOUND, recogniseValue } from './recognise-value.ts';

/** The interpretation of a pasted or typed text; without readings when the text holds several indicators. */
export interface Recognition extends Reading {
  /** The indicators of several lines or of a longer text: the offer of a bulk triage. Null when the text is one indicator. */
  readonly bulk: Extraction | null;
}

const EMPTY: Recognition = { interpretations: [], problem: null, bulk: null };

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
  const change = `taken out of ${text}`;
  const { interpretations } = recogniseValue(only.display);
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
  const one = { ...recogniseValue(trimmed), bulk: null };
  const isPlainText = one.interpretations.length === 0 || one.interpretations[0]?.kind === 'as-name';
  return (isPlainText && recogniseWithin(trimmed)) || one;
}
