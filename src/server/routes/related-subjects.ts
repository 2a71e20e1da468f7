import type { RelatedSubject } from '#contract/generated/types.gen.ts';
import { type Connection, formatConnection } from '#model/connection.ts';
import { type GroupComparison, groupOf, linkWord, strengthOf } from '#model/connection-strength.ts';
import { reverseName } from '#model/domain-name.ts';
import type { QueryOptions } from '#server/engine/engine.ts';
import { subjectOf } from '#server/input/name.ts';
import { addressOfKey, groupBy } from '#server/queries/address-key.ts';
import type { AttributeRow } from '#server/queries/connection-attributes.ts';
import { comparedValues, hostedNames } from '#server/queries/connection-candidates.ts';
import type { Services } from './handler.ts';
import { scoreAddresses, scoreNames, type Side } from './member-scores.ts';

/** A value of the subject, weighed, with others that have it. */
export interface WeighedRow {
  readonly row: AttributeRow;
  readonly side: Side;
  /** How many others have it. */
  readonly count: number;
  readonly bits: number;
  /** Names or addresses as text: all that have it, or some of many. */
  readonly members: readonly string[];
}

/** Candidates that are compared in full, and links that are answered. */
const mostCompared = 60;
const mostRelated = 20;
/** Addresses of which the names are looked up. */
const mostHosts = 100;

type Shares = Map<string, WeighedRow>;

/**
 * The subjects of the same kind with the strongest links to a subject, strongest first: those of which the values that both have say that
 * one operator is likely or possible.
 * @param domain the registrable domain of the subject; undefined for an address
 * @throws EngineError
 */
export async function relatedSubjects(
  rows: readonly WeighedRow[],
  domain: string | undefined,
  services: Services,
  options: QueryOptions,
): Promise<RelatedSubject[]> {
  const telling = rows.filter(({ bits, count }) => bits > 0 && count > 0);
  const found = domain === undefined ? addressesIn(telling) : await domainsIn(telling, domain, services, options);
  const candidates = [...found]
    .map(([subject, shares]) => ({ subject, shares, bits: strengthOf(comparisonsOf(shares)) }))
    .toSorted((a, b) => b.bits - a.bits || (a.subject < b.subject ? -1 : 1))
    .slice(0, mostCompared);
  const known = domain === undefined ? undefined : await knownGroups(rows, candidates, services, options);
  const links = candidates
    .map(({ subject, shares }) => {
      const differing = [...(known?.get(subject) ?? [])].map((group) => ({ group, bits: undefined }));
      const bits = strengthOf([...differing, ...comparisonsOf(shares)]);
      return { subject, shares, bits, word: linkWord(bits) };
    })
    .filter(({ word }) => word !== 'weak')
    .toSorted((a, b) => b.bits - a.bits || (a.subject < b.subject ? -1 : 1))
    .slice(0, mostRelated);
  const score = domain === undefined ? scoreAddresses : scoreNames;
  const subjects = links.map(({ subject }) => subject);
  const scores = new Map(await score(subjects, services, options));
  return links.map(({ subject, shares, bits, word }) => ({
    subject,
    type: domain === undefined ? 'ip' : 'domain',
    bits: rounded(bits),
    operator: word === 'likely' ? 'likely' : 'possible',
    ...scores.get(subject),
    shares: [...shares.values()]
      .toSorted((a, b) => b.bits - a.bits)
      .map(({ row: { attribute, value, label }, bits: each }) => ({ attribute, value, label, bits: rounded(each) })),
  }));
}

/** One decimal: more would promise more than a count can say. */
export function rounded(bits: number): number {
  return Math.round(10 * bits) / 10;
}

function comparisonsOf(shares: Shares): readonly GroupComparison[] {
  return [...shares.values()].map(({ row, bits }) => ({ group: groupOf(row.attribute), bits }));
}

function note(found: Map<string, Shares>, subject: string, share: WeighedRow): void {
  const shares = found.get(subject) ?? new Map<string, WeighedRow>();
  shares.set(formatConnection(share.row), share);
  found.set(subject, shares);
}

/** Addresses that share values of addresses. */
function addressesIn(rows: readonly WeighedRow[]): Map<string, Shares> {
  const found = new Map<string, Shares>();
  for (const row of rows) if (row.side === 'address') for (const ip of row.members) note(found, ip, row);
  return found;
}

/** Domains other than the own one that share values of names, or point to addresses that share values of addresses. */
async function domainsIn(
  rows: readonly WeighedRow[],
  own: string,
  { engine }: Services,
  options: QueryOptions,
): Promise<Map<string, Shares>> {
  const found = new Map<string, Shares>();
  const noteName = (name: string, row: WeighedRow): void => {
    const { domain } = subjectOf(name);
    if (domain !== own) note(found, domain, row);
  };
  for (const row of rows) if (row.side === 'name') for (const name of row.members) noteName(name, row);
  const ofAddresses = rows.filter(({ side }) => side === 'address').toSorted((a, b) => b.bits - a.bits);
  const hosts = [...new Set(ofAddresses.flatMap(({ members }) => members))].slice(0, mostHosts);
  if (hosts.length === 0) return found;
  const names = groupBy(await engine.query(hostedNames(hosts), options), ({ host }) => addressOfKey(host));
  for (const row of ofAddresses)
    for (const ip of row.members) for (const { rname } of names.get(ip) ?? []) noteName(reverseName(rname), row);
  return found;
}

/** Completes what each candidate shares with the subject. @returns the groups of which both have values, by candidate */
async function knownGroups(
  rows: readonly WeighedRow[],
  candidates: readonly { readonly subject: string; readonly shares: Shares }[],
  { engine }: Services,
  options: QueryOptions,
) {
  const own = new Map(rows.map((row) => [formatConnection(row.row), row]));
  const ownGroups = new Set(rows.map(({ row }) => groupOf(row.attribute)));
  const subjects = candidates.map(({ subject }) => subject);
  const values = subjects.length === 0 ? [] : await engine.query(comparedValues(subjects), options);
  const theirs = groupBy(values, ({ rname }) => reverseName(rname));
  const known = new Map<string, ReadonlySet<ReturnType<typeof groupOf>>>();
  for (const { subject, shares } of candidates) {
    const connections: readonly Connection[] = theirs.get(subject) ?? [];
    for (const each of connections) {
      const key = formatConnection(each);
      const row = own.get(key);
      if (row && row.bits > 0) shares.set(key, row);
    }
    const groups = connections.map(({ attribute }) => groupOf(attribute));
    known.set(subject, new Set(groups.filter((group) => ownGroups.has(group))));
  }
  return known;
}
