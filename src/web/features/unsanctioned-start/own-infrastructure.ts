import type { QueryClient } from '@tanstack/react-query';
import { askToEnd } from '#web/api/ask-to-end.ts';
import { onlyRecord } from '#web/api/only-record.ts';
import { answerOptions } from '#web/api/question.ts';
import type { OwnInfrastructure } from './unsanctioned-question.ts';

/** Where the domain itself is: its name servers and addresses of the last 30 days (E1), and the networks these are in (A9). */
export async function ownInfrastructure(
  client: QueryClient,
  name: string,
  signal: AbortSignal,
): Promise<OwnInfrastructure> {
  const { response } = await client.ensureQueryData(
    answerOptions({ operationId: 'domainInfo', path: { domain: name } }),
  );
  const domain = onlyRecord(response.domaininfo)?.domain ?? name;
  const [servers, addresses] = await Promise.all([
    answersOf(client, 'ns', domain, signal),
    answersOf(client, 'a', domain, signal),
  ]);
  return { domain, servers, networks: await networksOf(client, addresses) };
}

async function answersOf(
  client: QueryClient,
  qtype: 'ns' | 'a',
  qname: string,
  signal: AbortSignal,
): Promise<string[]> {
  const query = { last_seen_after: '-30d' };
  const question = { operationId: 'padnsForward', path: { qtype, qname }, query } as const;
  const { records = [] } = await askToEnd(client, question, signal);
  return records.flatMap(({ answer }) => answer ?? []);
}

async function networksOf(client: QueryClient, addresses: readonly string[]): Promise<string[]> {
  // A9 takes a hundred, as many as a page of E1 has
  if (addresses.length === 0) return [];
  const body = { ips: [...new Set(addresses)] };
  const { response } = await client.ensureQueryData(answerOptions({ operationId: 'ipv4InfoBulk', body }));
  return (response.ip2asn ?? []).flatMap(({ subnet }) => subnet || []);
}
