import { useQuery } from '@tanstack/react-query';
import { answerOptions } from '#web/api/question.ts';
import { countTypes } from './count-types.ts';

/** So many records are counted; a name with more says "at least". */
const countedAtMost = 1000;

/**
 * E1: how many records of each type a name has, as text. One question in the background, which never becomes a job of the tray:
 * undefined while it is asked, null when it cannot be told. Of today like all facts beside it, whatever day the session looks at.
 */
export function useRecordCounts(domain: string, enabled: boolean): string | null | undefined {
  const query = { limit: countedAtMost };
  const { data, error } = useQuery({
    ...answerOptions({ operationId: 'padnsForward', path: { qtype: 'any', qname: domain }, query }),
    enabled,
  });
  if (error) return null;
  if (!data) return undefined;
  const { records } = data.response;
  return records ? countTypes(records, countedAtMost) : null;
}
