import type { DomainCousin, DomainInfo, DomainRiskScore } from '#contract/generated/types.gen.ts';
import { toUnicodeName, type DomainSubject } from '#model/domain-name.ts';
import { labelLikeness, similarityOf } from '#model/look-alike.ts';
import type { Engine, QueryOptions } from '#server/engine/engine.ts';
import { badInput } from '#server/http/api-error.ts';
import { answerItems, type RefusedItem } from '#server/input/bulk-items.ts';
import { readDomain, readDomainItems, registrableDomain } from '#server/input/name.ts';
import { domainSiblings as siblingsQuery } from '#server/queries/certificates.ts';
import { domainDossiers, domainRegistrations, isKnownDomain } from '#server/queries/domain-dossier.ts';
import { lookAlikes } from '#server/queries/look-alikes.ts';
import { domainWhois as whoisQuery } from '#server/queries/domain-facts.ts';
import { domainRiskOf, whoisRecord } from '#server/serializers/domain-enrichment.ts';
import { domainRecord, whyUnknown } from '#server/serializers/domain-record.ts';
import { withEvidence } from '#server/serializers/evidence.ts';
import { domainNsChanges, domainNsChangesSummary, nsTransfers } from './ns-changes.ts';
import { evidenceOfDomains } from './evidence.ts';
import type { Caller, Handler, Services } from './handler.ts';

/** C13 */
const domainSiblings: Handler<'domainSiblings'> = async ({ path, signal }, { engine, now }) => {
  const subject = readDomain('domain', path.domain);
  const { domain, query } = subject;
  const [found] = await engine.query(siblingsQuery({ domain, query }), { signal });
  const { certificates = 0, results = 0, siblings = [] } = found ?? {};
  const request = { name: 'domainSiblings', subject, now: now() };
  const isUnknown = certificates === 0 && !(await isKnownDomain(engine, request, { signal }));
  return { domain_siblings: { domain, query, ...(isUnknown ? { error: 'Not found' } : { results, siblings }) } };
};

const mostCousins = 1000;

/** C14 */
const domainCousins: Handler<'domainCousins'> = async ({ path, signal }, { engine, now }) => {
  const subject = readDomain('domain', path.domain);
  const { domain, query } = subject;
  const cousins = await cousinsOf(domain, engine, { signal });
  const request = { name: 'domainCousins', subject, now: now() };
  if (cousins.length === 0 && !(await isKnownDomain(engine, request, { signal })))
    return { domain_cousins: { domain, query, error: 'Not found' } };
  return { domain_cousins: { domain, query, results: cousins.length, cousins: cousins.slice(0, mostCousins) } };
};

/** The names that look like a registrable domain, the most similar first. @throws ApiError 400 for a zone, EngineError */
export async function cousinsOf(
  domain: string,
  engine: Engine,
  options: QueryOptions,
): Promise<Required<DomainCousin>[]> {
  if (!domain.includes('.'))
    throw badInput(
      'domain',
      `"${domain}" is a zone. Send a domain such as example.com: its label is what others imitate.`,
    );
  const ascii = domain.slice(0, domain.indexOf('.'));
  const label = { ascii, unicode: toUnicodeName(ascii) };
  const rows = await engine.query(lookAlikes({ label, domain }), options);
  const cousins = new Map<string, Required<DomainCousin>>();
  for (const { name } of rows) {
    const cousin = cousinOf({ name, registrable: registrableDomain(name), original: domain, label: label.unicode });
    if (cousin && (cousins.get(cousin.domain)?.similarity ?? -1) < cousin.similarity)
      cousins.set(cousin.domain, cousin);
  }
  return [...cousins.values()].sort((a, b) => b.similarity - a.similarity || (a.domain < b.domain ? -1 : 1));
}

interface CousinInput {
  /** A name that begins with the label that may look alike. */
  readonly name: string;
  /** Its registrable domain. */
  readonly registrable: string;
  /** The domain that is imitated, and its label in Unicode. */
  readonly original: string;
  readonly label: string;
}

// C14, similarity: deductions for another zone and for a label inside another domain
const otherZone = 2;
const inSubdomain = 10;

