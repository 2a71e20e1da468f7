import { useQuery } from '@tanstack/react-query';
import { padnsForwardOptions } from '#contract/generated/@tanstack/react-query.gen.ts';
import { useAsOf } from '#web/url/as-of.ts';
import { countTypes } from './count-types.ts';

/** So many records are counted; a name with more says "at least". */
const countedAtMost = 1000;

/**
 * E1: how many records of each type a name has, as text. One question in the background, which never becomes a job of the tray:
 * undefined while it is asked, null when it cannot be told.
 */
export function useRecordCounts(domain: string, enabled: boolean): string | null | undefined {
  const [asOf] = useAsOf();
  const query = { limit: countedAtMost, ...(asOf !== null && { as_of: asOf }) };
  const { data, error } = useQuery({
    ...padnsForwardOptions({ path: { qtype: 'any', qname: domain }, query }),
    enabled,
  });
  if (error) return null;
  if (!data) return undefined;
  const { records } = data.response;
  return records ? countTypes(records, countedAtMost) : null;
}
