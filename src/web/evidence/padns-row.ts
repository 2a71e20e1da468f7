import type { PadnsRecord, UnsanctionedRecord } from '#contract/generated/types.gen.ts';
import { epochSecondsToTimestamp, timestampToEpochSeconds } from '#model/dates.ts';
import { answerIndicator, type Indicator, queryIndicator } from '#model/indicator-of.ts';
import type { LateFacts } from '#web/kit/records/use-late-facts.ts';
import type { TimelineItem } from '#web/charts/timeline-layout.ts';

/** A passive DNS record under the interface's field names, from either output format. */
export interface PadnsRow {
  readonly query: string;
  /** Upper case. */
  readonly type: string;
  readonly answer: string;
  /** 'yyyy-mm-dd hh:mm:ss' in UTC, or ''. */
  readonly first_seen: string;
  readonly last_seen: string;
  readonly count: number | undefined;
  /** Seconds. */
  readonly ttl: number | undefined;
  /** The hash of the whole set of answers: nshash, mxhash, soahash or txthash. */
  readonly hash: string | undefined;
  /** Where it was observed: sample, live, logs. */
  readonly sources: readonly string[] | undefined;
  /** E4: the AS of the answer. */
  readonly asn: number | undefined;
  /** E4: the registrable domain of the name. */
  readonly domain: string | undefined;
  /** Fetched after the row. */
  readonly ofName?: LateFacts;
  readonly ofAnswer?: LateFacts;
}

/** E1 to E4: Sightline JSON or, with output_format=cof, the common output format, whose times are epoch seconds. */
export function padnsRow(record: PadnsRecord & UnsanctionedRecord): PadnsRow {
  const { rdata, time_first: first, time_last: last } = record;
  return {
    query: record.query ?? record.rrname ?? '',
    type: (record.type ?? record.rrtype ?? '').toUpperCase(),
    answer: record.answer ?? (typeof rdata === 'object' ? rdata.join(' ') : (rdata ?? '')),
    first_seen: record.first_seen ?? (first === undefined ? '' : epochSecondsToTimestamp(first)),
    last_seen: record.last_seen ?? (last === undefined ? '' : epochSecondsToTimestamp(last)),
    count: record.count,
    ttl: record.ttl,
    hash: record.nshash ?? record.mxhash ?? record.soahash ?? record.txthash,
    sources: record.sources,
    asn: record.asn,
    domain: record.domain,
  };
}

/** Type, name and answer identify a record. */
export function padnsRowKey({ query, type, answer }: PadnsRow): string {
  return `${type} ${query} ${answer}`;
}

interface Sides {
  readonly name: Indicator | null;
  readonly answer: Indicator | null;
}

/** The indicators in the name and the answer of a record; null for plain text. */
export function sidesOf({ type, query, answer }: PadnsRow): Sides {
  return { name: queryIndicator(type, query), answer: answerIndicator(type, answer) };
}

/** Longer answers (TXT) are cut: the picture needs only a label. */
const labelCharacters = 60;

/**
 * Records as bars of the timeline, coloured by record type. The answer labels a bar; the name does where all have the
 * same answer (names that pointed to an address). A record without times appears in the table only.
 */
export function padnsItems(rows: readonly PadnsRow[]): readonly TimelineItem[] {
  const isOneAnswer = rows.length > 1 && rows.every(({ answer }) => answer === rows[0]?.answer);
  return rows.flatMap((row) => {
    const start = timestampToEpochSeconds(row.first_seen);
    const end = timestampToEpochSeconds(row.last_seen);
    if (start === null || end === null) return [];
    const { query, type, answer, count } = row;
    const [label, title] = isOneAnswer ? [query, answer] : [answer, query];
    return [
      {
        key: padnsRowKey(row),
        label: label.length > labelCharacters ? `${label.slice(0, labelCharacters)}…` : label,
        group: type,
        groupLabel: 'records',
        start,
        end,
        title,
        ...(count !== undefined && { count }),
      },
    ];
  });
}
