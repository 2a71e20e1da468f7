import type { PadnsRecord, UnsanctionedRecord } from '#contract/generated/types.gen.ts';
import { epochSecondsToTimestamp } from '#model/dates.ts';

/** A passive DNS record in the words of the interface, whichever of the two output formats it came in. */
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
  /** E4: the AS of the answer. */
  readonly asn: number | undefined;
  /** E4: the registrable domain of the name. */
  readonly domain: string | undefined;
}

/** E1 to E4: the own format, or with output_format=cof the common output format, whose times are epoch seconds. */
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
    asn: record.asn,
    domain: record.domain,
  };
}

/** What was asked and what came back name a record. */
export function padnsRowKey({ query, type, answer }: PadnsRow): string {
  return `${type} ${query} ${answer}`;
}
