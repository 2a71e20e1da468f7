import type { LiveRecordType } from '#server/live/outbound-client.ts';
import type { AllServices } from './handler.ts';

/**
 * The current DNS answers for a name and type, without duplicates and in the resolver's order; empty without such a record.
 * They are added to the collection.
 * @throws LiveError
 */
export async function liveAnswers(
  name: string,
  type: LiveRecordType,
  signal: AbortSignal,
  { live, findings }: AllServices,
): Promise<string[]> {
  const records = await live.dns(name, type, signal);
  // a null MX (RFC 7505) says that there is none
  const answers = records.filter((record) => record.type === type && record.data !== '');
  findings.recordDns(answers);
  return [...new Set(answers.map(({ data }) => data))];
}
