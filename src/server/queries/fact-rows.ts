import type { FactKind, FactSubjectType } from '#model/fact-kind.ts';
import { parseCidr } from '#model/cidr.ts';
import { groupBy } from '#model/group-by.ts';
import { formatIp } from '#model/ip-address.ts';
import type { Engine, Query, QueryOptions } from '#server/engine/engine.ts';
import { addressKey, mapped } from './address-key.ts';
import { anyOf, condition, type Condition } from './condition.ts';
import { pointSettings } from './padns-selection.ts';

/** One fact from one source about one subject. */
export interface FactRow {
  readonly subjectType: FactSubjectType;
  /** Of a single address its key (address-key.ts); else CIDR, AS number or name. */
  readonly subject: string;
  readonly kind: FactKind;
  readonly source: string;
  readonly value: string;
  readonly tags: readonly string[];
  readonly reference: string;
  /** First and last day on which it holds, 'yyyy-mm-dd'; the last is 2299-12-31 while no end is known. */
  readonly from: string;
  readonly to: string;
}

/** The subjects of facts; empty or missing lists are skipped. */
interface FactSubjects {
  /** Canonical texts, IPv4 or IPv6. */
  readonly ips?: readonly string[];
  /** CIDR as the table has it: canonical, IPv4 as 192.0.2.0/24. */
  readonly ranges?: readonly string[];
  readonly asns?: readonly number[];
  readonly domains?: readonly string[];
  readonly nameServers?: readonly string[];
}

/** The facts that hold on a day 'yyyy-mm-dd', by subject; of equal ones the newest first. @throws EngineError */
export async function readFacts(
  engine: Engine,
  { name, subjects, today }: { readonly name: string; readonly subjects: FactSubjects; readonly today: string },
  options: QueryOptions,
): Promise<FactRow[]> {
  const conditions = conditionsOf(subjects);
  return conditions.length === 0 ? [] : engine.query(factsQuery(name, anyOf(conditions), today), options);
}

/** Groups facts by subject. @returns the facts of a subject, in their order */
export function bySubject<Row extends Pick<FactRow, 'subject'>>(
  rows: readonly Row[],
): (subject: string) => readonly Row[] {
  const groups = groupBy(rows, ({ subject }) => subject);
  return (subject) => groups.get(subject) ?? [];
}

/** Groups the facts about subjects of one type. @returns the facts of a subject, in their order */
export function factsAbout(type: FactSubjectType, rows: readonly FactRow[]): (subject: string) => readonly FactRow[] {
  return bySubject(rows.filter(({ subjectType }) => subjectType === type));
}

function factsQuery(name: string, subjects: Condition, today: string): Query<FactRow> {
  return {
    name,
    sql: `
      SELECT toString(subject_type) AS subjectType, if(subject_type = 'ip', ${addressKey('first')}, key) AS subject,
        toString(kind) AS kind, toString(source) AS source, value, tags, reference,
        toString(valid_from) AS from, toString(valid_to) AS to
      FROM facts FINAL
      WHERE (${subjects.sql}) AND valid_from <= {factsOn:Date32} AND valid_to >= {factsOn:Date32}
      ORDER BY subject_type, first, key, kind, valid_from DESC, source`,
    params: { ...subjects.params, factsOn: today },
    settings: pointSettings,
  };
}

/** Every condition begins with the sorting key of the table. */
function conditionsOf({ ips = [], ranges = [], asns = [], domains = [], nameServers = [] }: FactSubjects): Condition[] {
  const keyed = (type: FactSubjectType, at: string, keys: readonly string[]): Condition[] =>
    keys.length === 0
      ? []
      : [
          condition(`subject_type = '${type}' AND first = toIPv6('::') AND key IN {${at}:Array(String)}`, {
            [at]: keys,
          }),
        ];
  return [
    ...(ips.length === 0
      ? []
      : [condition("subject_type = 'ip' AND first IN {factIps:Array(String)}", { factIps: mapped(ips) })]),
    ...(ranges.length === 0
      ? []
      : [
          condition(
            "subject_type = 'range' AND first IN {factFirsts:Array(String)} AND key IN {factRanges:Array(String)}",
            { factFirsts: [...new Set(ranges.flatMap(firstOf))], factRanges: ranges },
          ),
        ]),
    ...keyed('asn', 'factAsns', asns.map(String)),
    ...keyed('domain', 'factDomains', domains),
    ...keyed('name_server', 'factServers', nameServers),
  ];
}

function firstOf(range: string): string[] {
  const cidr = parseCidr(range);
  return cidr ? mapped([formatIp(cidr.network)]) : [];
}
