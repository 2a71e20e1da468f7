import type { RelatedSubject, SharedValue } from '#contract/generated/types.gen.ts';
import { groupBy } from '#model/group-by.ts';
import { type Connection, formatConnection, isWithheld, withoutParts } from '#model/connection.ts';
import {
  type GroupComparison,
  groupOf,
  isRare,
  isTelling,
  type LinkWord,
  linkWord,
  strengthOf,
} from '#model/connection-strength.ts';
import { apartOf, type Gap, gapOf, type Period } from '#model/connection-time.ts';
import { reverseName } from '#model/domain-name.ts';
import type { Engine, QueryOptions } from '#server/engine/engine.ts';
import { subjectOf } from '#server/input/name.ts';
import { addressOfKey } from '#server/queries/address-key.ts';
import { comparedValues, hostedNames } from '#server/queries/connection-candidates.ts';
import type { Services } from './handler.ts';
import { listedToday } from './listed-today.ts';
import type { WeighedValue } from './weighed-values.ts';

/** Candidates that are compared in full, and links that are answered. */
const mostCompared = 60;
const mostRelated = 20;
/** Addresses of which the names are looked up. */
const mostHosts = 100;

/** A value that a candidate has as well, and when its names were seen with it. */
interface Sharing {
  readonly value: WeighedValue;
  readonly periods: Period[];
}
type Shares = Map<string, Sharing>;

/** A link of the subject to another of the same kind. */
export interface Link {
  readonly subject: string;
  readonly shares: readonly SharedWeight[];
  readonly bits: number;
}

type Unscored = Required<Pick<RelatedSubject, 'subject' | 'type' | 'bits' | 'operator' | 'listed' | 'shares'>>;

/**
 * The subjects of the same kind with the strongest links to a subject, strongest first: those of which the values that both have say that
 * one operator is likely or possible.
 * @param domain the registrable domain of the subject; undefined for an address
 * @throws EngineError
 */
export async function relatedSubjects(
  values: readonly WeighedValue[],
  domain: string | undefined,
  services: Pick<Services, 'engine' | 'now'>,
  options: QueryOptions,
): Promise<Unscored[]> {
  const links = (await linksOf(values, domain, services, options))
    .flatMap((link) => {
      const word = wordOf(link.bits, link.shares);
      return word === 'weak' ? [] : [{ ...link, word }];
    })
    .slice(0, mostRelated);
  const subjects = links.map(({ subject }) => subject);
  const onLists = await listedToday(subjects, services, options);
  return links.map(({ subject, shares, bits, word }) => ({
    subject,
    type: domain === undefined ? 'ip' : 'domain',
    bits: rounded(bits),
    operator: word,
    listed: onLists.has(subject),
    shares: sharesOf(shares),
  }));
}

/**
 * The links that were compared in full, strongest first, the weak ones included.
 * @throws EngineError
 */
export async function linksOf(
  values: readonly WeighedValue[],
  domain: string | undefined,
  { engine }: Pick<Services, 'engine'>,
  options: QueryOptions,
): Promise<Link[]> {
  const telling = values.filter(({ bits, count }) => bits > 0 && count > 0);
  const found = domain === undefined ? addressesIn(telling) : await domainsIn(telling, domain, engine, options);
  const candidates = [...found]
    .map(([subject, shares]) => ({ subject, found: shares, bits: strengthOf(comparisonsOf(timed(shares))) }))
    .toSorted(strongestFirst)
    .slice(0, mostCompared);
  const known = domain === undefined ? undefined : await completed(values, candidates, engine, options);
  return candidates
    .map(({ subject, found: sharing }) => {
      const [groups, shares] = [known?.get(subject) ?? [], timed(sharing)];
      return { subject, shares, bits: strengthOf([...groups, ...comparisonsOf(shares)]) };
    })
    .toSorted(strongestFirst);
}

/** A value that two subjects have. */
export interface SharedWeight extends Pick<WeighedValue, 'count' | 'population' | 'bits' | 'row'> {
  /** Only where it lies years apart: it weighs nothing then. */
  readonly gap?: Gap;
}

/** A value that two subjects have, given when. @param others when the other subject was seen with the value */
export function timedShare(share: SharedWeight, own: Period | undefined, others: readonly Period[]): SharedWeight {
  const gap = gapOf(own, others);
  return gap ? { ...share, bits: 0, gap } : share;
}

function timed(shares: Shares): SharedWeight[] {
  return [...shares.values()].map(({ value, periods }) =>
    timedShare(value, { first: value.row.first, last: value.row.seen }, periods),
  );
}

/** The word for a link of a strength, given what both have. */
export function wordOf(bits: number, shares: readonly SharedWeight[]): LinkWord {
  return linkWord(bits, shares.some(isRareShare));
}

/** Whether a value can make a link by itself: a rare one that is worth following. */
export function isRareShare({ row, count, population, bits }: SharedWeight): boolean {
  return isTelling(row.attribute, { shared_by: count, population, bits }) && isRare({ population, bits });
}

function strongestFirst(one: Pick<Link, 'bits' | 'subject'>, other: Pick<Link, 'bits' | 'subject'>): number {
  return other.bits - one.bits || (one.subject < other.subject ? -1 : 1);
}

