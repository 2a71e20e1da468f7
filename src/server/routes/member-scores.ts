import type { ConnectionMember } from '#contract/generated/types.gen.ts';
import type { QueryOptions } from '#server/engine/engine.ts';
import { subjectOf } from '#server/input/name.ts';
import { addressDossiers, type Dossier } from '#server/queries/address-dossier.ts';
import { type DomainDossier, domainDossiers } from '#server/queries/domain-dossier.ts';
import { listedHosts } from '#server/queries/listings.ts';
import { riskScore } from '#server/serializers/address-record.ts';
import { type DomainRisk, domainRiskOf } from '#server/serializers/domain-enrichment.ts';
import type { RiskScorer } from '#server/ingest/outfeeds/renew.ts';
import type { Services } from './handler.ts';

export type Side = 'name' | 'address';
export type Scored = Required<Pick<ConnectionMember, 'risk_score' | 'decider' | 'verdict'>>;

/** A name with its score, and what its tags are made from as well. */
export interface ScoredName {
  readonly side: 'name';
  readonly score: Scored;
  readonly risk: DomainRisk;
  readonly dossier: DomainDossier;
}

/** The same of an address, with its origin. */
export interface ScoredAddress {
  readonly side: 'address';
  readonly score: Scored & Pick<ConnectionMember, 'asn' | 'asname' | 'country'>;
  readonly dossier: Dossier;
}

export type ScoredMember = ScoredName | ScoredAddress;

/** What the scores are read from. */
type Scoring = Pick<Services, 'engine' | 'now' | 'coverage'>;

/** Number of names, and of addresses, that are scored for one answer: scores cost more than counts. */
export const mostScored = 100;

interface Member {
  readonly side: Side;
  readonly member: string;
}

/** Of a subject that no score was looked up for, or about which nothing is known. */
export const notScored: Scored = { risk_score: null, decider: '', verdict: 'unknown' };

/**
 * Looks up risk scores of members: `first` first, then of the listed ones, then of the others.
 * @returns takes a member; undefined for one beyond the limit
 * @throws EngineError
 */
export async function scoresOf(
  members: readonly Member[],
  services: Services,
  { first = [], ...options }: QueryOptions & { readonly first?: readonly Member[] },
): Promise<(member: Member) => ScoredMember | undefined> {
  const before = new Set(first.map(({ member }) => member));
  const ofSide = (side: Side) => [
    ...new Set([...first, ...members].flatMap((each) => (each.side === side ? [each.member] : []))),
  ];
  const [names, ips] = [ofSide('name'), ofSide('address')];
  const listed = new Set(
    names.length > mostScored || ips.length > mostScored
      ? (await services.engine.query(listedHosts('connections', [...names, ...ips]), options)).map(({ host }) => host)
      : [],
  );
  const rank = (member: string) => (before.has(member) ? 0 : listed.has(member) ? 1 : 2);
  const chosen = (all: readonly string[]) => all.toSorted((a, b) => rank(a) - rank(b)).slice(0, mostScored);
  const [name, address] = await Promise.all([
    scoreNames(chosen(names), services, options),
    scoreAddresses(chosen(ips), services, options),
  ]);
  const scored = { name, address };
  return ({ side, member }) => scored[side].get(member);
}

/** Scores names. @returns by name, in their order @throws EngineError */
export async function scoreNames(
  names: readonly string[],
  { engine, now, coverage }: Scoring,
  options: QueryOptions,
): Promise<ReadonlyMap<string, ScoredName>> {
  if (names.length === 0) return new Map();
  const request = { name: 'connections', subjects: names.map(subjectOf), now: now(), isForScore: true };
  const [dossiers, covered] = await Promise.all([domainDossiers(engine, request, options), coverage()]);
  return new Map(
    dossiers.map((dossier) => {
      const risk = domainRiskOf(dossier, now(), covered);
      const score = dossier.isKnown
        ? { risk_score: risk.sp_risk_score, decider: risk.sp_risk_score_decider, verdict: risk.verdict }
        : notScored;
      return [dossier.subject.query, { side: 'name', score, risk, dossier }];
    }),
  );
}

/** Scores addresses. @returns by address, in their order @throws EngineError */
export async function scoreAddresses(
  ips: readonly string[],
  services: Scoring,
  options: QueryOptions,
): Promise<ReadonlyMap<string, ScoredAddress>> {
  if (ips.length === 0) return new Map();
  const { engine, now, coverage } = services;
  const [dossiers, covered] = await Promise.all([
    addressDossiers(engine, { name: 'connections', ips, now: now() }, options),
    coverage(),
  ]);
  return new Map(
    dossiers.map((dossier) => {
      const { sp_risk_score = null, sp_risk_score_explain, verdict = 'unknown' } = riskScore(dossier, covered);
      const { asn, asname, country } = dossier.origin;
      const decider = sp_risk_score_explain?.sp_risk_score_decider ?? '';
      const score = { risk_score: sp_risk_score, decider, verdict, asn, asname, country };
      return [dossier.ip, { side: 'address', score, dossier }];
    }),
  );
}

/** Scores the values of feeds as upkeep, beside the look-ups of people. */
export function riskScorer(services: Scoring): RiskScorer {
  return async (kind, values) => {
    const scoreAll = kind === 'domain' ? scoreNames : scoreAddresses;
    const scored = await scoreAll(values, services, { limits: 'upkeep' });
    return new Map([...scored].map(([value, { score }]) => [value, score.risk_score]));
  };
}
