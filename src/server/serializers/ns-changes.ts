import type { NsChange, NsChangesSummary } from '#contract/generated/types.gen.ts';
import { dateToDayInt, daysBetween, epochSecondsToDate, isWithinLastDays } from '#model/dates.ts';
import { isSameOrBelow, type DomainSubject } from '#model/domain-name.ts';
import { nsMoves, type NsStretch } from '#model/ns-timeline.ts';
import { nsEntropy, nsEntropyScore } from '#model/score-formulas.ts';
import type { Coverage } from '#server/queries/coverage.ts';
import type { NsKind } from '#server/queries/name-server-reputation.ts';

/** Input for the changes of one domain. */
interface NsChangesInput {
  readonly subject: DomainSubject;
  readonly timeline: readonly NsStretch[];
  readonly kindsOf: (server: string) => ReadonlySet<NsKind>;
  /** Domains on a name server. */
  readonly densityOf: (server: string) => number;
  readonly now: Date;
}

/** Decision: a name server with fewer domains than this has a low density. */
const lowDensity = 10;

/** C7: every change, newest first. */
export function nsChanges(input: NsChangesInput): Required<NsChange>[] {
  const { subject, timeline, now } = input;
  return nsMoves(timeline)
    .map(({ at, from, to, isReturn }): Required<NsChange> => {
      const day = epochSecondsToDate(at);
      return {
        circular_change_to: isReturn,
        date: dateToDayInt(day),
        days_ago: Math.max(0, daysBetween(day, now)),
        domain: subject.domain,
        query: subject.query,
        ...side('from', from, input),
        ...side('to', to, input),
      };
    })
    .reverse();
}

type Direction = 'from' | 'to';
type Side<D extends Direction> = {
  [K in keyof NsChange as K extends `${D}_${string}` ? K : never]-?: NonNullable<NsChange[K]>;
};

function side<D extends Direction>(
  direction: D,
  servers: readonly string[],
  { subject, kindsOf, densityOf }: NsChangesInput,
): Side<D> {
  const kinds = new Set(servers.flatMap((server) => [...kindsOf(server)]));
  const densities = servers.map((server) => [server, densityOf(server)] as const);
  const flags = {
    nameservers: [...servers],
    expire: kinds.has('expiry'),
    parked: kinds.has('parking'),
    sinkhole: kinds.has('sinkhole'),
    ns_in_domain: servers.some((server) => isSameOrBelow(server, subject.domain)),
    ns_srv_domain_density: Object.fromEntries(densities),
    ns_srv_domain_density_low: densities.some(([, density]) => density < lowDensity),
  };
  return Object.fromEntries(Object.entries(flags).map(([key, value]) => [`${direction}_${key}`, value])) as Side<D>;
}

/** The field of a change that a summary flag counts. */
const flags = {
  circular: 'circular_change_to',
  expire_from: 'from_expire',
  expire_to: 'to_expire',
  ns_in_domain_from: 'from_ns_in_domain',
  ns_in_domain_to: 'to_ns_in_domain',
  ns_srv_domain_density_low_from: 'from_ns_srv_domain_density_low',
  ns_srv_domain_density_low_to: 'to_ns_srv_domain_density_low',
  parked_from: 'from_parked',
  parked_to: 'to_parked',
  sinkhole_from: 'from_sinkhole',
  sinkhole_to: 'to_sinkhole',
} as const satisfies Record<string, keyof NsChange>;

/** Kinds of name servers that flags of changes are about. */
const serverKinds = ['expiry', 'parking', 'sinkhole'] as const satisfies readonly NsKind[];

/** C7, C8, G1: `results_summary`. Where nothing was looked at, it says so. */
export function nsChangesSummary(
  changes: readonly Required<NsChange>[],
  timeline: readonly NsStretch[],
  subject: DomainSubject,
  coverage: Coverage,
): NsChangesSummary {
  const notTracked = serverKinds.filter((kind) => !coverage.isCovered('domain', subject.domain, kind));
  return {
    ...countedChanges(changes, subject),
    ...(timeline.length === 0 && { not_observed: true }),
    ...(notTracked.length > 0 && { not_tracked: notTracked }),
  };
}

/** @param changes newest first */
function countedChanges(changes: readonly Required<NsChange>[], { domain, query }: DomainSubject): NsChangesSummary {
  const ages = changes.map((change) => change.days_ago);
  const last = (days: number) => ages.filter((age) => isWithinLastDays(age, days)).length;
  const [newest] = changes;
  const entropy = nsEntropy(ages);
  const entries = Object.entries(flags).flatMap(([name, field]): [string, boolean][] => [
    [`has_change_${name}`, changes.some((change) => change[field])],
    [name === 'circular' ? 'last_change_circular_to' : `last_change_${name}`, newest?.[field] === true],
  ]);
  return {
    domain,
    query,
    changes_0_7_days: last(7),
    changes_7_30_days: last(30) - last(7),
    changes_30_90_days: last(90) - last(30),
    changes_last_7_days: last(7),
    changes_last_30_days: last(30),
    changes_last_90_days: last(90),
    num_changes_all: changes.length,
    ns_entropy: entropy,
    ns_entropy_score: nsEntropyScore(entropy),
    last_change: newest?.date ?? null,
    last_change_days_ago: newest?.days_ago ?? null,
    ...Object.fromEntries(entries),
  };
}
