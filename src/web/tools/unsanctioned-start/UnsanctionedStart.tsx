import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { askToEnd } from '#web/api/ask-to-end.ts';
import { onlyRecord } from '#web/api/header-questions.ts';
import { answerOptions } from '#web/api/query.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { SearchIcon } from '#web/kit/ui/icons.ts';
import { paths } from '#web/url/paths.ts';

/** From a domain to the question of E4 about it, filled in with its own name servers and networks. */
export function UnsanctionedStart({ domain }: { readonly domain: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const start = useMutation({
    mutationFn: () => ownInfrastructure(client, domain, new AbortController().signal),
    onSuccess: (own) => void navigate(paths.padns(unsanctionedQuestion(own))),
  });
  return (
    <span className="flex flex-wrap items-center gap-2">
      {start.isError && (
        <span role="alert" className="text-danger">
          Its name servers and networks could not be read: {start.error.message}
        </span>
      )}
      <Button
        size="sm"
        disabledReason={start.isPending ? 'Reading its name servers and networks' : undefined}
        title="Names like this brand that are outside the domain’s own networks and not on its name servers"
        onClick={() => start.mutate()}
      >
        <SearchIcon />
        Look for unsanctioned assets
      </Button>
    </span>
  );
}

/** Where the domain itself is: its name servers and addresses of the last 30 days (E1), and the networks these are in (A9). */
async function ownInfrastructure(client: QueryClient, name: string, signal: AbortSignal): Promise<OwnInfrastructure> {
  const { response } = await client.fetchQuery(answerOptions({ operationId: 'domainInfo', path: { domain: name } }));
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
  const { response } = await client.fetchQuery(answerOptions({ operationId: 'ipv4InfoBulk', body }));
  return (response.ip2asn ?? []).flatMap(({ subnet }) => subnet || []);
}

/** What is known of a domain's own infrastructure. */
interface OwnInfrastructure {
  /** The registrable domain. */
  readonly domain: string;
  readonly servers: readonly string[];
  /** CIDR. */
  readonly networks: readonly string[];
}

// E4: at most five of each
const most = 5;

/** The question of E4 for a domain, as parameters of the passive DNS explorer: names like its brand that are not where its own are. */
export function unsanctionedQuestion({ domain, servers, networks }: OwnInfrastructure): Record<string, string> {
  const [brand = domain] = domain.split('.');
  const list = (values: readonly string[]) => [...new Set(values)].slice(0, most).join(';');
  const given = { nsname: list(servers), network: list(networks) };
  return {
    mode: 'unsanctioned',
    qtype: 'a',
    qname: `*${brand}*`,
    ...Object.fromEntries(Object.entries(given).filter(([, text]) => text !== '')),
  };
}
