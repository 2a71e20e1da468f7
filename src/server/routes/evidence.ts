import { formatAsn } from '#model/asn.ts';
import { type Cidr, formatCidr } from '#model/cidr.ts';
import { dateToIsoDate } from '#model/dates.ts';
import type { DomainSubject } from '#model/domain-name.ts';
import type { Indicator } from '#model/indicator-of.ts';
import { networkTags } from '#model/subject-knowledge.ts';
import { type ShownTag, shownTag } from '#model/subject-tags.ts';
import { namesOfOwner } from '#server/queries/owner-domain.ts';
import type { Dossier } from '#server/queries/address-dossier.ts';
import type { DomainDossier } from '#server/queries/domain-dossier.ts';
import {
  addressEvidence,
  asnEvidence,
  serverEvidence,
  subnetEvidence,
  type ReadEvidence,
  domainEvidence,
  dossierEvidence,
  wholeSubnetEvidence,
} from '#server/queries/evidence.ts';
import { evidenceFields, type EvidenceFields, findingFields, type RecordKind } from '#server/serializers/evidence.ts';
import type { Caller, Services } from './handler.ts';

/**
 * The extension fields of records about some subjects, in their order.
 * @param name the operationId that asks
 * @throws EngineError
 */
type EvidenceOf<Subject> = (
  name: string,
  subjects: readonly Subject[],
  call: Pick<Caller, 'signal'>,
  services: Services,
) => Promise<EvidenceFields[]>;

function evidenceOf<Subject>(
  kind: RecordKind,
  read: ReadEvidence<Subject>,
  indicatorOf: (subject: Subject) => Indicator,
  ownNames: (subject: Subject) => readonly string[] = (subject) => [indicatorOf(subject).value],
): EvidenceOf<Subject> {
  return async (name, subjects, { signal }, { engine, coverage, currentFindings, now }) => {
    const time = now();
    const [covered, current, found] = await Promise.all([
      coverage(),
      currentFindings(),
      read(engine, { name, subjects, today: dateToIsoDate(time) }, { signal }),
    ]);
    const names = subjects.map(ownNames);
    const fields = found.map((evidence, index) => ({
      ...evidenceFields(evidence, kind, covered, time),
      ...findingFields(current.of(...names[index]!)),
    }));
    const [first] = fields;
    const [subject, ...others] = subjects.map(indicatorOf);
    // a list of subjects would repeat the same lists in each record
    return first && subject && others.length === 0 && first.listings.length === 0
      ? [{ ...first, current_lists: covered.listsNaming(subject.kind, subject.value) }]
      : fields;
  };
}

export const evidenceOfAddresses = evidenceOf('address', addressEvidence, ({ ip }: Dossier) => ({
  kind: ip.includes(':') ? 'ipv6' : 'ipv4',
  value: ip,
}));
export const evidenceOfDomains = evidenceOf(
  'domain',
  domainEvidence,
  ({ query }: DomainSubject) => ({ kind: 'domain', value: query }),
  ({ query }) => namesOfOwner(query),
);
export const evidenceOfDossiers = evidenceOf(
  'domain',
  dossierEvidence,
  ({ subject: { query } }: DomainDossier) => ({ kind: 'domain', value: query }),
  ({ subject: { query } }) => namesOfOwner(query),
);
export const evidenceOfAsns = evidenceOf('asn', asnEvidence, (asn) => ({ kind: 'asn', value: formatAsn(asn) }));
const subnetIndicator = (cidr: Cidr) => ({ kind: 'subnet', value: formatCidr(cidr) }) as const;
export const evidenceOfSubnets = evidenceOf('subnet', subnetEvidence, subnetIndicator);
const evidenceOfWholeSubnets = evidenceOf('subnet', wholeSubnetEvidence, subnetIndicator);
export const evidenceOfServers = evidenceOf('nameServer', serverEvidence, (server) => ({
  kind: 'name-server',
  value: server,
}));

/** The tags of ranked subjects, in their order: what sources state and detectors find about them. @throws EngineError */
type RankedTags<Subject> = (...asked: Parameters<EvidenceOf<Subject>>) => Promise<(readonly ShownTag[])[]>;

function tagsBy<Subject>(evidence: EvidenceOf<Subject>): RankedTags<Subject> {
  return async (...asked) =>
    (await evidence(...asked)).map(({ facts, findings }) =>
      networkTags({ facts, ...(findings && { findings }) }, undefined).map(shownTag),
    );
}

export const rankedTags = {
  asns: tagsBy(evidenceOfAsns),
  subnets: tagsBy(evidenceOfWholeSubnets),
  servers: tagsBy(evidenceOfServers),
};

/** The field of tags of a ranked record: none without tags that were read. */
export function tagField(tags: readonly ShownTag[] | undefined): { readonly tags?: ShownTag[] } {
  return tags ? { tags: [...tags] } : {};
}
