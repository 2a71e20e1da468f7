import { useQuery } from '@tanstack/react-query';
import type { CoveringSource } from '#contract/generated/types.gen.ts';
import { answerOptions } from './query.ts';

const keptMilliseconds = 5 * 60_000;

/**
 * The loaded sources that cover a kind of fact, newest data first: the basis of a "no". Undefined before the answer
 * arrives, and where a deployment does not report them.
 */
export function useCoverage(isEnabled = true): (kind: string) => readonly CoveringSource[] | undefined {
  const { data } = useQuery({
    ...answerOptions({ operationId: 'collection' }),
    staleTime: keptMilliseconds,
    retry: false,
    enabled: isEnabled,
  });
  const covered = data?.response.coverage;
  return (kind) => covered && (covered.find((each) => each.kind === kind)?.sources ?? []);
}
