/** What is wrong with the parameters of a form, by field. */
export type FieldProblems = Readonly<Partial<Record<string, string>>>;

/** A field shows one line below it, so that nothing moves: what is wrong, or else the hint. */
export function noteOf(problem: string | undefined, hint: string | undefined): { error?: string; hint?: string } {
  if (problem !== undefined) return { error: problem };
  return hint === undefined ? {} : { hint };
}
