/** What is known of a domain's own infrastructure. */
export interface OwnInfrastructure {
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
