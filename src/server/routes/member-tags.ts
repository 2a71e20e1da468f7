import type { Listing } from '#contract/generated/types.gen.ts';
import { addressTags, domainTags } from '#model/subject-knowledge.ts';
import { type ShownTag, shownTag, type SubjectTag } from '#model/subject-tags.ts';
import type { QueryOptions } from '#server/engine/engine.ts';
import { ipv4Record, ipv6Record } from '#server/serializers/address-record.ts';
import { domainUrls, nsReputation, stringFrequency } from '#server/serializers/domain-enrichment.ts';
import { domainRecord } from '#server/serializers/domain-record.ts';
import { withEvidence } from '#server/serializers/evidence.ts';
import { evidenceOfAddresses, evidenceOfDossiers } from './evidence.ts';
import type { Services } from './handler.ts';
import type { ScoredAddress, ScoredMember, ScoredName } from './member-scores.ts';

interface TaggedMember {
  readonly tags: readonly ShownTag[];
  readonly listings: readonly Listing[];
}

/**
 * The tags of scored names or addresses, by their text: those of their own page, but for the ones of its scans, diversity and changes of
 * name servers.
 * @throws EngineError
 */
export async function tagsOf(
  scored: readonly ScoredMember[],
  services: Services,
  options: QueryOptions & { readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, TaggedMember>> {
  const [names, addresses] = await Promise.all([
    tagNames(
      scored.filter((each) => each.side === 'name'),
      services,
      options,
    ),
    tagAddresses(
      scored.filter((each) => each.side === 'address'),
      services,
      options,
    ),
  ]);
  return new Map(
    [...names, ...addresses].map(([member, tags, listings]) => [member, { tags: tags.map(shownTag), listings }]),
  );
}

type TagMembers<Member extends ScoredMember> = (
  members: readonly Member[],
  services: Services,
  options: QueryOptions & { readonly signal: AbortSignal },
) => Promise<(readonly [member: string, tags: readonly SubjectTag[], listings: readonly Listing[]])[]>;

const tagNames: TagMembers<ScoredName> = async (names, services, options) => {
  if (names.length === 0) return [];
  const { now, coverage } = services;
  const dossiers = names.map(({ dossier }) => dossier);
  const [evidence, covered] = await Promise.all([
    evidenceOfDossiers('connections', dossiers, options, services),
    coverage(),
  ]);
  return names.map(({ dossier, score, risk }, index) => {
    const record = {
      domaininfo: withEvidence(domainRecord(dossier, now()), evidence[index]),
      domain_urls: domainUrls(dossier),
      ns_reputation: nsReputation(dossier, risk, covered),
      domain_string_frequency_probability: stringFrequency(dossier.subject),
    };
    return [dossier.subject.query, domainTags(record, score.verdict), evidence[index]?.listings ?? []] as const;
  });
};

const tagAddresses: TagMembers<ScoredAddress> = async (addresses, services, options) => {
  if (addresses.length === 0) return [];
  const { now, coverage } = services;
  const dossiers = addresses.map(({ dossier }) => dossier);
  const [evidence, covered] = await Promise.all([
    evidenceOfAddresses('connections', dossiers, options, services),
    coverage(),
  ]);
  return addresses.map(({ dossier, score }, index) => {
    const asked = { now: now(), coverage: covered, explain: true };
    const record = dossier.ip.includes(':') ? ipv6Record(dossier, asked) : ipv4Record(dossier, asked);
    const tags = addressTags(withEvidence(record, evidence[index]), score.verdict);
    return [dossier.ip, tags, evidence[index]?.listings ?? []] as const;
  });
};
