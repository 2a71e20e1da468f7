import type { LiveRecordType } from '#server/live/outbound-client.ts';
import type { AllServices } from './handler.ts';

/**
 * What DNS answers now for a name and type, without repetition and in the resolver's order; none when it has no such
 * record. The collection learns it, too. @throws LiveError
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
