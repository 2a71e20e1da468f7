/** The five reputations of the interface: what each score says, and what a score of 0 or no record means. */
export interface ReputationKind {
  readonly title: string;
  readonly historyTitle: string;
  /** Before `of <subject>`. */
  readonly shortTitle: string;
  /** Fields of the record. */
  readonly score: string;
  readonly explain: string;
  /** The input over which the score is a share: when it is 0 there is nothing to judge by, and a score of 0 says nothing. */
  readonly base: string | null;
  /** How the score comes about, in a sentence. */
  readonly meaning: string;
  readonly unknown: string;
}

export const REPUTATION_KINDS = {
  ipv4: {
    title: 'Reputation of the address',
    historyTitle: 'Reputation history of the address',
    shortTitle: 'Reputation',
    score: 'ip_reputation',
    explain: 'ip_reputation_explain',
    base: 'ip_density',
    meaning: 'Share of listed names among the names that point to it.',
    unknown: 'No name was seen pointing to this address in the last 30 days, so there is nothing to judge it by.',
  },
  subnet: {
    title: 'Reputation of the subnet',
    historyTitle: 'Reputation history of the subnet',
    shortTitle: 'Reputation',
    score: 'subnet_reputation',
    explain: 'subnet_reputation_explain',
    base: 'ips_num_active',
    meaning: 'Share of listed addresses among the active ones, last 30 days.',
    unknown:
      'The collection has no score of this subnet: nobody announces it as it stands, or nothing in it was active.',
  },
  asn: {
    title: 'Reputation of the AS',
    historyTitle: 'Reputation history of the AS',
    shortTitle: 'Reputation',
    score: 'asn_reputation',
    explain: 'asn_reputation_explain',
    base: 'ips_num_active',
    meaning: 'Share of listed addresses among the active ones, last 30 days.',
    unknown: 'It announces nothing, or none of its addresses was active in the last 30 days.',
  },
  takedown: {
    title: 'Abuse response of the AS',
    historyTitle: 'Abuse response history of the AS',
    shortTitle: 'Abuse response',
    score: 'asn_takedown_reputation',
    explain: 'asn_takedown_reputation_explain',
    base: null,
    meaning:
      'How slowly the operator acts on listings, from 0 (fast) to 100. It says nothing about who uses the network.',
    unknown: 'The collection has no abuse response score of this AS.',
  },
  nameServer: {
    title: 'Reputation of the name server',
    historyTitle: 'Reputation history of the name server',
    shortTitle: 'Reputation',
    score: 'ns_server_reputation',
    explain: 'ns_server_reputation_explain',
    base: 'ns_server_domain_density',
    meaning: 'Share of listed domains among the domains on it.',
    unknown: 'No domain was seen on this name server in the last 30 days, so there is nothing to judge it by.',
  },
} as const satisfies Record<string, ReputationKind>;
