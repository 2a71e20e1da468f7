import type { LookAlike } from '#contract/generated/types.gen.ts';
import { groupBy } from '#model/group-by.ts';
import { formatConnection, isWithheld } from '#model/connection.ts';
import { reverseName } from '#model/domain-name.ts';
import type { QueryOptions } from '#server/engine/engine.ts';
import { readDomain, registrableDomain } from '#server/input/name.ts';
import { type ValueRow, valuesOfDomains } from '#server/queries/campaign-values.ts';
import type { AttributeRow } from '#server/queries/connection-attributes.ts';
import { cousinsOf } from './domains.ts';
import type { Handler, Services } from './handler.ts';
import { listedToday } from './listed-today.ts';
import { mostScored, scoreNames } from './member-scores.ts';
import { weigh } from './weighed-values.ts';

/** Names in one field of a record. */
const mostNamed = 5;
/** Values of which the others are looked up on the lists, and how many others a value may have for that. */
const mostCompared = 100;
const mostOthers = 20;
/** Values that only a few have in common by chance. */
const telling: ReadonlySet<string> = new Set(['address', 'registrant-email', 'registrant-org']);

type ValuesOf = (name: string) => readonly ValueRow[];

/** Names that look like a domain, those that share something with known bad first. */
const lookAlikes: Handler<'lookAlikes'> = async ({ path, signal }, services) => {
  const { engine } = services;
  const { domain } = readDomain('domain', path.domain);
  const cousins = await cousinsOf(domain, engine, { signal });
  const nearest = cousins.slice(0, mostScored);
  const names = nearest.map((each) => each.domain);
  // what a host name resolves to is its own, a registration that of its domain
  const read = [...new Set(names.flatMap((name) => [name, registrableDomain(name)]))];
  const [scores, found] = await Promise.all([
    scoreNames(names, services, { signal }),
    Promise.all(read.length > 0 ? valuesOfDomains(read).map((query) => engine.query(query, { signal })) : []),
  ]);
  const groups = groupBy(
    found.flat().filter((row) => !isWithheld(row)),
    ({ member }) => reverseName(member),
  );
  const valuesOf: ValuesOf = (name) => {
    const registration = (groups.get(registrableDomain(name)) ?? []).filter(({ attribute }) => attribute !== 'address');
    return [...(groups.get(name) ?? []).filter(({ attribute }) => attribute === 'address'), ...registration];
  };
  const listed = await listedOthers(names, valuesOf, services, { signal });
  const createdOf = (name: string) => latest(valuesOf(name), 'created')?.value;
  const days = groupBy(names, createdOf);
  const records = nearest.map((cousin): LookAlike => {
    const name = cousin.domain;
    const [values, created, own] = [valuesOf(name), createdOf(name), registrableDomain(name)];
    const registrar = latest(values, 'registrar');
    const others = created === undefined ? [] : (days.get(created) ?? []);
    return {
      ...cousin,
      ...scores.get(name)?.score,
      created: created ?? null,
      registrar: registrar?.label || (registrar?.value ?? ''),
      addresses: values.flatMap(({ attribute, value }) => (attribute === 'address' ? [value] : [])).slice(0, mostNamed),
      listed_with: (listed.get(name) ?? []).slice(0, mostNamed),
      registered_with: others.filter((each) => registrableDomain(each) !== own).slice(0, mostNamed),
    };
  });
  return { domain, total: cousins.length, records: records.toSorted(worstFirst) };
};

/** The value of the latest record: a domain may have been registered again. Values are read with those seen last first. */
function latest(values: readonly ValueRow[], attribute: ValueRow['attribute']): ValueRow | undefined {
  return values.find((each) => each.attribute === attribute);
}

/** The names on a list today that share a telling value with each name. @throws EngineError */
async function listedOthers(
  names: readonly string[],
  valuesOf: ValuesOf,
  services: Services,
  options: QueryOptions,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const keys = new Map(
    names
      .flatMap((name) => valuesOf(name).filter(({ attribute }) => telling.has(attribute)))
      .map(({ attribute, value, label }): [string, AttributeRow] => [
        formatConnection({ attribute, value }),
        { attribute, value, label, first: 0, seen: 0 },
      ]),
  );
  const rows = [...keys.values()].slice(0, mostCompared);
  const othersOf = new Map(
    (await weigh(rows, services, options)).flatMap(({ row, count, fact, members }) =>
      fact || count > mostOthers ? [] : [[formatConnection(row), members] as const],
    ),
  );
  const hosts = [...new Set([...othersOf.values()].flat())];
  const bad = await listedToday(hosts, services, options);
  return new Map(
    names.map((name) => {
      const others = valuesOf(name).flatMap((value) => othersOf.get(formatConnection(value)) ?? []);
      const own = registrableDomain(name);
      return [name, [...new Set(others)].filter((each) => bad.has(each) && registrableDomain(each) !== own)];
    }),
  );
}

function worstFirst(one: LookAlike, other: LookAlike): number {
  const hasCompany = ({ listed_with: listed = [], registered_with: registered = [] }: LookAlike) =>
    Number(listed.length > 0 || registered.length > 0);
  return (
    hasCompany(other) - hasCompany(one) ||
    (other.risk_score ?? -1) - (one.risk_score ?? -1) ||
    (other.similarity ?? 0) - (one.similarity ?? 0)
  );
}

export const lookAlikeHandlers = { lookAlikes };