/** One decimal: more would promise more than a count can say. */
export function rounded(bits: number): number {
  return Math.round(10 * bits) / 10;
}

/** What both have, as answered: the most telling first. */
export function sharesOf(shares: readonly SharedWeight[]): SharedValue[] {
  return withoutParts(shares, ({ row }) => row)
    .toSorted((a, b) => b.bits - a.bits)
    .map(({ row: { attribute, value, label }, bits, gap }) => ({
      attribute,
      value,
      label,
      bits: rounded(bits),
      ...(gap && { apart: apartOf(gap) }),
    }));
}

/** What both have, for `strengthOf`. */
export function comparisonsOf(shares: readonly SharedWeight[]): readonly GroupComparison[] {
  return shares.map(comparisonOf);
}

export function comparisonOf({ row, bits }: SharedWeight): GroupComparison {
  return {
    group: groupOf(row),
    bits,
    isSameRegistrant: row.attribute === 'registrant-email' || row.attribute === 'registrant-org',
  };
}

function note(found: Map<string, Shares>, subject: string, value: WeighedValue, period?: Period): void {
  const shares: Shares = found.get(subject) ?? new Map();
  share(shares, value, period);
  found.set(subject, shares);
}

function share(shares: Shares, value: WeighedValue, period: Period | undefined): void {
  const key = formatConnection(value.row);
  const periods = shares.get(key)?.periods ?? [];
  if (period) periods.push(period);
  shares.set(key, { value, periods });
}

/** Addresses that share values of addresses. */
function addressesIn(rows: readonly WeighedValue[]): Map<string, Shares> {
  const found = new Map<string, Shares>();
  for (const row of rows) if (row.side === 'address') for (const ip of row.members) note(found, ip, row);
  return found;
}

/** Domains other than the own one that share values of names, or point to addresses that share values of addresses. */
async function domainsIn(
  rows: readonly WeighedValue[],
  own: string,
  engine: Engine,
  options: QueryOptions,
): Promise<Map<string, Shares>> {
  const found = new Map<string, Shares>();
  const noteName = (name: string, row: WeighedValue, period?: Period): void => {
    const { domain } = subjectOf(name);
    if (domain !== own) note(found, domain, row, period);
  };
  for (const row of rows)
    if (row.side === 'name') for (const [at, name] of row.members.entries()) noteName(name, row, row.periods[at]);
  const ofAddresses = rows.filter(({ side }) => side === 'address').toSorted((a, b) => b.bits - a.bits);
  const hosts = [...new Set(ofAddresses.flatMap(({ members }) => members))].slice(0, mostHosts);
  if (hosts.length === 0) return found;
  const names = groupBy(await engine.query(hostedNames(hosts), options), ({ host }) => addressOfKey(host));
  for (const row of ofAddresses)
    for (const ip of row.members) for (const { rname } of names.get(ip) ?? []) noteName(reverseName(rname), row);
  return found;
}

/** Completes what each candidate shares with the subject. @returns the groups in which the two differ, by candidate */
async function completed(
  rows: readonly WeighedValue[],
  candidates: readonly { readonly subject: string; readonly found: Shares }[],
  engine: Engine,
  options: QueryOptions,
) {
  const own = new Map(rows.map((row) => [formatConnection(row.row), row]));
  const groupsWith = groupsOf(rows.map(({ row }) => row));
  const subjects = candidates.map(({ subject }) => subject);
  const values =
    subjects.length === 0
      ? []
      : await engine.query(
          comparedValues(
            subjects,
            rows.map(({ row }) => row),
          ),
          options,
        );
  const theirs = groupBy(values, ({ rname }) => reverseName(rname));
  const known = new Map<string, readonly GroupComparison[]>();
  for (const { subject, found } of candidates) {
    const connections = (theirs.get(subject) ?? []).filter((each) => !isWithheld(each));
    for (const each of connections) {
      const key = formatConnection(each);
      const row = own.get(key);
      if (row && row.bits > 0) share(found, row, each);
    }
    known.set(subject, groupsWith(connections));
  }
  return known;
}

/**
 * Finds the groups in which a subject and another differ: both have values, and none in common, whatever it weighs. A day of registration
 * near one of the subject does not differ: one operator may take a few days to register.
 */
export function groupsOf(own: readonly Connection[]): (theirs: readonly Connection[]) => readonly GroupComparison[] {
  const days = own.flatMap(({ attribute, value }) => (attribute === 'created' ? [Date.parse(value)] : []));
  const ownGroups = new Set(own.map(groupOf));
  const ownValues = new Set(own.map(formatConnection));
  const isNear = ({ attribute, value }: Connection) =>
    attribute === 'created' && days.some((day) => Math.abs(day - Date.parse(value)) <= nearDays * 86_400_000);
  return (theirs) => {
    const agreeing = theirs.filter((each) => ownValues.has(formatConnection(each)) || isNear(each));
    const same = new Set(agreeing.map(groupOf));
    const groups = new Set(theirs.map(groupOf));
    return [...groups]
      .filter((group) => ownGroups.has(group) && !same.has(group))
      .map((group) => ({ group, bits: undefined }));
  };
}

const nearDays = 7;
