import { dateToIsoDate } from '#model/dates.ts';
import {
  addressEvidence,
  asnEvidence,
  serverEvidence,
  subnetEvidence,
  type ReadEvidence,
  domainEvidence,
} from '#server/queries/evidence.ts';
import { evidenceFields, type EvidenceFields, type RecordKind } from '#server/serializers/evidence.ts';
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

function evidenceOf<Subject>(kind: RecordKind, read: ReadEvidence<Subject>): EvidenceOf<Subject> {
  return async (name, subjects, { signal }, { engine, coverage, now }) => {
    const time = now();
    const [covered, found] = await Promise.all([
      coverage(),
      read(engine, { name, subjects, today: dateToIsoDate(time) }, { signal }),
    ]);
    return found.map((evidence) => evidenceFields(evidence, kind, covered, time));
  };
}

export const evidenceOfAddresses = evidenceOf('address', addressEvidence);
export const evidenceOfDomains = evidenceOf('domain', domainEvidence);
export const evidenceOfAsns = evidenceOf('asn', asnEvidence);
export const evidenceOfSubnets = evidenceOf('subnet', subnetEvidence);
export const evidenceOfServers = evidenceOf('nameServer', serverEvidence);
