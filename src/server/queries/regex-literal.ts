/** Text that every match of a pattern must hold: at its very start, or somewhere. Both empty when nothing is certain. */
export interface RequiredLiteral {
  readonly prefix: string;
  readonly infix: string;
}

const NOTHING: RequiredLiteral = { prefix: '', infix: '' };

/**
 * Reads from an RE2 pattern the literals that narrow a search before `match()` decides. Careful rather than clever: with an
 * alternative, an inline flag, a group or a quoted stretch anywhere nothing is certain; a wrong literal would lose answers.
 */
export function requiredLiteral(pattern: string): RequiredLiteral {
  if (/\||\(\?|\\[QEC\d]/.test(pattern)) return NOTHING;
  const anchored = pattern.startsWith('^');
  const runs = literalRuns(anchored ? pattern.slice(1) : pattern);
  const longest = runs.reduce((best, run) => (run.text.length > best.length ? run.text : best), '');
  const first = runs[0];
  return { prefix: anchored && first?.at === 0 ? first.text : '', infix: longest };
}

interface Run {
  /** How many pieces of the pattern stand before it. */
  readonly at: number;
  text: string;
}

/** Stretches of literal characters outside groups, each certain to be matched as a whole. */
function literalRuns(pattern: string): Run[] {
  const pieces = pattern.match(PIECE) ?? [];
  if (pieces.join('') !== pattern) return [];
  const runs: Run[] = [];
  let open: Run | undefined;
  let depth = 0;
  for (const [at, piece] of pieces.entries()) {
    if (piece === '(') depth += 1;
    if (piece === ')') depth -= 1;
    const literal = depth === 0 ? literalOf(piece) : undefined;
    const quantifier = pieces[at + 1] ?? '';
    const mayBeAbsent = /^[*?{]/.test(quantifier);
    if (literal === undefined || mayBeAbsent) {
      open = undefined;
      continue;
    }
    if (!open) runs.push((open = { at, text: '' }));
    open.text += literal;
    // a+ holds at least one a, but what follows need not follow the first
    if (quantifier.startsWith('+')) open = undefined;
  }
  return runs;
}

// one piece: an escape with its argument, a character class (with [:names:] inside), a quantifier, or one character
const PIECE =
  /\\[pPx](?:\{[^}]*\}|[\da-f]{2}|[A-Z])|\\[\s\S]|\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]|\{\d+(?:,\d*)?\}\??|[*+?]\??|[\s\S]/gi;

/** The character that a piece stands for; undefined when it stands for several. */
function literalOf(piece: string): string | undefined {
  if (/^\\[.\-_/]$/.test(piece)) return piece[1];
  return /^[a-z0-9_-]$/.test(piece) ? piece : undefined;
}