/** C14: the reason that a name is a cousin; null when it is not. */
function cousinOf({ name, registrable, original, label }: CousinInput): Required<DomainCousin> | null {
  const first = toUnicodeName(name.slice(0, name.indexOf('.')));
  const found = labelLikeness(label, first);
  if (!found) return null;
  const isBelow = name !== registrable;
  // an edit distance of one is common among all labels of a name, so typing errors count for domains only
  if (isBelow && found.kind === 'typo') return null;
  const similarity =
    similarityOf(found.cost, label, first) -
    (isBelow ? inSubdomain : 0) -
    (name.slice(name.indexOf('.')) === original.slice(original.indexOf('.')) ? 0 : otherZone);
  return { domain: name, similarity: Math.max(0, similarity), kind: isBelow ? 'subdomain' : found.kind };
}

/** C1 */
const domainInfo: Handler<'domainInfo'> = async (call, services) => {
  const [domaininfo] = await records('domainInfo', [readDomain('domain', call.path.domain)], call, services);
  return { domaininfo };
};

/** C4 */
const domainInfoBulk: Handler<'domainInfoBulk'> = async (call, services) => {
  const ask = (subjects: readonly DomainSubject[]) => records('domainInfoBulk', subjects, call, services);
  const refuse = ({ sent, error }: RefusedItem): DomainInfo => ({ domain: sent, query: sent, error });
  return { domaininfo: await answerItems(readDomainItems(call.body.domains), ask, refuse) };
};

/** C2 */
const domainRiskScore: Handler<'domainRiskScore'> = async (call, services) => {
  const [score] = await scores('domainRiskScore', [readDomain('domain', call.path.domain)], call, services);
  return score;
};

/** C3 */
const domainRiskScoreBulk: Handler<'domainRiskScoreBulk'> = (call, services) => {
  const ask = (subjects: readonly DomainSubject[]) => scores('domainRiskScoreBulk', subjects, call, services);
  const refuse = ({ sent, error }: RefusedItem): DomainRiskScore => ({ domain: sent, error });
  return answerItems(readDomainItems(call.body.domains), ask, refuse);
};

/** C10 */
const domainWhois: Handler<'domainWhois'> = async ({ path, signal }, { engine, coverage }) => {
  const subject = readDomain('domain', path.domain);
  const [rows, { sourceOf }] = await Promise.all([engine.query(whoisQuery(subject.domain), { signal }), coverage()]);
  // existing clients read the first record without checking the type
  if (rows.length === 0) return { whois: [{ domain: subject.domain, query: subject.query, error: 'Not found' }] };
  return { whois: rows.map((row) => whoisRecord(row, subject, sourceOf(row.import))) };
};

async function records(
  name: string,
  subjects: readonly DomainSubject[],
  { signal }: Pick<Caller, 'signal'>,
  services: Services,
): Promise<DomainInfo[]> {
  const { engine, now } = services;
  const [found, evidence] = await Promise.all([
    domainRegistrations(engine, { name, subjects, now: now() }, { signal }),
    evidenceOfDomains(name, subjects, { signal }, services),
  ]);
  return found.map((registration, index) => withEvidence(domainRecord(registration, now()), evidence[index]));
}

async function scores(
  name: string,
  subjects: readonly DomainSubject[],
  { signal }: Pick<Caller, 'signal'>,
  { engine, now, coverage }: Services,
): Promise<DomainRiskScore[]> {
  const [dossiers, covered] = await Promise.all([
    domainDossiers(engine, { name, subjects, now: now(), isForScore: true }, { signal }),
    coverage(),
  ]);
  return dossiers.map((dossier) => {
    const domain = dossier.subject.query;
    if (!dossier.isKnown) return { domain, error: whyUnknown(dossier) };
    const { sp_risk_score, sp_risk_score_decider, verdict, checked } = domainRiskOf(dossier, now(), covered);
    return { domain, sp_risk_score, sp_risk_score_explain: { sp_risk_score_decider }, verdict, checked };
  });
}

/** C: domains. */
export const domains = {
  domainInfo,
  domainInfoBulk,
  domainRiskScore,
  domainRiskScoreBulk,
  domainNsChanges,
  domainNsChangesSummary,
  nsTransfers,
  domainWhois,
  domainSiblings,
  domainCousins,
};
