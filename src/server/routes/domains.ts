import type { DomainInfo, DomainRiskScore } from '#contract/generated/types.gen.ts';
import { domainRecord, whyUnknown } from '#server/serializers/domain-record.ts';
import { domainRiskOf } from '#server/serializers/domain-risk.ts';
import { withEvidence } from '#server/serializers/evidence.ts';
import { whoisRecord } from '#server/serializers/whois-record.ts';
import { domainDossiers, domainRegistrations } from '#server/queries/domain-dossier.ts';
import type { DomainSubject } from '#server/queries/domain-subject.ts';
import { domainWhois as whoisQuery } from '#server/queries/whois.ts';
import { answerItems, type RefusedItem } from '#server/input/bulk-items.ts';
import { readDomain, readDomainItems } from '#server/input/domain.ts';
import { domainNsChanges, domainNsChangesSummary } from './domain-ns-changes.ts';
import { evidenceOfDomains } from './evidence.ts';
import type { Caller, Handler, Services } from './handler.ts';
import { nsTransfers } from './ns-transfers.ts';
import { domainCousins, domainSiblings } from './relatives.ts';

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
  // existing clients index the first record without looking at the type
  if (rows.length === 0) return { whois: [{ domain: subject.domain, query: subject.query, error: 'Not found' }] };
  return { whois: rows.map((row) => whoisRecord(row, subject, sourceOf(row.import))) };
};

type Asked = Pick<Caller, 'signal'>;

async function records(
  name: string,
  subjects: readonly DomainSubject[],
  { signal }: Asked,
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
  { signal }: Asked,
  { engine, now }: Services,
): Promise<DomainRiskScore[]> {
  const dossiers = await domainDossiers(engine, { name, subjects, now: now() }, { signal });
  return dossiers.map((dossier) => {
    const domain = dossier.subject.query;
    if (!dossier.isKnown) return { domain, error: whyUnknown(dossier) };
    const { sp_risk_score, sp_risk_score_decider, verdict } = domainRiskOf(dossier, now());
    return { domain, sp_risk_score, sp_risk_score_explain: { sp_risk_score_decider }, verdict };
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
