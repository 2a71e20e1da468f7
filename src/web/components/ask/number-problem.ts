import type { ParameterLimits } from '#contract/generated/parameters.gen.ts';

/** Why a text is no whole number within the limits of its parameter; nothing typed has no problem. */
export function numberProblem(text: string, limits: ParameterLimits = {}): string | undefined {
  if (text === '') return undefined;
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = limits;
  const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  return number >= minimum && number <= maximum
    ? undefined
    : `A whole number from ${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}.`;
}
