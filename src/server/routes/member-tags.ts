import { addressTags, domainTags } from '#model/subject-knowledge.ts';
import type { ShownTag, SubjectTag } from '#model/subject-tags.ts';
import type { QueryOptions } from '#server/engine/engine.ts';
import { subjectOf } from '#server/input/name.ts';
import { addressDossiers } from '#server/queries/address-dossier.ts';
import { domainDossiers } from '#server/queries/domain-dossier.ts';
import { ipv4Record, ipv6Record } from '#server/serializers/address-record.ts';
import { domainRiskOf, domainUrls, nsReputation, stringFrequency } from '#server/serializers/domain-enrichment.ts';
import { domainRecord } from '#server/serializers/domain-record.ts';
import { withEvidence } from '#server/serializers/evidence.ts';
import { evidenceOfAddresses, evidenceOfDomains } from './evidence.ts';
import type { Services } from './handler.ts';
import { mostScored, type Side } from './member-scores.ts';

/**
 * The tags of at most `mostScored` names or addresses: those of their own page, but for the ones of its scans, diversity and changes of
 * name servers.
 * @throws EngineError
 */
export async function tagsOf(
  side: Side,
  members: readonly string[],
  services: Services,
  options: QueryOptions & { readonly signal: AbortSignal },
): Promise<(member: string) => readonly ShownTag[]> {
  const chosen = members.slice(0, mostScored);
  if (chosen.length === 0) return () => [];
  const found = new Map(await (side === 'name' ? tagNames : tagAddresses)(chosen, services, options));
  return (member) => (found.get(member) ?? []).map(({ words: _, ...tag }) => tag);
}

type TagMembers = (
  members: readonly string[],
  services: Services,
  options: QueryOptions & { readonly signal: AbortSignal },
) => Promise<(readonly [member: string, tags: readonly SubjectTag[]])[]>;

const tagNames: TagMembers = async (names, services, options) => {
  const { engine, now, coverage } = services;
  const subjects = names.map(subjectOf);
  const [dossiers, evidence, covered] = await Promise.all([
    domainDossiers(engine, { name: 'connections', subjects, now: now(), isForScore: true }, options),
    evidenceOfDomains('connections', subjects, options, services),
    coverage(),
  ]);
  return dossiers.map((dossier, index) => {
    const risk = domainRiskOf(dossier, now(), covered);
    const record = {
      domaininfo: withEvidence(domainRecord(dossier, now()), evidence[index]),
      domain_urls: domainUrls(dossier),
      ns_reputation: nsReputation(dossier, risk, covered),
      domain_string_frequency_probability: stringFrequency(dossier.subject),
    };
    return [dossier.subject.query, domainTags(record, dossier.isKnown ? risk.verdict : 'unknown')] as const;
  });
};

const tagAddresses: TagMembers = async (ips, services, options) => {
  const { engine, now, coverage } = services;
  const dossiers = await addressDossiers(engine, { name: 'connections', ips, now: now(), explain: true }, options);
  const [evidence, covered] = await Promise.all([
    evidenceOfAddresses('connections', dossiers, options, services),
    coverage(),
  ]);
  return dossiers.map((dossier, index) => {
    const asked = { now: now(), coverage: covered, explain: true };
    const record = dossier.ip.includes(':') ? ipv6Record(dossier, asked) : ipv4Record(dossier, asked);
    return [dossier.ip, addressTags(withEvidence(record, evidence[index]), record.verdict ?? 'unknown')] as const;
  });
};
