import type { Infratag, TagCluster } from '#contract/generated/types.gen.ts';
import { emptyElement, infratag, type SelfMatch } from '#model/infratag.ts';
import { similarityLevels, tagClusters } from '#model/tag-clusters.ts';
import type { DomainSubject } from '#model/domain-name.ts';
import type { DomainHosts, TagContext } from '#server/queries/infratag.ts';

/** Input of one tag. */
interface InfratagInput extends TagContext {
  readonly subject: DomainSubject;
  /** A text says why the DNS query failed. */
  readonly hosts: DomainHosts | string;
  readonly mode: 'live' | 'padns';
  readonly match: SelfMatch;
  readonly registrableDomain: (name: string) => string;
}

/** C5, C6: the tag, or `error` when no element of it is known. */
export function infratagRecord(input: InfratagInput): Infratag {
  const { subject, hosts, mode, match, originOf, registrarOf, registrableDomain } = input;
  const head = { domain: subject.query, mode };
  if (typeof hosts === 'string') return { ...head, error: hosts };
  const { addresses, nameServers, mailServers } = hosts;
  const parts = {
    domain: subject.domain,
    mailDomains: mailServers.map(registrableDomain),
    nameServerDomains: nameServers.map(registrableDomain),
    origins: addresses.map(originOf),
    registrar: registrarOf(subject.domain),
  };
  const tag = infratag(parts, match);
  if (tag.split(':').some((each) => each !== emptyElement)) return { ...head, tag };
  const isLiveAddress = mode === 'live' && addresses.length > 0;
  return { ...head, error: isLiveAddress ? 'No AS is known to announce its addresses' : 'Not found' };
}

/** C6: one object for each level, the lowest first. */
export function tagClusterList(records: readonly Infratag[]): TagCluster[] {
  const tagged = records.flatMap(({ domain = '', tag }) => (tag === undefined ? [] : [{ domain, tag }]));
  const groups = tagClusters(tagged);
  return similarityLevels.map((level) => ({
    [level]: groups[level].map(({ domains, match }) => ({ domains: [...domains], match })),
  }));
}
