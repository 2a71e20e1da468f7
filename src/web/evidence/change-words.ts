import type { DomainNsChangesAnswer, NsChange, NsChangesSummary } from '#contract/generated/types.gen.ts';
import { dateToEpochSeconds, dayIntToDate } from '#model/dates.ts';
import type { LaneMark, ServerSetChange } from '#web/charts/name-server-lanes.ts';
import { asked } from '#web/kit/panel/panel-source.tsx';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import type { Domain } from './domain-record.ts';

interface Mark {
  readonly field: keyof NsChange;
  readonly word: string;
}

// In order of interest: where the domain moved to, then where it moved from.
const MARKS: readonly Mark[] = [
  { field: 'circular_change_to', word: 'returned to a previous NS set' },
  { field: 'to_sinkhole', word: 'to sinkhole' },
  { field: 'to_expire', word: 'to expiry' },
  { field: 'to_parked', word: 'to parking' },
  { field: 'to_ns_in_domain', word: 'to own servers' },
  { field: 'to_ns_srv_domain_density_low', word: 'to rarely used NS' },
  { field: 'from_sinkhole', word: 'from sinkhole' },
  { field: 'from_expire', word: 'from expiry' },
  { field: 'from_parked', word: 'from parking' },
  { field: 'from_ns_in_domain', word: 'from own servers' },
  { field: 'from_ns_srv_domain_density_low', word: 'from rarely used NS' },
];

/** The notable features of a change of name servers (C7), in words. */
export function changeMarks(change: NsChange): readonly string[] {
  return MARKS.filter(({ field }) => change[field] === true).map(({ word }) => word);
}

export interface SummaryFlag {
  /** The X of has_change_X and last_change_X. */
  readonly name: string;
  readonly label: string;
  readonly hasChange: boolean | undefined;
  readonly isLastChange: boolean | undefined;
  /** False when no loaded source names servers of its kind. */
  readonly isTracked: boolean;
}

const FLAGS = [
  { name: 'circular', last: 'last_change_circular_to', label: 'Returned to a previous NS set' },
  { name: 'expire_to', last: 'last_change_expire_to', label: 'To expiry servers' },
  { name: 'expire_from', last: 'last_change_expire_from', label: 'From expiry servers' },
  { name: 'parked_to', last: 'last_change_parked_to', label: 'To parking servers' },
  { name: 'parked_from', last: 'last_change_parked_from', label: 'From parking servers' },
  { name: 'sinkhole_to', last: 'last_change_sinkhole_to', label: 'To a sinkhole' },
  { name: 'sinkhole_from', last: 'last_change_sinkhole_from', label: 'From a sinkhole' },
  { name: 'ns_in_domain_to', last: 'last_change_ns_in_domain_to', label: 'To servers in the domain' },
  { name: 'ns_in_domain_from', last: 'last_change_ns_in_domain_from', label: 'From servers in the domain' },
  {
    name: 'ns_srv_domain_density_low_to',
    last: 'last_change_ns_srv_domain_density_low_to',
    label: 'To rarely used NS',
  },
  {
    name: 'ns_srv_domain_density_low_from',
    last: 'last_change_ns_srv_domain_density_low_from',
    label: 'From rarely used NS',
  },
] as const satisfies readonly { name: string; last: keyof NsChangesSummary; label: string }[];

type ServerKind = NonNullable<NsChangesSummary['not_tracked']>[number];
const kindOf: Readonly<Record<string, ServerKind>> = { expire: 'expiry', parked: 'parking', sinkhole: 'sinkhole' };

/** C8: the pairs of has_change_X and last_change_X, which for circular changes is called last_change_circular_to. */
export function summaryFlags(summary: NsChangesSummary): readonly SummaryFlag[] {
  return FLAGS.map(({ name, last, label }) => {
    const kind = kindOf[name.split('_')[0] ?? ''];
    return {
      name,
      label,
      hasChange: summary[`has_change_${name}`],
      isLastChange: summary[last],
      isTracked: kind === undefined || !summary.not_tracked?.includes(kind),
    };
  });
}

/** The changes (C7) for the picture. A change without a day appears in the table only. */
export function changeLanes(changes: readonly NsChange[]): readonly ServerSetChange[] {
  return changes.flatMap((change) => {
    const day = dayIntToDate(change.date ?? 0);
    if (!day) return [];
    return [
      {
        time: dateToEpochSeconds(day),
        from: change.from_nameservers ?? [],
        to: change.to_nameservers ?? [],
        fromMarks: marksOf({ expiry: change.from_expire, parked: change.from_parked, sinkhole: change.from_sinkhole }),
        toMarks: marksOf({
          expiry: change.to_expire,
          parked: change.to_parked,
          sinkhole: change.to_sinkhole,
          circular: change.circular_change_to,
        }),
      },
    ];
  });
}

const laneMarks: readonly LaneMark[] = ['expiry', 'parked', 'sinkhole', 'circular'];

function marksOf(holds: Readonly<Partial<Record<LaneMark, boolean | undefined>>>): readonly LaneMark[] {
  return laneMarks.filter((mark) => holds[mark] === true);
}

/** C7, C8: passive DNS never saw a name server of the domain, so changes are unknown. */
export const nsChangesUnknown = 'No name server of this domain was ever seen, so changes are unknown.';

/** C8, as two panels show it. */
export const changesSummary = asked(({ value }: Domain) => ({
  operationId: 'domainNsChangesSummary',
  path: { domain: value },
}));

export function summaryState({ nschanges }: DomainNsChangesAnswer): PanelState<NsChangesSummary> {
  const summary = nschanges?.results_summary;
  return summary && !summary.not_observed
    ? { is: 'data', data: summary }
    : { is: 'unknown', message: nsChangesUnknown };
}
