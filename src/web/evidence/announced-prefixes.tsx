import type {
  AsnSubnetRecord,
  AsnSubnetsBulkAnswer,
  AsnSubnetsHistoryBulkAnswer,
} from '#contract/generated/types.gen.ts';
import { addressCount, parseCidr } from '#model/cidr.ts';
import { dateToDayInt, epochSecondsToDate, isoDateToDayInt } from '#model/dates.ts';
import { formatCount, formatNumber } from '#model/format.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { announcedFacts, seenFacts } from '#web/exports/row-facts.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { asked, type PanelSource } from '#web/kit/panel/panel-source.tsx';
import { countColumn, indicatorColumn, textColumn } from '#web/kit/records/record-columns.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { useNow } from '#web/kit/time/use-now.ts';
import { useAsOf } from '#web/url/as-of.ts';

type Subject = Pick<Entity, 'value' | 'text'>;

const columns = [
  indicatorColumn<AnnouncedPrefix>('subnet', 'Prefix', { size: 220 }),
  countColumn<AnnouncedPrefix>('size', 'Addresses', { size: 120 }),
];

const table = {
  caption: ({ text }: Subject) => `Prefixes of ${text}`,
  unknown: 'The collection does not know this AS.',
  empty: 'This AS announces no prefixes.',
  rowKey: ({ subnet }: AnnouncedPrefix) => subnet,
  urlPrefix: 'a.',
  exports: {
    view: 'asn-prefixes',
    subject: ({ text }: Subject) => text,
    facts: ({ subnet, change }: AnnouncedPrefix, { value }: Subject) =>
      change === 'only then' ? seenFacts(subnet) : announcedFacts({ address: subnet, asn: Number(value) }),
  },
};

/** A11: what an AS announces today. */
const PrefixesNow = defineEvidence(
  asked(({ value }: Subject) => prefixesNowQuestion(value)),
  {
    ...table,
    title: 'Announced prefixes',
    rows: prefixesNow,
    columns,
  },
);

/** A12, both days in one request: what an AS announced on the “as of” day, compared with today. */
const PrefixesThen = defineEvidence(thenAndNow(), {
  ...table,
  title: (_subject, { asOf }) => `Announced prefixes on ${asOf} and now`,
  rows: ({ asn2subnet = [] }) => {
    const [then, now] = asn2subnet.map(([record]) => prefixesOf(record));
    return (then ?? now) && announcedThen(then ?? [], now ?? []);
  },
  columns: [
    ...columns,
    textColumn<AnnouncedPrefix>('change', 'Announced', {
      size: 120,
      meta: { description: 'On the day of “as of”, today, or both' },
    }),
  ],
  Chart: ({ rows }) => <p className="text-md">{changeSentence(rows)}</p>,
  footer: 'Uses the “as of” day from the header.',
});

/** What an AS announces: today, or on the “as of” day with the difference to today. */
export function AnnouncedPrefixes(subject: Subject) {
  const [asOf] = useAsOf();
  return asOf === null ? <PrefixesNow {...subject} /> : <PrefixesThen {...subject} />;
}

/** A11 */
export function prefixesNowQuestion(asn: string) {
  return { operationId: 'asnSubnetsBulk', body: { asns: [Number(asn)] } } as const;
}

/** The prefixes of today; undefined for an AS that the collection does not know. */
export function prefixesNow({ asn2subnet }: AsnSubnetsBulkAnswer): readonly AnnouncedPrefix[] | undefined {
  const prefixes = prefixesOf(asn2subnet?.[0]);
  return prefixes && announcedNow(prefixes);
}

function thenAndNow(): PanelSource<Subject, AsnSubnetsHistoryBulkAnswer> {
  return {
    useSource: ({ props: { value }, setting: { asOf }, title }) => {
      const days = [isoDateToDayInt(asOf ?? '') ?? 0, dateToDayInt(epochSecondsToDate(useNow()))];
      const body = { asns: [Number(value)], dates: days };
      return { answer: useAnswer({ operationId: 'asnSubnetsHistoryBulk', body }, { title }) };
    },
  };
}

/** A prefix that an AS announces today or announced on the “as of” day. */
export interface AnnouncedPrefix {
  readonly subnet: string;
  /** Number of addresses; null when too large for an exact number. */
  readonly size: number | null;
  /** Compared with today; '' when only today is shown. */
  readonly change: '' | 'both days' | 'only then' | 'only now';
}

/** The prefixes of a record. A11, A12: an AS that the collection does not know has an error instead. */
export function prefixesOf(record: AsnSubnetRecord | undefined): readonly string[] | undefined {
  return record?.error === undefined ? record?.subnets : undefined;
}

export function announcedNow(now: readonly string[]): readonly AnnouncedPrefix[] {
  return now.map((subnet) => ({ subnet, size: sizeOf(subnet), change: '' }));
}

/** The prefixes announced then and those announced now, merged. */
export function announcedThen(then: readonly string[], now: readonly string[]): readonly AnnouncedPrefix[] {
  const [before, after] = [new Set(then), new Set(now)];
  return [...new Set([...then, ...now])].map((subnet) => ({
    subnet,
    size: sizeOf(subnet),
    change: !after.has(subnet) ? 'only then' : before.has(subnet) ? 'both days' : 'only now',
  }));
}

function sizeOf(subnet: string): number | null {
  const cidr = parseCidr(subnet);
  const count = cidr && Number(addressCount(cidr));
  return count !== null && Number.isSafeInteger(count) ? count : null;
}

/** "3 prefixes then, 4 now: 1 came, 0 went." A day before the first data looks like one without prefixes. */
export function changeSentence(rows: readonly AnnouncedPrefix[]): string {
  const count = (change: AnnouncedPrefix['change']) => rows.filter((row) => row.change === change).length;
  const [both, gone, come] = [count('both days'), count('only then'), count('only now')];
  if (both + gone === 0) return `None on record for that day, ${formatCount(come, 'prefix', 'prefixes')} now.`;
  if (both + come === 0) return `${formatCount(gone, 'prefix', 'prefixes')} then, none on record now.`;
  if (gone + come === 0) return `The same ${formatCount(both, 'prefix', 'prefixes')} then and now.`;
  return `${formatCount(both + gone, 'prefix', 'prefixes')} then, ${formatNumber(both + come)} now: ${formatNumber(come)} came, ${formatNumber(gone)} went.`;
}
